extension FaceType {
    /// The radius of the full ten rings in millimetres: what 1 is in the face's plane.
    public var radius: Double { diameter / 2 }

    /// The outer edge of what scores, in radii of the full 10-ring face.
    public var outlineRadius: Double { family.outlineRadius }

    /// What the innermost ring counts.
    public var highestScore: Int { family.zones[0].score }

    /// Whether the innermost ring is an X, which breaks ties.
    public var hasX: Bool { family.zones[0].isX && !countsInnerTen }

    /// Whether it is one spot of a sheet, each for one arrow.
    public var isSpot: Bool { self == .wa40Triple || self == .wa40TripleCompound || self == .nfaa40FiveSpot }

    /// Whether only the X ring is a 10, as for compound bows indoors.
    ///
    /// Only the face's name says so: system `compound` on a plain `wa-40` keeps the plain 10, because outdoors it does too.
    public var countsInnerTen: Bool { self == .wa40Compound || self == .wa40TripleCompound }

    /// The type that a photo's face is taken for where nobody has named its size.
    ///
    /// The most usual one that is printed so. A photo shows the print and not the size, so that only millimetres depend
    /// on the choice, and the share of a ring that the shaft's thickness is.
    public static func assumed(for family: FaceFamily) -> FaceType {
        switch family {
        case .tenRing: .wa122
        case .sixRing: .wa80SixRing
        case .fiveRing: .wa40Triple
        case .field: .field80
        case .nfaa: .nfaa40
        case .nfaaSpot: .nfaa40FiveSpot
        case .card: .card
        }
    }

    /// The type of a face in a photo, where the settings may have named one.
    ///
    /// The settings know the size, the photo the print. Where they contradict each other, what counts is the print: the
    /// type is then that of the photo's family with the named size, or the assumed one where there is none.
    static func naming(
        _ face: Int, of faces: [RegisteredFace], settings named: FaceType?
    ) -> (type: FaceType, isSizeAssumed: Bool) {
        let family = faces[face].family
        guard let named else {
            // Several five-ring faces that are not on one sheet are whole faces on butts side by side.
            let isAlone = family == .fiveRing && SpotRule.sheet(of: face, faces).count == 1
            let hasOthers = faces.count { $0.family == .fiveRing } > 1
            return (isAlone && hasOthers ? .wa80FiveRing : assumed(for: family), true)
        }
        if named.family == family { return (named, false) }
        let sameSize = allCases.first {
            $0.family == family && $0.diameter == named.diameter && $0.countsInnerTen == named.countsInnerTen
        }
        return (sameSize ?? assumed(for: family), sameSize == nil)
    }
}
