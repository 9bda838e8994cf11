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
        (.nfaaSpot, .nfaa40, .nfaa40FiveSpot, true),
        (.tenRing, .wa40, .wa40, false),
        (.tenRing, .wa40Compound, .wa40Compound, false),
        (.field, .field20, .field20, false),
        // Of another print: its size where the photo's print has it.
        (.tenRing, .wa80SixRing, .wa80, true),
        (.tenRing, .wa40Triple, .wa40, true),
        (.tenRing, .wa40TripleCompound, .wa40Compound, true),
        (.fiveRing, .wa80SixRing, .wa80FiveRing, true),
        (.fiveRing, .wa40, .wa40Triple, true),
        (.sixRing, .wa122, .wa80SixRing, true),
        (.card, .wa122, .card, true),
        (.field, .wa60, .field60, true),
    ]

    @Test(arguments: cases)
    func thePrintIsThePhotosAndTheSizeTheSettings(
        _ family: FaceFamily, _ named: FaceType?, _ expected: FaceType, _ isAssumed: Bool
    ) throws {
        let judged = TargetScorer(ScoringSettings(face: named)).score(faces: [Scenes.face(family)], impacts: [])
        let face = try #require(judged.targetDetection.faces.first)
        #expect(face.type == expected)
        #expect(face.sizeAssumed == isAssumed)
        #expect(judged.review.contains(.otherFace) == (named.map { $0.family != family } ?? false))
    }

    @Test func theFieldSystemWantsAFieldFace() {
        let judge = TargetScorer(ScoringSettings(system: .field))
        #expect(judge.score(faces: [Scenes.face(.tenRing)], impacts: []).review == [.otherFace])
        #expect(judge.score(faces: [Scenes.face(.field)], impacts: []).review.isEmpty)
    }
}
