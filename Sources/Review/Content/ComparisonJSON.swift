import Findings
import Results

/// What two detectors found in a photo, as clients get it.
struct ComparisonJSON: Sendable {
    /// Every detector that can be compared.
    let detectors: [String]
    let first: String
    let second: String
    let objects: [DetectorComparison.Object]

    static let format = APIFormat<ComparisonJSON>.object([
        APIKey("detectors", \.detectors, .list(.text)), APIKey("first", \.first, .text),
        APIKey("second", \.second, .text), APIKey("objects", \.objects, .list(.compared)),
    ]).named(
        "Comparison",
        "`objects` that one of two detectors found, or both: null for the one that did not find it. They agree where both found "
            + "the same class, in boxes that share half of their union. What differs stands first.")
}

extension APIFormat where Value == DetectorComparison.Object {
    fileprivate static let compared = object([
        APIKey("first", \.first, .orNull(.compared)), APIKey("second", \.second, .orNull(.compared)),
        APIKey("agreed", \.isAgreed, .bool),
    ])
}

extension APIFormat where Value == DetectorComparison.Found {
    fileprivate static let compared = object([
        APIKey("label", \.label, .text), APIKey("confidence", \.confidence, .confidence), APIKey("box", \.box, .box),
    ])
}
