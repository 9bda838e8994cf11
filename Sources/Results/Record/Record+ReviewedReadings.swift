import Findings
import Foundation
import Storage

extension Record {
    /// Puts the lines and codes that a person wants in the place of those that were read.
    mutating func takeReadings(of review: FindingReview) {
        for (detector, readings) in review.texts {
            let places = photo.results.indices.filter {
                photo.results[$0].detector == detector && photo.results[$0].found.texts != nil
            }
            let lists = corrected(places.map { photo.results[$0].found.texts ?? [] }, as: readings)
            for (place, lines) in zip(places, lists) { photo.results[place].found.texts = lines }
        }
        for (detector, readings) in review.codes {
            let places = photo.results.indices.filter {
                photo.results[$0].detector == detector && photo.results[$0].found.codes != nil
            }
            let lists = corrected(places.map { photo.results[$0].found.codes ?? [] }, as: readings)
            for (place, codes) in zip(places, lists) { photo.results[place].found.codes = codes }
        }
    }

    /// The same lists with a person's readings; each stays in the list that it was found in, whose page is its own.
    private func corrected<Reading: Correctable>(
        _ lists: [[Reading]], as reviewed: [ReviewedReading]
    ) -> [[Reading]] {
        let found = lists.enumerated().flatMap { list, readings in readings.map { (list, $0) } }
        let corners = found.map(\.1.corners)
        let bounds = corners.map(\.bounds)
        var answer = lists.map { _ in [Reading]() }
        for one in reviewed {
            if let index = one.index(among: corners, bounds) {
                answer[found[index].0].append(found[index].1.corrected(to: one))
            } else if !answer.isEmpty, let own = Reading(one) {
                answer[0].append(own)
            }
        }
        return answer
    }
}

/// What was read, and may be read better by a person.
private protocol Correctable {
    var corners: Quadrilateral { get }

    /// What this run did not read again; nil where a person's word does not say enough.
    init?(_ reviewed: ReviewedReading)

    /// The same with a person's text.
    func corrected(to reviewed: ReviewedReading) -> Self
}

extension TextLine: Correctable {
    fileprivate init?(_ reviewed: ReviewedReading) {
        guard let corners = reviewed.corners else { return nil }
        self.init(text: reviewed.composed, confidence: reviewed.confidence ?? 1, corners: corners)
    }

    fileprivate func corrected(to reviewed: ReviewedReading) -> TextLine {
        var line = self
        if reviewed.confidence == nil { line.confidence = 1 }
        guard reviewed.composed != text else { return line }
        line.confidence = reviewed.confidence ?? 1
        line.text = reviewed.composed
        // Their boxes are those of other letters.
        line.words = []
        line.candidates = nil
        return line
    }
}

extension Code: Correctable {
    fileprivate init?(_ reviewed: ReviewedReading) {
        guard let corners = reviewed.corners, let symbology = reviewed.symbology else { return nil }
        self.init(
            symbology: symbology, text: reviewed.text, bytes: Array(reviewed.text.utf8), corners: corners)
    }

    fileprivate func corrected(to reviewed: ReviewedReading) -> Code {
        var code = self
        // Bytes count: what looks the same may be another payload.
        guard !code.text.utf8.elementsEqual(reviewed.text.utf8) else { return code }
        code.text = reviewed.text
        code.bytes = Array(reviewed.text.utf8)
        return code
    }
}

extension ReviewedReading {
    /// In Unicode's composed form, as lines are.
    fileprivate var composed: String { text.precomposedStringWithCanonicalMapping }

    /// Which of the readings of a run it is.
    fileprivate func index(among found: [Quadrilateral], _ bounds: [Box]) -> Int? {
        guard let corners else { return origin.flatMap { found.indices.contains($0) ? $0 : nil } }
        return corners.index(among: found, bounds, origin: origin)
    }
}
