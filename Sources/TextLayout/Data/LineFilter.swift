import Findings

/// Keeps the lines that hold data of some kinds, such as links.
public struct LineFilter: Sendable {
    private let kinds: Set<TextDatum.Kind>
    private let detector: DataDetector

    /// A filter that keeps lines with data of these kinds.
    ///
    /// - Parameter options: What is known of the texts.
    public init(keeping kinds: some Sequence<TextDatum.Kind>, options: DataOptions = DataOptions()) {
        self.kinds = Set(kinds)
        detector = DataDetector(options: options)
    }

    /// The lines that are kept, in their order: an address keeps every line that it stands on.
    public func lines(_ lines: [TextLine]) -> [TextLine] {
        var (text, owners) = ("", [Int]())
        for (index, line) in lines.enumerated() {
            // Lines part data, but for postal addresses.
            for scalar in (index == 0 ? "" : "\n").unicodeScalars + Array(line.text.unicodeScalars) {
                text.unicodeScalars.append(scalar)
                owners.append(index)
            }
        }
        let kept = detector.matches(in: text).filter { kinds.contains($0.kind) }
            .reduce(into: Set<Int>()) { $0.formUnion(owners[$1.range]) }
        return lines.indices.filter(kept.contains).map { lines[$0] }
    }
}
