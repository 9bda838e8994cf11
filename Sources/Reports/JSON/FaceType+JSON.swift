import JSONTree
import Scoring

extension FaceType {
    /// What a page needs to draw the face and to score on it: its rings as they count in a system, with their colours.
    public func drawing(in system: ScoringSystem) -> JSONValue {
        let zones = zones(in: system).map { zone -> JSONValue in
            [
                "score": .integer(zone.score), "isX": .bool(zone.isX), "radius": .number(zone.radius),
                "fill": .string(FacePaint.fill(zone, of: family)), "line": .string(FacePaint.line(zone, of: family)),
            ]
        }
        return [
            "name": .string(words), "family": .string(family.rawValue), "radius": .number(radius),
            "outline": .number(family.outlineRadius), "zones": .array(zones),
        ]
    }
}
