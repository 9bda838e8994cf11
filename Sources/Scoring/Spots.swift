import Findings

/// The rule of triples: of two arrows in one spot the lower one counts, the higher is a miss.
struct Spots {
    let names: [(type: FaceType, isSizeAssumed: Bool)]
    /// Whether the settings name a face.
    let isNamed: Bool

    /// Makes misses of what is too much, and marks it for a person.
    ///
    /// The rule holds where a triple is named or three spots are seen. Two spots may be two faces of another kind: there the
    /// arrows are only marked. A single spot that nobody has named is most likely no triple at all.
    func settle(_ shots: inout [Scored]) {
        let spots = names.indices.filter { names[$0].type.isTriple }
        for spot in spots {
            let named = isNamed && !names[spot].isSizeAssumed
            guard named || spots.count >= 2 else { continue }
            let inSpot = shots.indices.filter { shots[$0].placed.face == spot && shots[$0].score.score > 0 }
            guard let lowest = inSpot.min(by: { shots[$0].comesBelow(shots[$1]) }) else { continue }
            for index in inSpot where index != lowest {
                shots[index].doubt(.secondInSpot)
                if named || spots.count >= 3 {
                    shots[index].score.score = 0
                    shots[index].score.isX = false
                }
            }
        }
    }
}

extension Scored {
    fileprivate func comesBelow(_ other: Scored) -> Bool {
        if score.score != other.score.score { return score.score < other.score.score }
        if score.isX != other.score.isX { return other.score.isX }
        // Of two alike the surer one counts: the other may be no arrow at all.
        return confidence > other.confidence
    }
}
