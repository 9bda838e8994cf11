import Findings

extension PhotoResult {
    /// Why a photo has no finding where a detector found none for others to look at, in a sentence without its full stop.
    ///
    /// Nil where something was found, and where every detector looked.
    public var reasonForNothing: String? {
        guard arrows.isEmpty, results.allSatisfy(\.found.items.isEmpty) else { return nil }
        let causes = Dictionary(
            results.compactMap { result in result.noInputFrom.map { (result.detector, $0) } },
            uniquingKeysWith: { first, _ in first })
        var followers: [(cause: String, names: [String])] = []
        for name in results.map(\.detector) where causes[name] != nil {
            let cause = Self.first(from: name, along: causes)
            let place = followers.firstIndex { $0.cause == cause } ?? followers.endIndex
            if place == followers.endIndex { followers.append((cause, [])) }
            if !followers[place].names.contains(name) { followers[place].names.append(name) }
        }
        guard !followers.isEmpty else { return nil }
        return followers.map { cause, names in
            "\(cause) found nothing, so that \(names.joined(separator: " and ")) had nothing to look at"
        }.joined(separator: "; ")
    }

    /// The detector at the beginning of a chain: the one that looked.
    private static func first(from name: String, along causes: [String: String]) -> String {
        var (name, left) = (name, causes.count)
        // A record from elsewhere may name a circle.
        while let cause = causes[name], left > 0 { (name, left) = (cause, left - 1) }
        return name
    }
}
