import Findings
import JSONTree
import Results
import Scoring
import Storage

/// An end with its photos and arrows.
struct EndJSON: Sendable {
    let end: Session.End
    let row: ScoreSheet.Row
    let photos: [PhotoJSON]

    static let format = APIFormat<EndJSON>.object([
        APIKey("number", \.end.number, .whole), APIKey("total", \.row.tally, .total),
        APIKey("running", \.row.running, .whole), APIKey("missing", \.row.missing, .whole),
        APIKey("surplus", \.row.surplus, .whole, isRequired: false), APIKey("needsReview", \.row.needsReview, .bool),
        APIKey("isConfirmed", \.end.isConfirmed, .bool), APIKey("trouble", \.end.trouble, .orNull(.text)),
        APIKey("review", \.end.review, .list(.anyWord)), APIKey("photos", \.photos, .list(PhotoJSON.format)),
        APIKey("arrows", \.arrows, .list(ArrowJSON.format)),
        APIKey("isBeingRead", \.end.isBeingRead, .bool, isRequired: false),
    ]).named("End")

    private var arrows: [ArrowJSON] {
        end.arrows.map { arrow in
            let said = arrow.photo.flatMap { photos.indices.contains($0) ? photos[$0].said : nil }
            return ArrowJSON(arrow: arrow, said: said?.review)
        }
    }
}

/// An arrow with its manual correction, behind what its photo's record says of it.
struct ArrowJSON: Sendable {
    let arrow: Session.Arrow
    /// The manual corrections of its photo.
    let said: PhotoReview?

    static let format = APIFormat<ArrowJSON>.object(
        [
            APIKey("number", \.arrow.number, .whole), APIKey("photo", \.arrow.photo, .orNull(.whole)),
            APIKey("face", described: APIFormat.orNull(.whole)),
            // Null where it is not known where the arrow stands.
            APIKey("normalizedX", orNull: .number), APIKey("normalizedY", orNull: .number),
            APIKey("pixelX", orNull: .number), APIKey("pixelY", orNull: .number),
            APIKey("score", described: .whole), APIKey("isX", described: .bool),
            APIKey("mark", \.arrow.value.mark, .text), APIKey("confidence", described: .confidence),
            APIKey("kind", described: APIFormat<Impact.Kind>.word), APIKey("needsReview", described: .bool),
            APIKey("reviewReasons", described: APIFormat<[String]>.list(.text)),
            APIKey("source", described: APIFormat<DetectedArrow.Source>.word),
            APIKey("isPlaced", \.arrow.isPlaced, .bool), APIKey("wasAdjusted", \.arrow.wasAdjusted, .bool),
            APIKey("archer", \.arrow.archer, .orNull(.text)),
            APIKey("archerByHand", \.isArcherByHand, .bool, isRequired: false),
            APIKey("colour", orNull: .text), APIKey("read", \.arrow.corrected, .orNull(.reading)),
            APIKey("manual", \.manual, .orNull(.value)),
        ], first: ["number", "photo", "isPlaced"], behind: { $0.arrow.value.json(isPlaced: $0.arrow.isPlaced) }
    ).named("Arrow")

    private var manual: Correction.Value? { said?.arrows.first { $0.number == arrow.number }?.value }
    private var isArcherByHand: Bool { said?.archers.contains { $0.number == arrow.number } == true }
}

extension APIFormat where Value == DetectedArrow {
    /// What the model had read, in short, and how sure it was of that.
    static let reading = APIFormat(schema: ["type": "object"]) { arrow in
        [
            "mark": .string(arrow.mark), "score": .integer(arrow.score), "isX": .bool(arrow.isX),
            "face": .init(arrow.face), "normalizedX": .rounded(arrow.normalizedX, decimals: 5),
            "normalizedY": .rounded(arrow.normalizedY, decimals: 5),
            "pixelX": .rounded(arrow.pixelX, decimals: 2), "pixelY": .rounded(arrow.pixelY, decimals: 2),
            "confidence": APIFormat<Double>.confidence.write(arrow.confidence),
        ]
    }
}

extension APIFormat where Value == Correction.Value {
    /// The value as clients send it and get it.
    static let value = object([
        APIKey("score", \.score, .whole(from: 0, to: 10)), APIKey("isX", \.isX, .bool, isRequired: false),
        APIKey("position", optional: \.position, .onFace), APIKey("face", optional: \.face, .whole(from: 0, to: 999)),
        APIKey("isRemoved", \.isRemoved, .bool, isRequired: false),
        APIKey("isOnlyConfirmed", \.isOnlyConfirmed, .bool, isRequired: false),
    ]).named("Value")
}
