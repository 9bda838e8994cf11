import Foundation
import Results
import Settings
import SystemPackage
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// What a worker says of its detectors before its first photo.
@Suite struct GreetingTrustTests {
    private static let plan: WorkPlan? = {
        var settings = Settings()
        settings.detectors[0].name = "one"
        settings.detectors[0].model = FilePath(RunFixtures.model)
        return try? WorkPlan(settings)
    }()

    private func classes(_ detectors: [WorkerGreeting.Detector]?) throws -> [DetectorClasses]? {
        WorkerGreeting(startupError: nil, confinement: nil, plans: detectors.map { [$0] })
            .classes(of: [try #require(Self.plan)])
    }

    @Test func whatIsNotTheWorkersToSayComesFromThePlan() throws {
        let told = try classes([.init(name: "one", task: .detect, classes: ["a", "b"])])
        let model = try #require(Self.plan).detectors[0][.main]?.sha256
        #expect(told == [DetectorClasses(name: "one", task: "detect", model: model ?? "none", classes: ["a", "b"])])
        #expect(try classes(nil) == [])
    }

    @Test(arguments: [
        [], [("two", ["a"])], [("one", ["a"]), ("one", ["a"])],
        [("one", ["a", "\u{1B}[2J"])], [("one", [String(repeating: "x", count: 2000)])],
        [("one", Array(repeating: "a", count: 100_001))],
    ])
    func whatNoHonestWorkerSaysIsNotBelieved(detectors: [(String, [String])]) throws {
        #expect(try classes(detectors.map { .init(name: $0.0, task: .detect, classes: $0.1) }) == nil)
    }
}

@Suite struct OutputFormatTests {
    @Test func everyWordOfTheSettingsIsAFormatAndTheOtherWayRound() {
        #expect(Settings.Format.allCases.map(\.rawValue) == OutputFormat.all.map(\.name))
    }

    @Test func noTwoFormatsWriteTheSame() {
        let ends = OutputFormat.all.flatMap { [$0.photoFile?.end, $0.table?.name].compactMap { $0 } }
        #expect(Set(ends).count == ends.count)
    }
}
