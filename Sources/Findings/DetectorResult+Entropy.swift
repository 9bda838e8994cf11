import Foundation

extension DetectorResult {
    /// How much is not known of what was found, in bits: the entropy of each answer, all together.
    ///
    /// A finding at its threshold is one bit, and one far above it hardly anything; of classes it is the entropy of all that the
    /// model gave. It is 0 where nothing was found.
    ///
    /// - Parameter usual: The threshold of results that note none.
    public func entropy(usual: Double) -> Double {
        switch found.kind.choice {
        case .likeliest:
            let shares = found.items.map { min(max($0.confidence, 0), 1) }
            // What the classes leave is one class more: only the likeliest ones are kept.
            return (shares + [max(1 - shares.reduce(0, +), 0)]).reduce(0) { $0 + Self.part($1) }
        case .overThreshold:
            return found.items.reduce(0) { sum, finding in
                let odds = Self.logOdds(finding.confidence) - Self.logOdds(threshold(of: finding) ?? usual)
                return sum + Self.ofTwo(1 / (1 + exp(-odds)))
            }
        case .all: return found.items.compactMap(\.doubt).reduce(0) { $0 + Self.ofTwo($1) }
        }
    }

    /// The entropy of yes and no.
    private static func ofTwo(_ share: Double) -> Double { part(share) + part(1 - share) }

    private static func part(_ share: Double) -> Double { share > 0 && share < 1 ? -share * log2(share) : 0 }

    /// Models say 0 and 1 where they mean nearly so.
    private static func logOdds(_ confidence: Double) -> Double {
        let share = min(max(confidence, 0.001), 0.999)
        return log(share / (1 - share))
    }
}
