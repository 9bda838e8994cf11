/// What `quiver doctor` found of one need, and the command that mends it.
public struct DoctorFinding: Codable, Sendable {
    /// How well a need is met.
    public enum Verdict: String, Codable, Sendable {
        case well
        /// It works, but less well than it could.
        case limited
        case missing
    }

    /// What is needed, for people: `libvips`, `fonts`, `model targets`.
    public var need: String
    /// How well the need is met.
    public var verdict: Verdict
    /// Where and which version, or what is wrong.
    public var found: String
    /// The command that mends it; nil where nothing is to be mended.
    public var remedy: String?

    package init(need: String, verdict: Verdict, found: String, remedy: String?) {
        self.need = need
        self.verdict = verdict
        self.found = found
        self.remedy = remedy
    }
}
