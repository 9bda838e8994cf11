import ArgumentParser
import Foundation
import Reports
import Results
import Scoring
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// Where a score book lies: in a folder of results, or where the settings put it.
struct BookLocation: ParsableArguments {
    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The queue that the scores lie in, a file or a database.", valueName: "queue"))
    var queue: String?

    private static let hint =
        "name the folder of your scores, as in 'quiver score report scores'; 'quiver score PHOTOS --output scores' makes it"

    /// The hint where a word was neither a folder of results nor, for want of a queue, a session.
    private static func hint(about name: String?) -> String {
        guard let name else { return hint }
        return "'\(name.forTerminal)' is no folder of results either; " + hint
    }

    /// Opens the book of a folder of results; any other word is a session's name in the settings' book.
    ///
    /// - Parameter options: Further settings of the command line.
    func open(place: String?, session: String?, options: [SettingsOption] = []) throws -> OpenBook {
        var given = options
        var name = session
        if let place {
            let folder = FilePath(place)
            if queue == nil, FileManager.default.fileExists(atPath: folder.appending("quiver.sqlite").string) {
                given.append(SettingsOption("PATH", "output.path", place))
            } else if name == nil {
                name = place
            }
        }
        if let queue { given.append(SettingsOption("--queue", "queue", queue)) }
        let settings = try Settings.load(
            SettingsSources(file: config.map { FilePath($0) }, options: given, paths: [])
        ).sayingQueueWarnings().settings
        let hint = place == name && place != session ? Self.hint(about: name) : Self.hint
        return OpenBook(control: try QueueControl(settings, hint: hint), settings: settings, name: name)
    }
}

/// A score book that is open for reading.
struct OpenBook {
    let control: QueueControl
    let settings: Settings
    /// The session that is wanted; nil for all.
    let name: String?
    /// Whether pages print their pictures too.
    var printsPictures = false

    /// The folder of the results, beside which annotated pictures are named.
    private var output: FilePath {
        let folder = settings.output.path
        // A queue that was named alone lies beside its results, as it does where nothing is set.
        return FileManager.default.fileExists(atPath: folder.string) || control.location.address != nil
            ? folder : control.location.folder
    }

    /// The wanted sessions.
    ///
    /// - Throws: a sentence that names those that there are, where the wanted one is not among them.
    func sessions() throws -> [Session] {
        try control.readScores { book in
            let known = try book.sessions().map(\.name)
            if let name {
                if let session = try book.session(named: name) { return [session] }
                let names = known.isEmpty ? "none yet" : known.map { "'\($0.forTerminal)'" }.joined(separator: ", ")
                throw ValidationError(
                    "There is no session '\(name.forTerminal)' in \(control.location.printable); there is \(names).")
            }
            guard !known.isEmpty else {
                throw ValidationError(
                    "No session has been scored into \(control.location.printable); see 'quiver score --help'.")
            }
            return try book.allSessions()
        }
    }

    /// One page with its pictures.
    func page(of session: Session) async throws -> String {
        let options = try control.readScores {
            try ReportOptions(of: session.name, in: $0, settings: settings, printsPictures: printsPictures)
        }
        let report = HTMLReport(session, options: options)
        let pictures = await SessionPictures(report.requests, settings: settings, output: output) {
            Terminal.talk("warning: \($0)")
        }
        return report.text { pictures.picture($0) }
    }

    /// Has sessions' sheets written, and says where their pages lie.
    func writeSheets(of sessions: [Session]) async throws {
        let pages = try await control.writeSheets(of: sessions.map(\.name), printsPictures: printsPictures) {
            Terminal.talk("warning: \($0)")
        }
        for page in pages { Terminal.talk("score sheet: \(EscapedName.printable(page))") }
    }

    func write(_ text: String, to path: String) throws {
        var file = FilePath(path)
        // A bare name lies in the current folder.
        if file.removingLastComponent().isEmpty { file = FilePath(".").pushing(file) }
        try AtomicFile.write(Array(text.utf8), named: file)
        Terminal.talk("written: \(EscapedName.printable(FilePath(path)))")
    }
}

/// The names that users give to sessions, and paths as the score book has them.
enum SessionName {
    /// A path as records and the score book write it.
    static func bookPath(of path: FilePath) -> String {
        EscapedName(path.realPath ?? path).text
    }

    /// Whether a name can stand on one line of a sheet.
    static func isUsable(_ name: String) -> Bool {
        (1...100).contains(name.count)
            && !name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
            && name.contains { !$0.isWhitespace }
    }
}
