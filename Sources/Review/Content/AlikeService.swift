import Findings
import Foundation
import Storage
import Supervisor
import Synchronization
import SystemPackage
import SystemValues

/// Compares the vectors of photos, for one client after the other, and keeps the last map until another photo ends.
final class AlikeService: Sendable {
    private struct Known: Sendable {
        let queue: Fingerprint
        let span: EndingSpan
        let detector: String?
        let map: EmbeddingMap?
    }

    private let control: QueueControl
    private let turns = Turns(1)
    private let known = Mutex<Known?>(nil)

    private let output: FilePath

    /// - Parameter output: The folder of the results.
    init(_ control: QueueControl, output: FilePath) {
        self.control = control
        self.output = output
    }

    /// All photos, the most alike to one first; nil where that one has no vector.
    func order(of job: JobID, by detector: String?) async throws -> AlikeOrder? {
        try await perform { try AlikeOrder(of: job, in: $0, by: detector) }
    }

    /// The map of all photos; nil where none has a vector.
    func map(by detector: String?) async throws -> EmbeddingMap? {
        try await perform { [self] control in
            let (queue, span) = try control.read { (try $0.identity(), try $0.endingSpan()) }
            if let now = known.withLock({ $0 }), (now.queue, now.span) == (queue, span), now.detector == detector {
                return now.map
            }
            let map = try EmbeddingMap(of: control, by: detector)
            known.withLock { $0 = Known(queue: queue, span: span, detector: detector, map: map) }
            return map
        }
    }

    /// Photos whose labels may be wrong, in groups; nil where none has a vector.
    func cohorts(by detector: String?) async throws -> LabelCohorts? {
        try await perform { [output] in try LabelCohorts(in: $0, results: output, by: detector) }
    }

    private func perform<T: Sendable>(_ body: @escaping @Sendable (QueueControl) throws -> T) async throws -> T {
        await turns.take()
        defer { turns.giveBack() }
        // The client may have hung up meanwhile.
        try Task.checkCancellation()
        return try await BlockingLane("quiver.review.alike").perform { [control] in try body(control) }
    }
}

/// Orders and maps as clients get them.
enum AlikeJSON {
    static let order = APIFormat<AlikeOrder>.object([
        APIKey("detector", \.detector, .text), APIKey("detectors", \.detectors, .list(.text)),
        APIKey("jobs", { $0.jobs.map { Int($0.rawValue) } }, .list(.whole)),
    ]).named(
        "AlikeOrder",
        """
        The numbers of all photos that have a vector of the detector, the most alike first; the photo itself, or the one that it is \
        a copy of, comes before them. Former numbers of photos that were processed again may be among them.
        """)

    static let map = APIFormat<EmbeddingMap>.object([
        APIKey("detector", \.detector, .text), APIKey("detectors", \.detectors, .list(.text)),
        APIKey("share", \.share, .number(decimals: 4)), APIKey("steps", { steps(of: $0) }, .list(.whole)),
        APIKey("points", { bytes(of: $0).base64EncodedString() }, .text.with(["contentEncoding": "base64"])),
    ]).named(
        "PhotoMap",
        """
        `steps` gives the photos' numbers, each less the one before, the first less 0. `points` has four bytes for each: two for how \
        far it lies from the left, two for how far from the top, the lower byte first, of 65535. `share` is how much of \
        what the vectors differ by the plane shows.
        """)

    static let cohorts = APIFormat<LabelCohorts>.object([
        APIKey("detector", \.detector, .text), APIKey("cohorts", \.cohorts, .list(.cohort)),
    ]).named(
        "LabelSuggestions",
        """
        Groups of photos to which `detector` has given `label`, where most of those like them have `suggested`, the largest first; `share` is \
        how many of the nearest do, in the mean. `relabel` of `POST /jobs/change` accepts a group, with its `detector`.
        """)

    private static func steps(of map: EmbeddingMap) -> [Int] {
        var last: Int64 = 0
        return map.points.map { point in
            defer { last = point.job.rawValue }
            return Int(point.job.rawValue - last)
        }
    }

    private static func bytes(of map: EmbeddingMap) -> Data {
        var bytes = Data(capacity: 4 * map.points.count)
        for point in map.points {
            for number in [point.x, point.y] {
                bytes.append(UInt8(truncatingIfNeeded: number))
                bytes.append(UInt8(number >> 8))
            }
        }
        return bytes
    }
}

extension APIFormat where Value == LabelCohorts.Cohort {
    fileprivate static let cohort = object([
        APIKey("detector", \.detector, .text), APIKey("label", \.label, .text),
        APIKey("suggested", \.suggested, .text), APIKey("share", \.share, .number(decimals: 4)),
        APIKey("jobs", { $0.jobs.map { Int($0.rawValue) } }, .list(.whole)),
    ])
}
