/// A printed face with its size, by the name that settings and records use.
public enum FaceType: String, Sendable, Codable, CaseIterable {
    case wa122 = "wa-122"
    case wa80 = "wa-80"
    case wa60 = "wa-60"
    case wa40 = "wa-40"
    case wa80SixRing = "wa-80-6"
    case wa80FiveRing = "wa-80-5"
    case wa40Triple = "wa-40-triple"
    /// Indoor compound: the X ring is the 10, the old 10 ring is a 9; printed as `wa-40`.
    case wa40Compound = "wa-40-compound"
    /// Indoor compound on a triple; printed as `wa-40-triple`.
    case wa40TripleCompound = "wa-40-triple-compound"
    case field80 = "field-80"
    case field60 = "field-60"
    case field40 = "field-40"
    case field20 = "field-20"
    /// The blue face of the NFAA's indoor rounds.
    case nfaa40 = "nfaa-40"
    /// Its five-spot sheet: the middle of the blue face five times, for one arrow each.
    case nfaa40FiveSpot = "nfaa-40-5-spot"
    case card

    /// What is printed.
    public var family: FaceFamily {
        switch self {
        case .wa122, .wa80, .wa60, .wa40, .wa40Compound: .tenRing
        case .wa80SixRing: .sixRing
        case .wa80FiveRing, .wa40Triple, .wa40TripleCompound: .fiveRing
        case .field80, .field60, .field40, .field20: .field
        case .nfaa40: .nfaa
        case .nfaa40FiveSpot: .nfaaSpot
        case .card: .card
        }
    }

    /// The diameter of the full ten rings in millimetres, also where only a part of them is printed.
    public var diameter: Double {
        switch self {
        case .wa122: 1220
        case .wa80, .wa80SixRing, .wa80FiveRing, .field80: 800
        case .wa60, .field60: 600
        case .wa40, .wa40Triple, .wa40Compound, .wa40TripleCompound, .field40, .nfaa40, .nfaa40FiveSpot: 400
        case .field20: 200
        // The 25 m and 50 m pistol card of the ISSF.
        case .card: 500
        }
    }
}

/// What a photo can show of a face's kind: its print.
///
/// Its size in millimetres it cannot show; that is ``FaceType``'s.
/// Lengths are in radii of the full 10-ring face, also on faces that are printed in part.
public enum FaceFamily: String, Sendable, Codable, CaseIterable {
    /// Ten rings in five colours.
    case tenRing
    /// Rings 10 to 5, no black and white: the edge of the light blue at 0.6.
    case sixRing
    /// Rings 10 to 6: a spot of a triple, or an 80 cm 5-ring face; the edge of the blue at 0.5.
    case fiveRing
    /// Black with a yellow middle, rings 6 to 1.
    case field
    /// Blue with a white middle, rings 5 to 1.
    case nfaa
    /// A spot of the same in fives, rings 5 and 4: the edge of its blue at 0.4.
    case nfaaSpot
    /// Ten rings, black disc in the middle.
    case card

    /// The outer edge of what scores.
    public var outlineRadius: Double {
        switch self {
        case .tenRing, .field, .nfaa, .card: 1
        case .sixRing: 0.6
        case .fiveRing: 0.5
        case .nfaaSpot: 0.4
        }
    }
}

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
    /// Only the face's name decides: system `compound` on a plain `wa-40` keeps the plain 10, because outdoors it does too.
    public var countsInnerTen: Bool { self == .wa40Compound || self == .wa40TripleCompound }

    /// The type that a photo's face is taken for where its size is not named.
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
    /// type is then that of the photo's family with the named size, or the assumed one where there is none. Of a round's
    /// faces it is the first that is printed so.
    static func naming(
        _ face: Int, of faces: [RegisteredFace], settings: ScoringSettings
    ) -> (type: FaceType, isSizeAssumed: Bool) {
        let family = faces[face].family
        guard let named = settings.face else {
            let ofRound = settings.faces.filter { $0.family == family }
            if let first = ofRound.first { return (first, ofRound.count > 1) }
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
