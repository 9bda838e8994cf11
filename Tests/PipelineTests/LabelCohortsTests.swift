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
        let labels: [String?] = ["cat", "cat", "dog", "cat", "cat", "cat", "cat", nil]
        let suggestions = [
            (place: 1, to: "dog", share: 0.9), (place: 5, to: "dog", share: 0.8), (place: 2, to: "cat", share: 0.7),
            (place: 3, to: "dog", share: 0.7), (place: 6, to: "dog", share: 0.6), (place: 0, to: "fox", share: 0.5),
        ].map { one in
            LabelSuggestion(
                place: one.place, label: labels[one.place] ?? "", suggested: one.to, ownShare: 0.1, share: one.share)
        }
        let found = LabelCohorts.grouped(suggestions, jobs: jobs, labels: labels)
        #expect(found.map { $0.jobs.map(\.rawValue) } == [[2, 5], [1], [3]])
        #expect(found.map(\.suggested) == ["dog", "fox", "cat"] && found.map(\.label) == ["cat", "cat", "dog"])
        #expect(abs((found.first?.share ?? 0) - 0.85) < 1e-9)
    }
}
