import ArgumentParser
import Foundation
import Reports
import Results
import Scoring
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// A score book that is open for reading.
struct OpenBook {
    let control: QueueControl
    let settings: Settings
    /// The session that is wanted; nil for all.
    let name: String?
    /// Whether pages print their pictures too.
    var printsPictures = false

    var reportOptions: ReportOptions {
        ReportOptions(shaftDiameter: settings.scoring.shaft, printsPictures: printsPictures)
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

    /// Whether a page says that Quiver made it.
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
    fileprivate var lastCaptured: Int64? { rounds.flatMap(\.ends).flatMap(\.photos).compactMap(\.captured).max() }
}
