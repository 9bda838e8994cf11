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

    @Option(help: ArgumentHelp("The queue that the scores lie in.", valueName: "file"))
    var queue: String?

    private static let hint =
        "name the folder of your scores, as in 'quiver score report scores'; 'quiver score PHOTOS --output scores' makes it"

    /// The hint where a word was neither a folder of results nor, for want of a queue, a session.
    private static func hint(about name: String?) -> String {
        guard let name else { return hint }
        return "'\(name.forTerminal)' is no folder of results either; " + hint
    }

    /// Opens the book of a folder of results; any other word is a session's name in the settings' book.
    func open(place: String?, session: String?) throws -> OpenBook {
        var given: [SettingsOption] = []
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
        ).settings
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
    /// What pages are written in.
    var language = ReportLanguage.english

    var reportOptions: ReportOptions {
        ReportOptions(
            shaftDiameter: settings.scoring.shaft, confidenceLevels: settings.output.confidenceLevels,
            printsPictures: printsPictures, language: language)
    }

    /// The folder of the results, beside which annotated pictures are named.
    private var output: FilePath {
        let folder = settings.output.path
        // A queue that was named alone lies beside its results, as it does where nothing is set.
        return FileManager.default.fileExists(atPath: folder.string)
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
                    "There is no session '\(name.forTerminal)' in \(control.location.file); there is \(names).")
            }
            guard !known.isEmpty else {
                throw ValidationError(
                    "No session has been scored into \(control.location.file); see 'quiver score --help'.")
            }
            return try book.allSessions()
        }
    }

    /// One page with its pictures.
    func page(of session: Session) async throws -> String {
        let report = HTMLReport(session, options: reportOptions)
        let pictures = await SessionPictures(report.requests, settings: settings, output: output)
        return report.text { pictures.picture($0) }
    }

    func write(_ text: String, to path: String) throws {
        var file = FilePath(path)
        // A bare name lies in the current folder.
        if file.removingLastComponent().isEmpty { file = FilePath(".").pushing(file) }
        try AtomicFile.write(Array(text.utf8), named: file)
        Terminal.talk("written: \(EscapedName.printable(FilePath(path)))")
    }
}

extension OpenBook {
    /// Writes sessions' pages and tables beside their photos' results, and returns the pages' paths.
    ///
    /// A folder's session has `scores.html`. Where the folder holds sessions of several days each has its day in the
    /// name, and `scores.html` is the newest. One whose `scores.html` becomes another's gets its own page now.
    func writePages(of wanted: [Session]) async throws -> [FilePath] {
        let all = try OpenBook(control: control, settings: settings, name: nil).sessions()
        for session in unwritten(beside: wanted, all) { _ = try await writePages(of: [session], all) }
        removeStalePages(all, in: Set(wanted.map { folder(of: $0) ?? output }))
        return try await writePages(of: wanted, all)
    }

    private func writePages(of wanted: [Session], _ all: [Session]) async throws -> [FilePath] {
        let flat = Set(all.filter { folder(of: $0) == nil }.compactMap(\.folder))
        var pages: [FilePath] = []
        for session in wanted {
            let path = folder(of: session) ?? output
            let siblings = all.filter { $0.folder == session.folder }
            var names: [String] = []
            if let own = session.folder {
                // Photos that were named one by one share the results' own folder, whatever sessions they are of.
                let isAlone = path != output || flat.count == 1
                let isNewest = siblings.allSatisfy { ($0.lastCaptured ?? .min) <= (session.lastCaptured ?? .min) }
                if isNewest { names.append(isAlone ? "scores" : "scores-" + SessionName.fileName(own)) }
            }
            let ownName = "scores-" + SessionName.fileName(session.name)
            if session.folder == nil || siblings.count > 1 || exists(path.appending(ownName + ".html")) {
                names.append(ownName)
            }
            let page = Array(try await self.page(of: session).utf8)
            let table = Array(CSVReport([session], options: reportOptions).text.utf8)
            for name in names {
                try AtomicFile.write(page, named: path.appending(name + ".html"))
                try AtomicFile.write(table, named: path.appending(name + ".csv"))
            }
            pages.append(path.appending((names.last ?? "scores") + ".html"))
        }
        return pages
    }

