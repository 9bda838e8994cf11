import Findings

/// What one detector had found in a photo when a review was made: enough to tell it from what another run finds.
public struct ReviewBasis: Sendable, Hashable, Codable {
    /// What the detector looks for: `detect`.
    public var task: String
    /// The SHA-256 of its model in hexadecimal; nil for a detector without a model.
    public var model: String?
    /// A digest of the findings.
    public var digest: String

    /// A basis from its parts.
    public init(task: String, model: String?, digest: String) {
        self.task = task
        self.model = model
        self.digest = digest
    }

    /// Whether it is of a detector with the same task and the same model, whatever its name.
    fileprivate func isOfTheDetector(of other: ReviewBasis) -> Bool { task == other.task && model == other.model }
}

extension FindingReview {
    /// Whether the findings that a run left, by detector, are those that were accepted.
    ///
    /// A review of before the basis was stored accepts a photo only where it holds a list for each detector: that list is
    /// what was accepted. Of all else nothing says what was there to see.
    public func accepts(_ found: [String: ReviewBasis]) -> Bool {
        guard isAccepted else { return false }
        let own = named(as: found)
        guard let basis = own.basis else {
            return Set(found.keys).isSubset(of: own.replaced) && own.tables.isEmpty
        }
        return found.allSatisfy { basis[$0.key] == $0.value }
    }

    /// Whether it says all that is in a photo, whatever a run found there: it was accepted, and holds a list for each of the
    /// run's detectors.
    public func saysAll(of found: [String: ReviewBasis]) -> Bool {
        isAccepted && Set(found.keys).isSubset(of: named(as: found).replaced)
    }

    /// Whether it says nothing but that the findings are right.
    public var isOnlyAcceptance: Bool { self == FindingReview(isAccepted: true, basis: basis) }

    /// The detectors that it speaks of.
    public var detectors: Set<String> { Set(Self.kinds.flatMap { $0.detectors(of: self) }) }

    /// The detectors whose findings it holds as a whole; tables are a part of what is read.
    private var replaced: Set<String> { Set(Self.kinds.filter { $0.isWhole }.flatMap { $0.detectors(of: self) }) }

    /// The same review under the names that the detectors of a run have.
    ///
    /// A detector that has another name now is known by its task and its model, where only one can be meant.
    public func named(as found: [String: ReviewBasis]) -> FindingReview {
        let names = newNames(in: found)
        guard !names.isEmpty else { return self }
        let new = { (name: String) in names[name] ?? name }
        var review = self
        for kind in Self.kinds { kind.rename(new, in: &review) }
        review.basis = basis.map { basis in
            Dictionary(basis.map { (new($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        return review
    }

    private func newNames(in found: [String: ReviewBasis]) -> [String: String] {
        guard let basis else { return [:] }
        // Under its name a detector of another task takes nothing that was said.
        let gone = basis.filter { found[$0.key]?.task != $0.value.task }
        let new = found.filter { name, its in
            basis[name].map { $0.task != its.task } ?? !detectors.contains(name)
        }
        var names: [String: String] = [:]
        for (name, former) in gone {
            // A detector has a name for each page of a file.
            let page = DetectorResult.parts(ofAddress: name).page
            let isLike = { (other: (key: String, value: ReviewBasis)) in
                DetectorResult.parts(ofAddress: other.key).page == page && other.value.isOfTheDetector(of: former)
            }
            let (same, rivals) = (new.filter(isLike), gone.filter(isLike))
            if same.count == 1, rivals.count == 1 { names[name] = same.first?.key }
        }
        return names
    }
}
