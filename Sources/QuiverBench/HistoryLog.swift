import Foundation
import Glibc
import Storage

/// What one writer did, line by line: each verb once before it is asked and once when it is answered.
///
/// The lines are written at once, so that those of a process that is killed are there. Times are of the clock that all
/// processes of a machine share and that is never set.
final class HistoryLog {
    /// What is asked.
    struct Asked: Codable {
        var verb: String
        var photos: [Photo]?
        var claims: [String]?
        var outcomes: [String]?
        var jobs: [Int64]?
        var limit: Int?
    }

    /// What is answered; nothing where it is not known whether it was done.
    struct Answered: Codable {
        var results: [String]?
        var claims: [Claimed]?
        var jobs: [Int64]?
        var count: Int?
        var error: String?
    }

    /// A photo that is registered.
    struct Photo: Codable {
        var path: String
        var content: UInt64
    }

    /// A claim that was handed out.
    struct Claimed: Codable {
        var id: String
        var attempts: Int
        /// The job whose end this copy shares.
        var original: Int64?
        /// What that end left.
        var result: String?
    }

    private struct Begin: Codable {
        var n: Int
        var begin: UInt64
        var asked: Asked
    }

    private struct End: Codable {
        var n: Int
        var end: UInt64
        var answered: Answered
    }

    private let file: Int32
    private let encoder = JSONEncoder()
    private(set) var count = 0

    init(path: String) throws {
        file = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw HistoryError(description: "cannot write \(path): errno \(errno)") }
        encoder.outputFormatting = [.sortedKeys]
    }

    /// Runs a verb between its two lines.
    func note(_ asked: Asked, _ verb: () throws -> Answered) throws {
        count += 1
        try write(Begin(n: count, begin: Self.now(), asked: asked))
        let answered: Answered
        do {
            answered = try verb()
        } catch let error as JobQueueError where error.isPassing {
            answered = Answered(error: error.description)
        }
        try write(End(n: count, end: Self.now(), answered: answered))
    }

    private func write(_ line: some Encodable) throws {
        let bytes = try encoder.encode(line) + [UInt8(ascii: "\n")]
        let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw HistoryError(description: "the log is not written: errno \(errno)") }
    }

    /// Nanoseconds.
    static func now() -> UInt64 {
        var time = timespec()
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// A history that cannot be written, or does not come to an end.
struct HistoryError: Error, CustomStringConvertible {
    let description: String
}
