import Evaluation
import Findings
import SystemPackage
import SystemValues

/// A folder of label files of YOLO's: `labels/day1/a.txt` beside `images/day1/a.jpg`, and `train/labels/a.txt` too.
struct YOLOSource: LabelSource {
    let folders: [FilePath]
    let hasEnds = false
    let names: [String]
    let forms: Set<GivenForm>
    private let root: FilePath
    private let files: [FilePath]
    private let classes: YOLOClasses
    private let form: YOLOLabels.Form
    private let troubles = Troubles()

    init(
        at path: FilePath, _ forms: Set<GivenForm>, _ form: (YOLOClasses) -> YOLOLabels.Form
    ) throws {
        let file = path.isFolder ? path.appending("data.yaml") : path
        let folder = file.removingLastComponent()
        root = folder.isEmpty ? "." : folder
        let text = try TextLines.whole(of: file, atMost: 16 << 20)
        classes = try YOLOClasses(yaml: text)
        guard !classes.names.isEmpty else { throw GivenError("the file names no classes") }
        self.form = form(classes)
        self.forms = forms
        files = try LabelFolder.files(in: root, end: ".txt") { $0.components.contains("labels") }
        guard !files.isEmpty else { throw GivenError("no folder 'labels' beside the file holds label files") }
        // The name from the folder of the set, with `images` in the place of the last `labels`.
        names = files.map { file in
            var parts = file.components.map(\.string)
            if let place = parts.lastIndex(of: "labels") { parts[place] = "images" }
            return String(parts.joined(separator: "/").dropLast(4))
        }
        folders = [root]
    }

    func forEach(_ take: (Int, GivenImage) throws -> Void) throws {
        for (place, file) in files.enumerated() {
            var image = GivenImage(name: names[place])
            do {
                try TextLines.read(root.pushing(file), atMost: YOLOLabels.longestLine, in: YOLOLabels.largest) { line in
                    guard let label = try YOLOLabels.label(line, form, classes: classes.names) else { return }
                    guard image.labels.count < GivenImage.mostLabels else {
                        throw GivenError("more than \(GivenImage.mostLabels) labels")
                    }
                    image.labels.append(label)
                }
            } catch let error as GivenError {
                // A photo with half of its labels would be no truth.
                troubles.note("\(PercentEscape.printable(file)): \(error.description)")
                continue
            }
            try take(place, image)
        }
    }

    var unread: (count: Int, example: String?) { troubles.all }
}

/// A folder of Pascal VOC's: `Annotations/day1/a.xml`.
struct VOCSource: LabelSource {
    let folders: [FilePath]
    let hasEnds = true
    let names: [String]
    let forms: Set<GivenForm> = [GivenForm([.box])]
    private let root: FilePath
    private let files: [FilePath]
    private let troubles = Troubles()

    init(at path: FilePath) throws {
        root = path
        let all = try LabelFolder.files(in: path, end: ".xml") { _ in true }
        guard !all.isEmpty else { throw GivenError("the folder holds no annotations, which end in .xml") }
        folders = [path, path.appending("JPEGImages"), path.appending("images")]
        var (names, files): ([String], [FilePath]) = ([], [])
        for file in all {
            do {
                names.append(Self.name(try Self.image(path.pushing(file)).name, in: file, below: folders))
                files.append(file)
            } catch let error as GivenError {
                troubles.note("\(PercentEscape.printable(file)): \(error.description)")
            }
        }
        (self.names, self.files) = (names, files)
    }

    /// The name that an annotation gives, or, where no photo has it, the annotation's own way: of many sets `<folder>` is the name
    /// of the set.
    private static func name(_ given: String, in file: FilePath, below folders: [FilePath]) -> String {
        let parts = file.components.map(\.string).dropLast()
        let inner = parts.first == "Annotations" ? parts.dropFirst() : parts
        let own = (inner + [given.split(separator: "/").last.map { String($0) } ?? given]).joined(separator: "/")
        let isThere = { (name: String) in
            guard let way = PathBelow(Array(name.utf8)) else { return false }
            return folders.contains { (try? Syscalls.status($0.pushing(way.path), follow: true))?.kind == .regular }
        }
        return [given, own].first(where: isThere) ?? given
    }

    private static func image(_ file: FilePath) throws -> GivenImage {
        try VOCLabels.image(try TextLines.whole(of: file, atMost: VOCLabels.largest))
    }

    func forEach(_ take: (Int, GivenImage) throws -> Void) throws {
        for (place, file) in files.enumerated() {
            let image: GivenImage
            do {
                image = try Self.image(root.pushing(file))
            } catch let error as GivenError {
                troubles.note("\(PercentEscape.printable(file)): \(error.description)")
                continue
            }
            try take(place, image)
        }
    }

    var unread: (count: Int, example: String?) { troubles.all }
}

/// Files that could not be read, counted while others are.
final class Troubles {
    private(set) var all: (count: Int, example: String?) = (0, nil)

    func note(_ sentence: String) { all = (all.count + 1, all.example ?? sentence.forTerminal) }
}

/// The files of a folder and of those inside it; no link is followed.
enum LabelFolder {
    private static let most = 5_000_000

    /// Those whose names have an end, by their ways from the folder, in the order of their bytes; blocks.
    static func files(in folder: FilePath, end: String, where isTaken: (FilePath) -> Bool) throws -> [FilePath] {
        var found: [FilePath] = []
        do throws(FolderError) {
            let root = try RootFolder(withoutLinks: folder.resolvedPath)
            var ways: [FilePath?] = [nil]
            while let way = ways.popLast() {
                for (name, kind) in try root.names(in: way) {
                    let path = (way ?? FilePath()).appending(name)
                    if kind == .folder {
                        ways.append(path)
                    } else if kind == .regular, name.string.hasSuffix(end), isTaken(path), found.count <= most {
                        found.append(path)
                    }
                }
            }
        } catch {
            throw GivenError("the folder cannot be read: \(error)")
        }
        guard found.count <= most else { throw GivenError("the folder holds more than \(most) files of labels") }
        return found.sorted { $0.rawBytes.lexicographicallyPrecedes($1.rawBytes) }
    }
}

/// The lines of a text file, one at a time.
enum TextLines {
    /// Calls with each line; a longer one than the limit is an error, and so are a longer file and what is not UTF-8; blocks.
    static func read(_ file: FilePath, atMost limit: Int, in all: Int, _ take: (String) throws -> Void) throws {
        var (line, passed): ([UInt8], Int) = ([], 0)
        func end() throws {
            guard let text = String(validating: line, as: UTF8.self) else { throw GivenError("a line is not UTF-8") }
            line.removeAll(keepingCapacity: true)
            try take(text)
        }
        try FilePieces(of: file).forEach { piece in
            passed += piece.count
            guard passed <= all else { throw GivenError("the file has more than \(all) bytes") }
            var rest = piece[...]
            while let place = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<place]
                guard line.count <= limit else { throw GivenError("a line has more than \(limit) bytes") }
                try end()
                rest = rest[(place + 1)...]
            }
            line += rest
            guard line.count <= limit else { throw GivenError("a line has more than \(limit) bytes") }
        }
        if !line.isEmpty { try end() }
    }

    /// The whole text of a file that is no larger than a limit; blocks.
    static func whole(of file: FilePath, atMost limit: Int) throws -> String {
        var bytes: [UInt8] = []
        try FilePieces(of: file).forEach { piece in
            bytes += piece
            guard bytes.count <= limit else { throw GivenError("the file has more than \(limit) bytes") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw GivenError("the file is not UTF-8") }
        return text
    }
}
