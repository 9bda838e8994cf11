import Findings
import JSONTree
import Storage

extension APIFormat where Value == String {
    /// Any text.
    static let text = APIFormat(.text)
    /// A text as long as the name of a class at most.
    static let short = text.with(["maxLength": .integer(FindingReview.longestLabel)])
    /// The name of a class, or of a session.
    static let label = short.with(["minLength": 1])
    /// What may be read in a photo.
    static let long = text.with(["maxLength": .integer(FindingReview.longestText)])
}

extension APIFormat where Value == Bool {
    static let bool = APIFormat(.bool)
}

extension APIFormat where Value == Int {
    /// A whole number.
    static let whole = APIFormat(schema: ["type": "integer"]) { .integer($0) }

    /// A whole number from one to another.
    static func whole(from least: Int, to most: Int) -> APIFormat { APIFormat(.whole(from: least, to: most)) }

    /// The number of a job: one that each client can hold.
    static let job = whole(from: 1, to: 9_007_199_254_740_991)
    /// The index of what a review is about among what the detector found.
    static let origin = whole(from: 0, to: 1_000_000)
}

extension APIFormat where Value == Double {
    /// A number as it is.
    static let number = APIFormat(schema: ["type": "number"]) { .number($0) }
    /// How sure a model is.
    static let confidence = number(decimals: 4)
    /// The same in what clients send.
    static let share = APIFormat(.share(decimals: 4))

    /// A number with so many decimals.
    static func number(decimals: Int, least: JSONValue? = nil, most: JSONValue? = nil) -> APIFormat {
        APIFormat(.number(decimals: decimals, least: least, most: most))
    }
}

extension APIFormat where Value == ConfidenceLevels {
    /// From which confidence on a finding is called very high, high and moderate.
    static let levels = APIFormat(ValueFormat<ConfidenceLevels>.levels)
        .named("ConfidenceLevels", "From which confidence on a finding is called very high, high and moderate.")
}

extension APIFormat where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    /// One of the enumeration's words.
    static var word: APIFormat { APIFormat(ValueFormat<Value>.word) }
    /// One of the enumeration's words, of which later versions may have more.
    static var anyWord: APIFormat { APIFormat<String>.text.of(\.rawValue) }
}
