import SystemPackage

extension Settings {
    /// How far workers are shut in.
    public enum Confine: String, Sendable, Codable, CaseIterable {
        /// As far as this kernel can; `quiver doctor` says how far that is.
        case auto
        /// Wholly, or no photo is worked.
        case required
        /// Not at all.
        case off
    }

    /// What is written down of each photo's way.
    public struct Log: Sendable, Hashable {
        /// The file that lines are added to; nil for none.
        public var path: FilePath?
        /// How each line is written.
        public var format = LogFormat.text

        /// No log.
        public init() {}

        /// Stands for standard error.
        public static let standardError: FilePath = "/dev/stderr"
    }

    /// How a line of the log is written.
    public enum LogFormat: String, Sendable, CaseIterable {
        /// For people and `grep`.
        case text
        /// One JSON object a line, for programs.
        case json
    }
}
