import JSONTree
import Reports
import Scoring

/// What a page needs to draw a face and to score on it: its rings as they count in a system, with their colours.
struct FaceJSON: Sendable {
    let type: FaceType
    let system: ScoringSystem

    fileprivate static let format = APIFormat<FaceJSON>.object([
        APIKey("name", \.type.words, .text), APIKey("family", \.type.family, .word),
        APIKey("radius", \.type.radius, .number), APIKey("outline", \.type.family.outlineRadius, .number),
        APIKey("zones", \.zones, .list(.zone)),
    ]).named("FaceDrawing")

    private var zones: [(zone: Zone, family: FaceFamily)] { type.zones(in: system).map { ($0, type.family) } }
}

extension APIFormat where Value == (zone: Zone, family: FaceFamily) {
    fileprivate static let zone = object([
        APIKey("score", { $0.zone.score }, .whole), APIKey("isX", { $0.zone.isX }, .bool),
        APIKey("radius", { $0.zone.radius }, .number),
        APIKey("fill", { FacePaint.fill($0.zone, of: $0.family) }, .text),
        APIKey("line", { FacePaint.line($0.zone, of: $0.family) }, .text),
    ])
}

extension APIFormat where Value == [FaceJSON] {
    /// By the faces' types, in the order of the list.
    static let byType = APIFormat(
        schema: ["type": "object", "additionalProperties": FaceJSON.format.schema],
        definitions: FaceJSON.format.definitions
    ) { faces in
        .object(faces.map { .init($0.type.rawValue, FaceJSON.format.write($0)) })
    }
}
