import Findings

extension FindingThresholds {
    /// Names that a sentence has at most.
    private static let mostNames = 20

    /// Which places are ignored by no detector or class of some results, in sentences: such a rule does nothing.
    ///
    /// A detector that does not say its classes may have any.
    ///
    /// - Parameter detectors: Those of the results; where there is none, nothing is known of them.
    public func doubts(among detectors: [DetectorClasses]) -> [String] {
        guard !detectors.isEmpty else { return [] }
        let known = Dictionary(detectors.map { ($0.name, [$0.classes]) }, uniquingKeysWith: +)
        let rules = (ignored ?? [:]).filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        return rules.flatMap { name, places -> [String] in
            guard let lists = known[name] else {
                return [
                    "--ignore has rules for a detector \(Self.quoted(name)), and the results have none of this name"
                        + Self.meant(name, among: known.keys.sorted(), "detectors")
                ]
            }
            guard lists.allSatisfy({ !$0.isEmpty }) else { return [] }
            let classes = lists.flatMap(\.self)
            return Set(places.map(\.label)).subtracting(classes).sorted().map { label in
                "--ignore has rules for a class \(Self.quoted(label)), which the detector \(Self.quoted(name)) does not have"
                    + Self.meant(label, among: classes, "classes")
            }
        }
    }

    private static func meant(_ name: String, among names: [String], _ what: String) -> String {
        if let near = Suggestion.nearest(to: name, among: names) { return "; did you mean \(quoted(near))?" }
        let shown = names.prefix(mostNames).map(quoted).joined(separator: ", ")
        return "; the \(what) are \(shown)" + (names.count > mostNames ? " and others" : "")
    }

    private static func quoted(_ name: String) -> String { "\"\(name.plainText(atMost: 100))\"" }
}
