extension String {
    /// The text as one short line: a name that a model or a camera gives, without what a terminal or a spreadsheet would
    /// take for a command or show in another order than it stands.
    public var plainName: String { plainText(atMost: 200) }

    /// The same for a longer text, of at most so many characters.
    public func plainText(atMost count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.lazy.filter { !$0.isCommand }.prefix(count)))
    }
}

extension Unicode.Scalar {
    /// Controls, separators of lines, and the marks that turn the order of writing.
    private static let turns: [ClosedRange<UInt32>] = [0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069]

    fileprivate var isCommand: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: Self.turns.contains { $0.contains(value) }
        }
    }
}