    /// The sessions of other days that share a folder with wanted ones and have no page of their own name yet.
    private func unwritten(beside wanted: [Session], _ all: [Session]) -> [Session] {
        let names = Set(wanted.map(\.name))
        let folders = Set(wanted.compactMap(\.folder))
        return all.filter { session in
            guard let own = session.folder, folders.contains(own), !names.contains(session.name) else { return false }
            let page = "scores-" + SessionName.fileName(session.name) + ".html"
            return !exists((folder(of: session) ?? output).appending(page))
        }
    }

    /// Removes pages and tables of sessions that the book does not have any more; files of others stay.
    private func removeStalePages(_ all: [Session], in folders: Set<FilePath>) {
        let known = Set(all.map { "scores-" + SessionName.fileName($0.name) })
            .union(all.compactMap(\.folder).map { "scores-" + SessionName.fileName($0) })
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
            for name in names where name.hasPrefix("scores-") && name.hasSuffix(".html") {
                let stem = String(name.dropLast(5))
                guard !known.contains(stem), isOurs(folder.appending(name)) else { continue }
                for end in [".html", ".csv"] { AtomicFile.discard(folder.appending(stem + end)) }
            }
        }
    }

    /// Whether a page is marked as Quiver's.
    private func isOurs(_ page: FilePath) -> Bool {
        guard let file = FileHandle(forReadingAtPath: page.string), let start = try? file.read(upToCount: 4096) else {
            return false
        }
        return String(decoding: start, as: UTF8.self).contains(#"name="generator" content="Quiver""#)
    }

    private func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

    /// The folder of a session's results; nil where it shares the results' own.
    private func folder(of session: Session) -> FilePath? {
        guard let name = session.folder else { return nil }
        let folder = output.pushing(FilePath(name))
        return FileManager.default.fileExists(atPath: folder.string) ? folder : nil
    }
}

extension Session {
    /// When its last photo was taken, by the camera's clock.
    fileprivate var lastCaptured: Int64? { photos.compactMap(\.captured).max() }
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

    /// A session's name as part of a file's name.
    static func fileName(_ name: String) -> String { name.replacing("/", with: "-") }
}

/// The pictures of one page: its annotated photos, or the photos themselves, smaller, made by a confined worker.
struct SessionPictures {
    private let made: [PictureWish: MadePicture]

    /// Has the pictures made; where that is not possible the page does without, and a warning is printed.
    init(_ requests: [PictureRequest], settings: Settings, output: FilePath) async {
        let wishes = requests.compactMap { PictureWish($0) }
        do {
            made = try await PictureMaker(settings, output: output).make(wishes)
        } catch {
            Terminal.talk("warning: the page has no pictures: \("\(error)".forTerminal)")
            made = [:]
        }
    }

    /// Nil where the picture could not be made: the page has a sentence in its place.
    func picture(_ request: PictureRequest) -> ReportPicture? {
        PictureWish(request).flatMap { made[$0] }.map {
            ReportPicture(jpeg: $0.jpeg, width: $0.size.width, height: $0.size.height)
        }
    }
}

extension PictureWish {
    /// Nil for a photo that no worker could decode: it is not tried again for the sake of a page.
    fileprivate init?(_ request: PictureRequest) {
        let photo = request.photo
        guard photo.width > 0, photo.height > 0 else { return nil }
        self.init(
            photo: FilePath(photo.filePath), isPhotoThere: !photo.isFormer,
            annotated: photo.annotated.map { FilePath($0) }, region: request.region,
            longestSide: request.longestSide)
    }
}
