/// How often something was changed, by which a client says what its change was made on.
enum Revision {
    /// Whether a change was made on another state than the one that is stored.
    ///
    /// A client that got no answer sends its change again: then it was made on the revision before, and changes nothing.
    ///
    /// - Parameters:
    ///   - expected: What the change was made on; nil for whatever there is.
    ///   - isChange: Whether it would change what is stored.
    static func isConflict(of expected: Int?, with stored: Int, isChange: Bool) -> Bool {
        guard let expected, expected != stored else { return false }
        return isChange || expected != stored - 1
    }
}
