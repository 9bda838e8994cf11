extension Unicode.Scalar {
    /// Whether a terminal could take the character for a command, or would show the text in another order than it
    /// stands: control characters, separators of lines, marks of direction.
    ///
    /// The joiners inside emoji and scripts are none of these.
    public var isUnsafeToShow: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: ![0x200C, 0x200D].contains(value) && !(0xE0020...0xE007F).contains(value)
        default: false
        }
    }
}

extension String {
    /// The text on one line, without what a terminal would take for a command or would show in another order.
    ///
    /// What a picture, a model, a library or a worker says may hold anything.
    public var forTerminal: String { masked { $0.isUnsafeToShow } }

    /// The text with a sign in the place of each character that the condition holds for.
    public func masked(where isUnsafe: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isUnsafe) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 }))
    }

    /// The text for the middle of a sentence: on one line, and cut where it is too long to read.
    public var quotable: String {
        let most = 100
        let start = prefix(most + 1)
        return start.count > most ? String(start.prefix(most)).forTerminal + "…" : forTerminal
    }
}
