extension String {
    /// The text without what a terminal would take for a command, or would show in another order than it stands.
    ///
    /// What a picture, a library or a worker says may hold anything.
    public var forTerminal: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
