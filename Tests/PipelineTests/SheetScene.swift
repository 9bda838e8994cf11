import Findings
import Foundation
import Glibc
import Scoring
import Settings
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport

@testable import Supervisor

/// A score book with a folder of results, and what writes its sheets.
///
/// Its photos were never decoded, so that no sheet asks for pictures.
final class SheetScene: Sendable {
    static let day: Int64 = 86_400_000

    let temporary: TemporaryFolder
    let queue: QueueService
    private let said = Mutex<[String]>([])

    init(_ store: any QueueStore = MemoryQueueStore(), in folder: TemporaryFolder? = nil) throws {
        temporary = try folder ?? TemporaryFolder()
        queue = QueueService(store)
    }

    var output: FilePath { FilePath(temporary.url.path).resolvedPath }

    /// What was said of sheets that could not be written.
    var warnings: [String] { said.withLock { $0 } }

    func warn(_ sentence: String) { said.withLock { $0.append(sentence) } }

    func writer(_ book: (any SheetBook)? = nil, settings: Settings = Settings()) -> SheetWriter {
        SheetWriter(
            output: output, book: book ?? OwnBook(queue: queue),
            pictures: PictureMaker(settings, output: output), settings: settings, warn: { self.warn($0) })
    }

    /// Takes in a photo of a folder whose results lie in one of that name, taken so many days after 1 January 1970.
    func score(_ path: String, day: Int64) async throws {
        let folder = Session.name(ofPhoto: path)
        try make(folder)
        let reading = Self.reading(path, day: day)
        _ = try await queue.perform { try $0.scores.store(reading) }
    }

    static func reading(_ path: String, day: Int64) -> PhotoReading {
        PhotoReading(
            session: Session.name(ofPhoto: path),
            photo: Session.Photo(
                path: path, captured: day * Self.day, annotated: nil, width: 0, height: 0, faces: []),
            arrows: [], counting: Counting())
    }

    /// Makes a folder of results.
    func make(_ folder: String) throws {
        try FileManager.default.createDirectory(at: temporary[folder], withIntermediateDirectories: true)
    }

    /// Adds an arrow by hand.
    func add(_ score: Int, to photo: String, as arrow: Int? = nil) async throws {
        _ = try await queue.perform {
            try $0.scores.correct(Correction(photo: photo, arrow: arrow, value: .init(score: score), adds: true))
        }
    }

    func change(_ session: String, _ change: SessionChange) async throws {
        _ = try await queue.perform { try $0.scores.change(session: session, change) }
    }

    func marks() async throws -> [SheetMark] { try await queue.look { try $0.scores.sheetMarks() } }

    func text(_ name: String) throws -> String { try String(contentsOf: temporary[name], encoding: .utf8) }

    /// The scores in a table, from its first row down.
    func scores(in table: String) throws -> [String] {
        try text(table).split(separator: "\r\n").dropFirst().map { row in
            String(row.split(separator: ",", omittingEmptySubsequences: false)[6])
        }
    }

    /// The sheets that lie in the results' folder and in those inside it, in order.
    func sheets() -> [String] {
        let names = FileManager.default.enumerator(atPath: temporary.url.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.contains("scores") && !$0.hasSuffix(".sqlite") }.sorted()
    }

    /// Tells a file from the one that takes its place.
    func number(_ name: String) -> FileNumber? { FileNumber(at: FilePath(temporary[name].path)) }
}
