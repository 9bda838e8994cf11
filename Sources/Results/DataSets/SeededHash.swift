import SystemValues

/// Chance that stays: a number follows from a text and a seed alone, whatever else there is.
public enum SeededHash {
    /// A number that no text and no seed prefers.
    public static func number(of text: String, seed: Int) -> UInt64 {
        SHA256.hash(Array("\(seed) \(text)".utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
