/// Whose fault an error is, which decides whether trying again can help.
public enum Fault: String, Sendable, Codable, CaseIterable {
    /// The photo, the model file or a setting is wrong: final until a person changes it.
    case input
    /// The disk is full, a permission is missing, a share is gone: worth another try later.
    case environment
    /// Our own mistake.
    case quiver
}
