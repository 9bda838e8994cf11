import Findings
import Scoring
import Testing

@Suite struct FaceTypeGeometryTests {
    @Test(arguments: FaceFamily.allCases)
    func theAssumedTypeIsOfItsFamily(_ family: FaceFamily) {
        #expect(FaceType.assumed(for: family).family == family)
    }

    /// What the photo shows, what the settings name, what comes of it, and whether its size is assumed.
    private static let cases: [(FaceFamily, FaceType?, FaceType, Bool)] = [
        (.tenRing, nil, .wa122, true),
        (.fiveRing, nil, .wa40Triple, true),
        (.card, nil, .card, true),
        (.nfaa, nil, .nfaa40, true),
        (.nfaaSpot, .nfaa40FiveSpot, .nfaa40FiveSpot, false),
        (.nfaaSpot, .nfaa40, .nfaa40FiveSpot, false),
        (.tenRing, .wa40, .wa40, false),
        (.tenRing, .wa40Compound, .wa40Compound, false),
        (.field, .field20, .field20, false),
        // Of another print: its size where the photo's print has it.
        (.tenRing, .wa80SixRing, .wa80, false),
        (.tenRing, .wa40Triple, .wa40, false),
        (.tenRing, .wa40TripleCompound, .wa40Compound, false),
        (.fiveRing, .wa80SixRing, .wa80FiveRing, false),
        (.fiveRing, .wa40, .wa40Triple, false),
        (.sixRing, .wa122, .wa80SixRing, true),
        (.card, .wa122, .card, true),
        (.field, .wa60, .field60, false),
    ]

    @Test(arguments: cases)
    func thePrintIsThePhotosAndTheSizeTheSettings(
        _ family: FaceFamily, _ named: FaceType?, _ expected: FaceType, _ isAssumed: Bool
    ) throws {
        let judged = TargetScorer(ScoringSettings(face: named)).score(faces: [Scenes.face(family)], impacts: [])
        let face = try #require(judged.targetDetection.faces.first)
        #expect(face.type == expected)
        #expect(face.sizeAssumed == isAssumed)
    }

    @Test func theFieldSystemWantsAFieldFace() {
        let judge = TargetScorer(ScoringSettings(system: .field))
        let shot = [Scenes.arrow(0.25, 0)]
        let other = judge.score(faces: [Scenes.face(.tenRing)], impacts: shot).arrows
        #expect(other.map { $0.reviewReasons.contains(.otherFace) } == [true])
        let field = judge.score(faces: [Scenes.face(.field)], impacts: shot).arrows
        #expect(field.map { $0.reviewReasons.contains(.otherFace) } == [false])
    }
}
