import ArgumentParser
import Results
import SystemPackage
import SystemValues

/// What a data set calls classes, for `quiver export`.
struct ExportClassOptions: ParsableArguments {
    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "Call a class otherwise, as in motorbike=motorcycle; 'toothbrush=' leaves it out. Or a JSON file of these. May be "
                + "repeated.", valueName: "a=b|file"))
    var maps: [String] = []

    @Option(
        help: ArgumentHelp(
            "Of boxes of one class by several detectors that overlap at least so much, as 0.5, keep the surest.",
            valueName: "x"))
    var overlap: Double?

    @Option(
        help: ArgumentHelp(
            "Blur findings of these labels in the copies, as in person,face; may be repeated.", valueName: "labels"))
    var blur: [String] = []

    /// Whether anything of it was given.
    var isGiven: Bool { !maps.isEmpty || overlap != nil || !blur.isEmpty }

    /// The labels of what is blurred.
    var blurred: Set<String> { Set(blur.flatMap(Self.labels)) }

    private static func labels(_ list: String) -> [String] {
        list.split(separator: ",").map { $0.drop(while: \.isWhitespace) }.map { label in
            String(label.reversed().drop(while: \.isWhitespace).reversed())
        }.filter { !$0.isEmpty }
    }

    func validate() throws {
        if let bad = blur.first(where: { Self.labels($0).isEmpty }) {
            throw ValidationError("--blur takes labels, such as person,face, not '\(bad)'.")
        }
        guard overlap.map({ $0 > 0 && $0 <= 1 }) ?? true else {
            throw ValidationError("--overlap takes a share over 0 and up to 1, for example 0.5.")
        }
        if let bad = maps.first(where: { $0.isEmpty || $0.first == "=" }) {
            throw ValidationError("--map takes a=b or a file, not '\(bad)'.")
        }
    }

    /// The choice that was made; reads the files.
    var choice: ExportClasses {
        get throws {
            var classes = ExportClasses(overlap: overlap)
            for map in maps {
                // A file's name may have the sign too.
                let file = RawArguments.path(map, of: "--map")
                let isFile = (try? Syscalls.status(file, follow: true))?.kind == .regular
                if let sign = map.firstIndex(of: "="), !isFile {
                    let name = String(map[map.index(after: sign)...])
                    classes.names.updateValue(name.isEmpty ? nil : name, forKey: String(map[..<sign]))
                } else {
                    try classes.addNames(in: file)
                }
            }
            return classes
        }
    }
}
