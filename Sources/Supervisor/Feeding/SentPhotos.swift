import Control
import Foundation
import Intake
import Scoring
import Storage
import SystemPackage
import SystemValues

/// Photos that were sent to the page's server, on their way into a watched folder of this run.
struct SentPhotos: Sendable {
    let watcher: Watcher
    /// Nil where nothing is scored: then nothing is known of archers and sessions.
    let scores: FolderScores?
    /// The record's path below the output folder for a photo's path; blocks.
    let names: @Sendable (FilePath) -> [UInt8]
    private let disk = BlockingLane("quiver.sent")

    init(watcher: Watcher, scores: FolderScores?, names: @escaping @Sendable (FilePath) -> [UInt8]) {
        self.watcher = watcher
        self.scores = scores
        self.names = names
    }

    /// What the book has of a photo until it is read; nil where nothing is scored.
    func reading(of photo: ExpectedPhoto) async throws -> PhotoReading? {
        guard let scores = scores?(photo.file) else { return nil }
        let output = try await disk.perform { [names] in names(photo.file) }
        return scores.reading(of: photo, output: output, now: Self.wall())
    }

    /// The local time, as a camera of this place shows it.
    static func wall() -> Int64 {
        let now = Date()
        return Int64((now.timeIntervalSince1970 + Double(TimeZone.current.secondsFromGMT(for: now))) * 1000)
    }
}
