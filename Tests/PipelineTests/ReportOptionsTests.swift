import Findings
import Reports
import Scoring
import Settings
import Storage
import Testing

@testable import Supervisor

@Suite struct ReportOptionsTests {
    /// What a session was scored with counts for its drawings, whatever the settings of the one who looks at it are.
    @Test func shaftsAreThoseOfTheSessionAndAllElseIsOfTheSettings() async throws {
        let scene = try SheetScene()
        var reading = SheetScene.reading("day/1.jpg", day: 1)
        reading.counting.scoring.shaftDiameter = 9.3
        let stored = reading
        _ = try await scene.queue.perform { try $0.scores.store(stored) }
        var settings = Settings()
        settings.scoring.shaft = 4
        settings.output.language = .german
        settings.output.confidenceLevels = try #require(ConfidenceLevels([0.95, 0.8, 0.6]))
        let given = settings
        let (own, none) = try await scene.queue.look { snapshot in
            (
                try ReportOptions(of: stored.session, in: snapshot.scores, settings: given, printsPictures: true),
                try ReportOptions(of: "none", in: snapshot.scores, settings: given)
            )
        }
        #expect(own.shaftDiameter == 9.3 && own.printsPictures)
        #expect(own.confidenceLevels == settings.output.confidenceLevels && own.language == .german)
        #expect(none.shaftDiameter == 4 && !none.printsPictures)
    }
}
