import Findings
import Foundation
import Storage

extension LineReview: TakenReview {
    static func corrected(_ found: [[TextLine]], as said: [ReviewedReading], in scene: ReviewedScene) -> [[TextLine]] {
        said.corrected(found)
    }
}

extension CodeReview: TakenReview {
    static func corrected(_ found: [[Code]], as said: [ReviewedReading], in scene: ReviewedScene) -> [[Code]] {
        said.corrected(found)
    }
}

extension [ReviewedReading] {
    /// The same lists with a user's readings; each stays in the list that it was found in, whose page is its own.
    fileprivate func corrected<Reading: Correctable>(_ lists: [[Reading]]) -> [[Reading]] {
        let found = lists.enumerated().flatMap { list, readings in readings.map { (list, $0) } }
        let corners = found.map(\.1.corners)
        let bounds = corners.map(\.bounds)
        var answer = lists.map { _ in [Reading]() }
        for one in self {
            if let index = one.index(among: corners, bounds) {
                answer[found[index].0].append(found[index].1.corrected(to: one))
            } else if !answer.isEmpty, let own = Reading(one) {
                answer[0].append(own)
            }
        }
        return answer
    }
}

/// What was read, and may be corrected by a user.
private protocol Correctable {
    var corners: Quadrilateral { get }

    /// What this run did not read again; nil where the correction does not say enough.
    init?(_ reviewed: ReviewedReading)

    /// The same with the correction's text.
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
