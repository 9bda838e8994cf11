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
    private var output: FilePath { control.queueFile.removingLastComponent() }

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
    func page(of session: Session) throws -> String {
        let pictures = SessionPictures(output: output)
        return HTMLReport(session, options: reportOptions).text { pictures.picture($0) }
    }

    func write(_ text: String, to path: String) throws {
        try AtomicFile.write(Array(text.utf8), to: FilePath(path))
        Terminal.talk("written: \(path)")
    }

    /// Writes each session's page and table beside its photos' results, and returns the pages' paths.
    func writePages() throws -> [FilePath] {
        try sessions().map { session in
            let folder = output.pushing(FilePath(session.name))
            let beside: FilePath = FileManager.default.fileExists(atPath: folder.string) ? folder : output
            let path = beside.appending("scores.html")
            try AtomicFile.write(Array(page(of: session).utf8), to: path)
            try AtomicFile.write(
                Array(CSVReport([session], options: reportOptions).text.utf8), to: beside.appending("scores.csv"))
            return path
        }
    }
}
