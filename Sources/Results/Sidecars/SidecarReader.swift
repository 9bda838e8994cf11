import Foundation
import SystemPackage
import SystemValues

/// Sees by the program `exiv2` that sidecars say what they are to say, before they take the place of others.
///
/// It reads XMP by Adobe's own toolkit, as Lightroom and digiKam do, and is a process of its own: libexiv2 is no part of Quiver.
/// It gets names of Quiver's own alone, few variables, and limits of time, memory and what it writes.
struct SidecarReader: Sendable {
    /// A sidecar with what it is to be replaced by.
    struct Pair: Sendable {
        let former: [UInt8]
        let merged: [UInt8]
        /// Whether Quiver's notes are in it.
        let hasNotes: Bool
    }

    /// Runs a program to its end, or kills it after its patience and says nil.
    typealias Runner =
        @Sendable (
            _ program: ChildProgram, _ output: FileDescriptor, _ error: FileDescriptor, _ patience: Duration
        ) throws(Errno) -> ProcessEnding?

    /// In which the program is found.
    var environment = ProcessInfo.processInfo.environment
    /// After which a process is killed, be it for some hundred sidecars or for one.
    var patience = Duration.seconds(60)
    var runner: Runner = { (program, output, error, patience) throws(Errno) in
        try program.run(output: output, error: error, limit: patience)
    }

    private static let limits = ["prlimit", "--as=\(1 << 30)", "--fsize=\(128 << 20)", "--core=0"]
    /// With which `env` and `prlimit` end where the program that they are to start is not there.
    private static let noProgram: Int32 = 127
    /// What merging may change.
    private static let own = ["dc.subject", "lr.hierarchicalSubject", "digiKam.TagsList", "mwg-rs.Regions"]
        .map { "Xmp." + $0 }
    private static let notes = "Xmp.\(XMPNamespace.quiver.prefix).\(Sidecar.Place.notes.name.local)"

