import Findings
import Geometry
import Results
import Storage
import SystemPackage

/// What photos, and findings in them, are called.
public enum LabelOrigin: String, Sendable, CaseIterable {
    /// The folder in which a photo lies, as in sets that have a folder for each class.
    case folders
    /// What was found: a photo's surest class, or the label of the finding that the vector is of; as users corrected it.
    case findings
}

/// What a detector calls a photo, or a finding in it.
struct DetectorLabel: Hashable, Sendable {
    /// The label, as users corrected it.
    let text: String
    /// The detector, as reviews name it.
    let detector: String
    /// How many findings of the photo's first page the detector calls so.
    let count: Int
    /// Whether it was scored: what scoring found is reviewed with its end, and not renamed.
    var isScored = false
}

extension QueueEmbeddings {
    /// The label of each item, in their order; nil for those that have none; blocks.
    ///
    /// - Parameters:
    ///   - source: Where labels stand.
    ///   - queue: The queue that the vectors are from.
    ///   - corrected: The corrections of users, for what was found.
    public func labels(
        from source: LabelOrigin, in queue: QueueControl, corrected: ReviewedResults
    ) throws -> [String?] {
        switch source {
        case .folders: items.map(\.folderName)
        case .findings: try givenLabels(in: queue, corrected: corrected).map { $0?.text }
        }
    }

    /// What was found for each item, and by which detector; nil for those that have no label; blocks.
    func givenLabels(in queue: QueueControl, corrected: ReviewedResults) throws -> [DetectorLabel?] {
        var labels = [DetectorLabel?](repeating: nil, count: items.count)
        // Items of one job stand together; records are large, and few are held at a time.
        for start in stride(from: 0, to: items.count, by: Self.records) {
            let places = start..<min(start + Self.records, items.count)
            let records = try queue.read { try $0.results(of: Array(Set(places.map { items[$0].job }))) }
            let read = Array(records).mapOnAllProcessors { job, bytes in
                (try? Record.decode(bytes)).map { (job: job, found: $0, now: corrected.reviewed($0)) }
            }
            let known = Dictionary(read.compactMap { $0 }.map { ($0.job, $0) }) { first, _ in first }
            for place in places {
                guard let one = known[items[place].job] else { continue }
                labels[place] = items[place].parent.map { one.found.label(of: $0, in: one.now) } ?? one.now.labelOfAll
            }
        }
        return labels
    }

    /// Records that are read at one moment.
    private static let records = 200
}

extension QueueEmbeddings.Item {
    /// The name of the folder in which the photo lies.
    fileprivate var folderName: String? {
        photo.removingLastComponent().lastComponent.map { EscapedName.printable(FilePath(root: nil, [$0])) }
    }
}

extension Record {
    /// What the photo shows as a whole.
    fileprivate var labelOfAll: DetectorLabel? {
        photoClassResult.map { DetectorLabel(text: $0.label, detector: $0.detector, count: 1) }
    }

    /// What a finding is called in the corrected record: that of the same detector which lies where it does.
    fileprivate func label(of place: DetectorResult.Parent, in corrected: Record) -> DetectorLabel? {
        guard let finding = photo.finding(place) else { return nil }
        let own = corrected.photo.results.filter { $0.page == 1 && $0.detector == place.detector }
        let all = own.flatMap(\.found.items)
        let label: String?
        if let box = finding.region?.bounds {
            let now = all.compactMap { one in
                one.region.map { (label: one.label, overlap: $0.bounds.intersectionOverUnion(box)) }
            }
            label = now.max { $0.overlap < $1.overlap }.flatMap { $0.overlap > 0.5 ? $0.label : nil }
        } else {
            label = finding.label
        }
        return label.map { text in
            DetectorLabel(
                text: text, detector: place.detector, count: all.count { $0.label == text },
                isScored: !own.contains { !$0.isScored })
        }
    }
}
