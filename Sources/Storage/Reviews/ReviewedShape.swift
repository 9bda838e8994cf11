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
            // The former review first: to compare a mask with what was found scales that to the photo.
            let isKept = former?.contains(one) == true
            if isKept || found.element(at: one.origin).map(one.isAsFound) == true { return one }
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