    /// Sees that the program is there, and that it answers.
    func check() throws(ResultsError) {
        let output: FileDescriptor
        do { output = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec) } catch {
            throw ResultsError(error as? Errno ?? .ioError, "write", "/dev/null")
        }
        defer { try? output.close() }
        guard let ending = try run(["--version"], output, error: output) else {
            throw ResultsError(
                .failed,
                "the program exiv2, which checks each sidecar before it is placed, does not answer within \(seconds): see that "
                    + "'exiv2 --version' ends, or install it anew", fault: .environment)
        }
        guard ending != .exited(0) else { return }
        // A program that is not there ends the same, be it the one that limits or the one that it is to start.
        guard try start(["prlimit", "--version"], output, error: output) == .exited(0) else {
            throw ResultsError(
                .missing,
                "the program prlimit limits exiv2, which checks each sidecar before it is placed, and there is none: install "
                    + "util-linux (apt-get install util-linux)", fault: .environment)
        }
        guard ending == .exited(Self.noProgram) else {
            throw ResultsError(
                .failed,
                "the program exiv2, which checks each sidecar before it is placed, \(ending.description): see what "
                    + "'\((Self.limits + ["exiv2", "--version"]).joined(separator: " "))' says", fault: .environment)
        }
        throw ResultsError(
            .missing,
            "the program exiv2 checks each sidecar before it is placed, and there is none: install it (apt-get install exiv2, "
                + "or https://exiv2.org)", fault: .environment)
    }

    private var seconds: String { "\(patience.components.seconds) s" }

    /// Why sidecars are not to be placed, in their order; nil for those that may be.
    func faults(of pairs: [Pair]) throws(ResultsError) -> [String?] {
        guard !pairs.isEmpty else { return [] }
        let folder = try PrivateFolder()
        defer { folder.remove() }
        var names: [String] = []
        for (index, pair) in pairs.enumerated() {
            for (kind, bytes) in [("f", pair.former), ("m", pair.merged)] {
                names.append(try folder.write(bytes, as: "\(kind)\(index).xmp").string)
            }
        }
        let read: [String: Content]
        switch try self.read(names, in: folder.path) {
        case .contents(let contents): read = contents
        case .crash:
            // One of them brings it down: it is looked for, so that the others go on.
            guard pairs.count > 1 else { return ["exiv2 does not come to an end with it"] }
            let half = pairs.count / 2
            return try faults(of: Array(pairs[..<half])) + faults(of: Array(pairs[half...]))
        case .silence:
            guard pairs.count > 1 else { return ["exiv2 does not come to an end with it within \(seconds)"] }
            // One by one, as each half with such a one in it would take as long again.
            var faults: [String?] = []
            for pair in pairs { faults += try self.faults(of: [pair]) }
            return faults
        }
        return pairs.indices.map { index in
            let (former, merged) = (read[names[2 * index]] ?? Content(), read[names[2 * index + 1]] ?? Content())
            if merged.hasNotes != pairs[index].hasNotes { return "exiv2 cannot read it" }
            return merged.others == former.others && merged.count == former.count
                ? nil : "exiv2 reads other metadata in it than before, with the labels in it"
        }
    }

    /// What the program reads in a file: a sum over the properties that merging leaves alone.
    private struct Content {
        var hasNotes = false
        var count = 0
        var others = 0
    }

    /// How the program read files.
    private enum Reading {
        /// It ended by itself.
        case contents([String: Content])
        /// Something else ended it.
        case crash
        /// It did not end, and was killed.
        case silence
    }

    /// What the program reads in files, of which there are two at least.
    private func read(_ names: [String], in folder: FilePath) throws(ResultsError) -> Reading {
        let place = folder.appending("read")
        do {
            let output = try FileDescriptor.open(
                place, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
            defer { try? output.close() }
            let error = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
            defer { try? error.close() }
            // Keys and values of XMP; with several files each line begins with the name of its own.
            guard let ending = try run(["-PXkv"] + names, output, error: error) else { return .silence }
            guard case .exited = ending else { return .crash }
            let text = try Data(contentsOf: URL(fileURLWithPath: place.string), options: .mappedIfSafe)
            return .contents(Self.contents(of: text, in: folder))
        } catch let failure as ResultsError {
            throw failure
        } catch {
            throw ResultsError(error as? Errno ?? .ioError, "read", place)
        }
    }

    /// Takes lines apart: one that does not begin with a file's name, which nothing in a sidecar can know, goes on with a value.
    private static func contents(of text: Data, in folder: FilePath) -> [String: Content] {
        var (contents, file, isOwn, entry): ([String: Content], String, Bool, Hasher?) = ([:], "", false, nil)
        func end() {
            guard let hasher = entry, !isOwn else { return }
            contents[file, default: Content()].others &+= hasher.finalize()
            contents[file, default: Content()].count += 1
        }
        let start = folder.string + "/"
        for bytes in text.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes, as: UTF8.self)
            // The folder's own name may have blanks.
            guard line.hasPrefix(start), let blank = line.dropFirst(start.count).firstIndex(of: " ") else {
                entry?.combine(line)
                continue
            }
            end()
            file = String(line[..<blank])
            let rest = line[blank...].drop { $0 == " " }
            let key = rest.prefix { $0 != " " }
            if key.hasPrefix(notes) { contents[file, default: Content()].hasNotes = true }
            isOwn = (own + [notes]).contains { key == $0 || key.hasPrefix($0 + "[") || key.hasPrefix($0 + "/") }
            entry = Hasher()
            entry?.combine(rest)
        }
        end()
        return contents
    }

    private func run(
        _ words: [String], _ output: FileDescriptor, error: FileDescriptor
    ) throws(ResultsError) -> ProcessEnding? {
        try start(Self.limits + ["exiv2"] + words, output, error: error)
    }

    private func start(
        _ words: [String], _ output: FileDescriptor, error: FileDescriptor
    ) throws(ResultsError) -> ProcessEnding? {
        var few = environment.filter { $0.key == "PATH" }
        few["LC_ALL"] = "C"
        let program = ChildProgram("/usr/bin/env", arguments: ["env"] + words, environment: few)
        do throws(Errno) { return try runner(program, output, error, patience) } catch {
            throw ResultsError(error, "start", "/usr/bin/env")
        }
    }
}
