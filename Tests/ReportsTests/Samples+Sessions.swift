import Findings
import Scoring

extension Samples {
    /// Noon on 1 May 2026, UTC, and each further end four minutes later.
    static func time(_ end: Int) -> Int64 { 1_777_636_800_000 + Int64(end) * 240_000 }

    /// An end of scattered arrows on one photo.
    static func end(
        _ number: Int, of count: Int, spread: Double, around center: Point, scatter: inout Scatter,
        type: FaceType = .wa122, kind: Impact.Kind = .arrow, sizeAssumed: Bool = false,
        system: ScoringSystem = .olympic
    ) -> Session.End {
        var arrows: [Session.Arrow] = []
        for index in 1...count {
            let place = scatter.next(spread, around: center)
            var entry = arrow(
                index, x: place.x, y: place.y, confidence: scatter.confidence(), type: type, kind: kind, system: system)
            if entry.value.distanceToLine < 0.04 {
                entry.value.reviewReasons = [.nearLine]
                entry.value.needsReview = true
            }
            arrows.append(entry)
        }
        let path = "2026-05-01/Anna & Björn <outdoor>/IMG_\(1000 + number).jpg"
        return Session.End(
            number: number,
            photos: [photo(path, captured: time(number), faces: [face(type, sizeAssumed: sizeAssumed)])],
            arrows: arrows)
    }

    /// Ten ends of six: two doubts of the model, a correction, an arrow placed by hand, one by word alone, a miss, an end
    /// without a face and one with an arrow too few.
    static var full: Session {
        var scatter = Scatter(seed: 7)
        var ends = (1...10).map { number in
            end(
                number, of: 6, spread: 0.2 - 0.008 * Double(number), around: Point(x: 0.07, y: -0.05),
                scatter: &scatter)
        }
        ends[1].arrows[2] = doubtful(arrow(3, x: 0.31, y: 0.22, confidence: 0.41), [.lowConfidence, .hidden])
        ends[3].arrows[0] = doubtful(arrow(1, x: -0.2, y: 0.34, confidence: 0.58), [.lowConfidence])
        ends[4].arrows[5] = arrow(6, x: 0.86, y: 0.78, confidence: 0.81)
        ends[6].arrows[4] = corrected(ends[6].arrows[4], score: 9)
        var placed = arrow(2, x: -0.12, y: 0.02, confidence: 1, source: .person)
        placed.corrected = nil
        ends[7].arrows[1] = placed
        ends[7].arrows[3] = spoken(4, score: 8)
        ends[8].arrows = []
        ends[8].trouble = "No target face was found in this photo: it shows no coloured rings."
        ends[8].photos[0].faces = []
        ends[9].arrows.removeLast()
        ends[9].review = [.tooFewArrows]
        return Session(
            name: "2026-05-01/Anna & Björn <outdoor>",
            rounds: [Session.Round(number: 1, name: "70 m", system: .olympic, arrowsPerEnd: 6, ends: ends)])
    }

    /// Two rounds of three arrows on triples.
    static var triple: Session {
        var scatter = Scatter(seed: 11)
        let rounds = (1...2).map { round in
            let ends = (1...10).map { number in
                end(
                    number, of: 3, spread: 0.12, around: Point(x: -0.02, y: 0.04), scatter: &scatter,
                    type: .wa40Triple, system: .indoor)
            }
            return Session.Round(number: round, name: "Indoor 18 m", system: .indoor, arrowsPerEnd: 3, ends: ends)
        }
        return Session(name: "club evening/lane 4", rounds: rounds)
    }

    /// One card with ten holes whose size was assumed.
    static var card: Session {
        var scatter = Scatter(seed: 3)
        let ends = (1...4).map { number in
            end(
                number, of: 10, spread: 0.22, around: Point(x: 0.1, y: 0.08), scatter: &scatter, type: .card,
                kind: .hole, sizeAssumed: true)
        }
        return Session(
            name: "cards", rounds: [Session.Round(number: 1, name: "", system: .olympic, arrowsPerEnd: 10, ends: ends)])
    }

    /// A single end on a field face.
    static var oneEnd: Session {
        var scatter = Scatter(seed: 5)
        let one = end(1, of: 3, spread: 0.25, around: Point(x: 0, y: 0), scatter: &scatter, type: .field60)
        return Session(
            name: ".", rounds: [Session.Round(number: 1, name: "", system: .field, arrowsPerEnd: 3, ends: [one])])
    }

    static let empty = Session(name: "nothing yet", rounds: [])

    static func doubtful(_ arrow: Session.Arrow, _ reasons: [ReviewReason]) -> Session.Arrow {
        var arrow = arrow
        arrow.value.reviewReasons = reasons
        arrow.value.needsReview = true
        return arrow
    }

    /// An arrow whose score a person changed.
    static func corrected(_ arrow: Session.Arrow, score: Int) -> Session.Arrow {
        var new = arrow
        new.corrected = arrow.value
        new.value.score = score
        new.value.isX = false
        new.value.confidence = 1
        new.value.source = .person
        new.value.reviewReasons = []
        new.value.needsReview = false
        return new
    }

    /// An arrow that a person named without saying where it stands.
    static func spoken(_ number: Int, score: Int) -> Session.Arrow {
        var new = arrow(number, x: 0, y: 0, confidence: 1, face: nil, photo: nil, source: .person)
        new.value.score = score
        new.value.isX = false
        new.isPlaced = false
        return new
    }
}

extension Samples {
    /// Two ends of three with marks as a score sheet has them: X 9 M, then 7 10 10.
    static var small: Session {
        let ends = [
            marked(1, [("X", 0.02), ("M", 1.2), ("9", 0.15)]), marked(2, [("7", 0.35), ("10", 0.07), ("10", 0.09)]),
        ]
        return Session(
            name: "club/Tuesday",
            rounds: [Session.Round(number: 1, name: "", system: .olympic, arrowsPerEnd: 3, ends: ends)])
    }

    /// An end of arrows with these marks, each so far to the right of the centre.
    static func marked(_ number: Int, _ marks: [(mark: String, x: Double)]) -> Session.End {
        let arrows = marks.enumerated().map { index, entry in
            var arrow = arrow(index + 1, x: entry.x, y: 0)
            arrow.value.isX = entry.mark == "X"
            arrow.value.score = entry.mark == "X" ? 10 : Int(entry.mark) ?? 0
            return arrow
        }
        return Session.End(number: number, photos: [photo("club/Tuesday/\(number).jpg")], arrows: arrows)
    }
}

extension Samples {
    /// Names that do not break of themselves, and ends of twelve.
    static var longNames: Session {
        var scatter = Scatter(seed: 9)
        var ends = (1...12).map { number in
            end(
                number, of: 12, spread: 0.3, around: Point(x: 0, y: 0), scatter: &scatter, type: .wa80SixRing,
                sizeAssumed: true)
        }
        for index in ends.indices {
            ends[index].photos[0].path = String(repeating: "IMG_20260501_", count: 12) + ".jpg"
        }
        ends[3].trouble = String(repeating: "unbreakable", count: 12)
        return Session(
            name: String(repeating: "Freiluftmeisterschaft", count: 6),
            rounds: [
                Session.Round(
                    number: 1, name: String(repeating: "Rundenname", count: 9), system: .compound, arrowsPerEnd: 12,
                    ends: ends)
            ])
    }
}
