import Findings

extension Record {
    /// The record as a run that ignores other places would have left it; of nil as it is.
    ///
    /// What other detectors found in a finding that is ignored goes with it. What is found again has nothing found in it, as none
    /// of them looked at it.
    ///
    /// A rule's folder is compared with the path that is recorded, as the worker compares it: this comes before paths become
    /// those of this host (`Source.local`).
    ///
    /// - Parameter places: By the detector's name.
    public func ignoring(_ places: [String: [IgnoredPlace]]?) -> Record {
        guard let places else { return self }
        var record = self
        let scene = PhotoScene(path: source.path, camera: photo.imageMetadata?.camera)
        for (index, result) in photo.results.enumerated() {
            guard let size = photo.size(ofPage: result.page) else { continue }
            record.photo.results[index] = result.ignoring(places[result.detector] ?? [], in: size, of: scene)
        }
        record.photo.results.follow(photo.results)
        return record
    }
}

extension [DetectorResult] {
    /// Has entries that looked at findings of others name these by their numbers of now, and takes out those whose finding is gone.
    ///
    /// - Parameter former: The same entries before some of their findings were taken out or came back.
    fileprivate mutating func follow(_ former: [DetectorResult]) {
        guard contains(where: { $0.parent != nil }) else { return }
        var gone: Set<Int> = []
        while true {
            let moves = FindingMoves(from: former, to: self, without: gone)
            let orphans = indices.filter { index in
                !gone.contains(index) && self[index].parent.map { moves.isGone($0, onPage: self[index].page) } == true
            }
            guard orphans.isEmpty else {
                // What was found in these goes next.
                gone.formUnion(orphans)
                continue
            }
            for index in indices {
                let page = self[index].page
                guard let parent = self[index].parent else { continue }
                self[index].parent?.index = moves.index(of: parent, onPage: page)
            }
            break
        }
        guard !gone.isEmpty else { return }
        var kept: [DetectorResult] = []
        var told = Set(indices.filter { !gone.contains($0) }.map { self[$0].address })
        for (index, result) in enumerated() {
            if !gone.contains(index) {
                kept.append(result)
            } else if let parent = result.parent?.detector, told.insert(result.address).inserted {
                // As a detector whose parent found nothing: it is told once a page, with nothing found.
                var empty = DetectorResult(
                    detector: result.detector, task: result.task, model: result.model, found: result.found.first(0),
                    noInputFrom: parent)
                empty.page = result.page
                kept.append(empty)
            }
        }
        self = kept
    }
}

/// Which numbers a page's findings have by detector, after some of them were taken out or came back.
private struct FindingMoves {
    /// The new number of each former one; nil for a finding that is gone.
    private var numbers: [String: [Int?]] = [:]

    /// - Parameter gone: The entries that are taken out as a whole.
    init(from former: [DetectorResult], to results: [DetectorResult], without gone: Set<Int>) {
        var counts: [String: Int] = [:]
        for (index, (old, new)) in zip(former, results).enumerated() {
            guard !gone.contains(index) else {
                numbers[old.address, default: []] += Array(repeating: nil, count: old.found.items.count)
                continue
            }
            let first = counts[old.address, default: 0]
            numbers[old.address, default: []] += old.found.places(in: new.found).map { place in place.map { first + $0 }
            }
            counts[old.address] = first + new.found.items.count
        }
    }

    func isGone(_ parent: DetectorResult.Parent, onPage page: Int) -> Bool {
        let own = own(parent, page)
        return own.indices.contains(parent.index) && own[parent.index] == nil
    }

    /// The new number; one that no finding has stays as it is.
    func index(of parent: DetectorResult.Parent, onPage page: Int) -> Int {
        let own = own(parent, page)
        return own.indices.contains(parent.index) ? own[parent.index] ?? parent.index : parent.index
    }

    private func own(_ parent: DetectorResult.Parent, _ page: Int) -> [Int?] {
        numbers[DetectorResult.address(of: parent.detector, page: page)] ?? []
    }
}
