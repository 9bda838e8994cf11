import Storage
import Testing

@testable import Geometry
@testable import Supervisor

/// Suggested labels in groups of one change.
@Suite struct LabelCohortsTests {
    @Test("photos of one change are together, and one of which a finding is not meant is left out")
    func groups() {
        // The fourth photo has two cats, of which one alone is doubted; both cats of the fifth are.
        let jobs = [1, 2, 3, 4, 4, 5, 5, 6].map { JobID(rawValue: $0) }
        let said: [(String, Int)] = [
            ("cat", 1), ("cat", 1), ("dog", 1), ("cat", 2), ("cat", 2), ("cat", 2), ("cat", 2),
        ]
        let labels: [DetectorLabel?] = said.map { DetectorLabel(text: $0.0, detector: "small", count: $0.1) } + [nil]
        let found = Self.grouped(
            [(1, "dog", 0.9), (5, "dog", 0.8), (2, "cat", 0.7), (3, "dog", 0.7), (6, "dog", 0.6), (0, "fox", 0.5)],
            jobs: jobs, labels: labels)
        #expect(found.map { $0.jobs.map(\.rawValue) } == [[2, 5], [1], [3]])
        #expect(found.map(\.suggested) == ["dog", "fox", "cat"] && found.map(\.label) == ["cat", "cat", "dog"])
        #expect(abs((found.first?.share ?? 0) - 0.85) < 1e-9)
    }

    @Test("a group is of one detector, and a photo with a finding that has no vector is in none")
    func detectors() {
        let jobs = [1, 1, 2, 3].map { JobID(rawValue: $0) }
        // Beside the cat of the third photo a user has drawn another one.
        let labels = [("small", 1), ("large", 1), ("small", 1), ("small", 2)].map {
            DetectorLabel(text: "cat", detector: $0, count: $1)
        }
        let found = Self.grouped(
            [(0, "dog", 0.9), (2, "dog", 0.8), (3, "dog", 0.8), (1, "dog", 0.7)], jobs: jobs, labels: labels)
        #expect(found.map(\.detector) == ["small", "large"])
        #expect(found.map { $0.jobs.map(\.rawValue) } == [[1, 2], [1]])
    }

    @Test("what was scored is in no group")
    func scored() {
        let labels = [false, true, false].map {
            DetectorLabel(text: "face", detector: $0 ? "targets" : "small", count: 1, isScored: $0)
        }
        let found = Self.grouped(
            [(0, "dog", 0.9), (1, "dog", 0.9), (2, "dog", 0.8)], jobs: [1, 2, 3].map { JobID(rawValue: $0) },
            labels: labels)
        #expect(found.map(\.detector) == ["small"] && found.map { $0.jobs.map(\.rawValue) } == [[1, 3]])
    }

    private static func grouped(
        _ all: [(place: Int, to: String, share: Double)], jobs: [JobID], labels: [DetectorLabel?]
    ) -> [LabelCohorts.Cohort] {
        let suggestions = all.map { one in
            LabelSuggestion(
                place: one.place, label: labels[one.place]?.text ?? "", suggested: one.to, ownShare: 0.1,
                share: one.share)
        }
        return LabelCohorts.grouped(suggestions, jobs: jobs, labels: labels)
    }
}
