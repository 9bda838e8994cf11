import Findings

/// What a user wants of one object that a model may have found.
protocol ReviewedShape: Equatable {
    associatedtype Found

    var confidence: Double? { get set }
    var origin: Int? { get }

    func isAsFound(_ one: Found) -> Bool
}

extension Array where Element: ReviewedShape {
    func withoutConfidence(found: [Element.Found], since former: [Element]?) -> [Element] {
        map { one in
            let isAsFound = found.element(at: one.origin).map(one.isAsFound) ?? false
            if isAsFound || former?.contains(one) == true { return one }
            var corrected = one
            corrected.confidence = nil
            return corrected
        }
    }
}

extension Array {
    func element(at origin: Int?) -> Element? {
        origin.flatMap { indices.contains($0) ? self[$0] : nil }
    }
}
