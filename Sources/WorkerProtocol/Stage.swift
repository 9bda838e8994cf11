/// What a worker is doing with a photo, told before it begins, so that its death can be laid to something.
package enum Stage: String, Sendable, CaseIterable {
    /// Reading and decoding the file.
    case load
    /// Running detectors.
    case detect
    /// Reading a target.
    case score
    /// Drawing and cutting.
    case draw
    /// Writing temp files.
    case write

    /// Begins a line that names a stage; every other line of a worker is a JSON object.
    private static let mark = "@"

    /// The line that a worker says.
    package var line: String { Self.mark + rawValue }

    /// The stage that a line names; nil for every other line.
    package init?(line: some StringProtocol) {
        guard line.hasPrefix(Self.mark) else { return nil }
        self.init(rawValue: String(line.dropFirst()))
    }
}
