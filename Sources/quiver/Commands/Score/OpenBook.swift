import ArgumentParser
import Foundation
import Pipeline
import Reports
import Results
import Scoring
import Settings
import SystemPackage

/// A score book that is open for reading.
struct OpenBook {
    let control: QueueControl
    let settings: Settings
    /// The session that is wanted; nil for all.
    let name: String?

    var reportOptions: ReportOptions { ReportOptions(shaftDiameter: settings.scoring.shaft) }

    /// The folder of the results, beside which annotated pictures are named.
    private var output: FilePath {
        let folder = settings.output.path
        // A queue that was named alone lies beside its results, as it does where nothing is set.
        return FileManager.default.fileExists(atPath: folder.string)
            ? folder : control.queueFile.removingLastComponent()
    }

    /// The wanted sessions.
    ///
    /// - Throws: a sentence that names those that there are, where the wanted one is not among them.
    func sessions() throws -> [Session] {
        try control.readScores { book in
            let known = try book.sessions().map(\.name)
            if let name {
                if let session = try book.session(named: name) { return [session] }
                let names = known.isEmpty ? "none yet" : known.map { "'\($0)'" }.joined(separator: ", ")
                throw ValidationError("There is no session '\(name)' in \(control.queueFile); there is \(names).")
            }
            guard !known.isEmpty else {
                throw ValidationError(
                    "No session has been scored into \(control.queueFile); see 'quiver score --help'.")
            }
            return try known.compactMap { try book.session(named: $0) }
        }
    }

    /// One page with its pictures.
    func page(of session: Session) async throws -> String {
        let report = HTMLReport(session, options: reportOptions)
        let pictures = await SessionPictures(report.requests, settings: settings, output: output)
        return report.text { pictures.picture($0) }
    }

    func write(_ text: String, to path: String) throws {
        try AtomicFile.write(Array(text.utf8), named: FilePath(path))
        Terminal.talk("written: \(path)")
    }

    /// Writes each session's page and table beside its photos' results, and returns the pages' paths.
    func writePages() async throws -> [FilePath] {
        let all = try sessions()
        let hasFolder = { (session: Session) in
            FileManager.default.fileExists(atPath: output.pushing(FilePath(session.name)).string)
        }
        let homeless = all.count { !hasFolder($0) }
        var pages: [FilePath] = []
        for session in all {
            // Photos that were named one by one share the results' own folder, whatever sessions they are of.
            let name = hasFolder(session) || homeless == 1 ? "scores" : "scores-" + session.name
            let beside = hasFolder(session) ? output.pushing(FilePath(session.name)) : output
            let path = beside.appending(name + ".html")
            try AtomicFile.write(Array(await page(of: session).utf8), named: path)
            try AtomicFile.write(
                Array(CSVReport([session], options: reportOptions).text.utf8), named: beside.appending(name + ".csv"))
            pages.append(path)
        }
        return pages
    }
}
