import Findings
import Foundation
import Results
import TestSupport
import Testing

/// `quiver alike`: near-duplicates among photos that are done.
@Suite(.timeLimit(.minutes(30))) struct AlikeCommandTests {
    private let fixtures: RunFixtures

    /// Four photos in two folders.
    init() throws {
        fixtures = try RunFixtures()
        try fixtures.add(3)
        try fixtures.add(1, in: "day1", from: 10)
        let ended = try fixtures.run()
        #expect(ended.status == 0, "\(ended.talk)")
    }

    private func alike(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["alike"] + arguments + ["--output", "out"]).wait()
    }

    @Test func photosOfARunAreCompared() throws {
        let ended = try alike("--format", "json")
        #expect(ended.status == 0 && ended.talk.contains("4 photos compared"), "\(ended.talk)")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
        #expect(document["photos"] as? Int == 4 && document["unknown"] as? Int == 0)
        let groups = try #require(document["groups"] as? [[String: Any]])
        for group in groups {
            let photos = try #require(group["photos"] as? [String])
            #expect((group["links"] as? [[String: Any]])?.count == photos.count - 1)
        }
        for record in try fixtures.records().values { #expect(record.photo.image?.likeness != nil) }
    }

    @Test func aDistanceThatMeansNothingIsRefused() throws {
        let ended = try alike("--distance", "41")
        #expect(ended.status == 64 && ended.talk.contains("0 to 40"), "\(ended.talk)")
    }
}
