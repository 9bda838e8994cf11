import Findings

/// A piece of data as a reader found it: where it stands in a numbered text, and what it says in one form.
struct DataMatch: Hashable {
    /// What it is; nil for digits that are known to be something else, such as a bank account.
    var kind: TextDatum.Kind?
    /// The scalars of the text.
    var range: Range<Int>
    /// In one form.
    var value: String
    /// 0 to 1, without the engine's own doubts.
    var confidence: Double
}
