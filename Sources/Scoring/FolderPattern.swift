/// What the names of a photo's folders say: `{date}/{archer}` for `2026-11-20/Anna`.
public struct FolderPattern: Sendable, Hashable, Codable {
    /// A folder of the pattern.
    private enum Part: String, CaseIterable {
        case date = "{date}"
        case archer = "{archer}"
        /// A folder that says nothing here.
        case any = "*"
    }

    /// As it is written: `{date}`, `{archer}` and `*`, one for each folder, with `/` between them.
    public let text: String

    /// Reads a pattern; nil where it has another word, one of them twice, or none.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Part(rawValue: String($0)) }
        let named = parts.compactMap { $0 }.filter { $0 != .any }
        guard parts.allSatisfy({ $0 != nil }), !named.isEmpty, Set(named).count == named.count else { return nil }
        self.text = text
    }

    /// The day and the archer that a folder's path says, from its end; nil for what it does not say.
    ///
    /// - Parameter folder: Such as `season/2026-11-20/Anna/`.
    public func read(_ folder: String) -> (date: String?, archer: String?) {
        let parts = text.split(separator: "/").compactMap { Part(rawValue: String($0)) }
        let names = folder.split(separator: "/").suffix(parts.count).map(String.init)
        guard names.count == parts.count else { return (nil, nil) }
        var said: (date: String?, archer: String?)
        for (part, name) in zip(parts, names) {
            switch part {
            case .date: said.date = CameraClock.isDay(name) ? name : nil
            case .archer: said.archer = name.count <= Archers.longestName ? name : nil
            case .any: break
            }
        }
        return said
    }
}
