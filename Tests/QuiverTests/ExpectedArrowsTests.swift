import Findings
import Foundation
import Results
import Scoring
import Settings
import Storage
import StorageSQLite
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import quiver

/// How many arrows a photo's line counts with, asked of a score book that the test filled.
@Suite struct ExpectedArrowsTests {
    private let folder: TemporaryFolder
    private let settings: Settings

    init() throws {
        folder = try TemporaryFolder()
        var settings = Settings()
        settings.queue = .file(FilePath(folder["queue.sqlite"].path))
        settings.scoring.arrowsPerEnd = 3
        self.settings = settings
    }

    private func record(_ path: String, copyOf original: String? = nil) -> Record {
        Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 1)),
            source: .init(
                path: FilePath(path), bytes: 1, sha256: "ab", duplicateOf: original.map { FilePath($0) }),
            state: .done, attempts: 1)
    }

    private func reading(_ path: String, copyOf original: String? = nil) throws -> PhotoReading {
        let vegas = try #require(RoundDefinition.known.first { $0.id == "vegas" })
        return PhotoReading(
            session: "day",
            photo: Session.Photo(path: path, captured: 0, annotated: nil, width: 9, height: 9, faces: []),
            content: "ab", copyOf: original, arrows: [],
            counting: Counting(scoring: ScoringSettings(arrowsPerEnd: 3), round: vegas))
    }

    /// Two archers share the target of a photo, which has a copy in its folder.
    private func fill() throws {
        let archers = Archers(names: ["Ana", "Ben"], by: .colour, colours: [.red, .blue])
        try SQLiteQueueStore(path: folder["queue.sqlite"].path, owner: .current(), at: 0).transaction { transaction in
            _ = try transaction.scores.store(reading("day/1.jpg"))
            _ = try transaction.scores.store(reading("day/2.jpg", copyOf: "day/1.jpg"))
            let session = try #require(try transaction.scores.sessionName(ofPhoto: "day/1.jpg"))
            _ = try transaction.scores.change(session: session, .archers(archers))
            #expect(try transaction.scores.photoNames() == ["day/1.jpg"], "a copy is in the book with its original")
        }
    }

    @Test func theBookSaysHowManyShareATarget() throws {
        try fill()
        #expect(ExpectedArrows(settings).count(of: record("day/1.jpg")) == 6)
    }

    @Test func aCopyInTheSameFolderShowsWhatItsOriginalShows() throws {
        try fill()
        #expect(ExpectedArrows(settings).count(of: record("day/2.jpg", copyOf: "day/1.jpg")) == 6)
    }

    @Test("what the book lacks is as the settings say", arguments: [(1, 3), (2, nil)] as [(Int, Int?)])
    func usual(photosPerEnd: Int, count: Int?) throws {
        var settings = settings
        settings.scoring.photosPerEnd = photosPerEnd
        let expected = ExpectedArrows(settings)
        #expect(expected.count(of: record("day/1.jpg")) == count, "there is no book yet")
        try fill()
        #expect(expected.count(of: record("day/9.jpg")) == count)
        #expect(expected.count(of: record("day/9.jpg", copyOf: "day/8.jpg")) == count)
    }
}
