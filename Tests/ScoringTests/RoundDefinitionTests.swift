import Foundation
import Scoring
import Testing

@Suite("Rounds that can be named")
struct RoundDefinitionTests {
    /// What the rulebooks say of each: ends, arrows of an end, most points, face.
    @Test(
        "the known rounds are as their bodies have them",
        arguments: [
            ("wa-70", 12, 6, 720, FaceType.wa122, TieRule.tensXs), ("wa-60", 12, 6, 720, .wa122, .tensXs),
            ("wa-50", 12, 6, 720, .wa80SixRing, .tensXs), ("wa-50-barebow", 12, 6, 720, .wa122, .tensXs),
            ("wa-18", 20, 3, 600, .wa40Triple, .tensNines),
            ("wa-18-compound", 20, 3, 600, .wa40TripleCompound, .tensNines),
            ("portsmouth", 20, 3, 600, .wa60, .hitsGolds), ("vegas", 10, 3, 300, .wa40Triple, .xs),
            ("nfaa-300", 12, 5, 300, .nfaa40, .xs), ("wa-field-24", 24, 3, 432, .field60, .sixesFives),
        ])
    func facts(id: String, ends: Int, perEnd: Int, maximum: Int, face: FaceType, ties: TieRule) throws {
        let round = try #require(RoundDefinition.known.first { $0.id == id })
        #expect(round.ends == ends && round.arrowsPerEnd == perEnd && round.maximum == maximum)
        #expect(round.faces.contains(face) && round.ties == ties)
        #expect(round.mistake == nil)
    }

    /// At (0.075, 0) an arrow stands in the 10 and not in the inner ten: a 9 where only that one counts.
    @Test(
        "a photo's face is the round's, whichever of its prints it shows",
        arguments: [
            ("wa-70", FaceFamily.tenRing, FaceType.wa122, 10), ("wa-60", .tenRing, .wa122, 10),
            ("wa-50", .sixRing, .wa80SixRing, 10), ("wa-50-barebow", .tenRing, .wa122, 10),
            ("wa-18", .tenRing, .wa40, 10), ("wa-18", .fiveRing, .wa40Triple, 10),
            ("wa-18-compound", .tenRing, .wa40Compound, 9), ("wa-18-compound", .fiveRing, .wa40TripleCompound, 9),
            ("portsmouth", .tenRing, .wa60, 10), ("vegas", .tenRing, .wa40, 10),
            ("vegas", .fiveRing, .wa40Triple, 10), ("nfaa-300", .nfaa, .nfaa40, 5),
            ("nfaa-300", .nfaaSpot, .nfaa40FiveSpot, 5), ("wa-field-24", .field, .field80, 6),
        ])
    func shownFace(id: String, print: FaceFamily, face: FaceType, score: Int) throws {
        let round = Scenes.known(id)
        let settings = ScoringSettings(face: round.onlyFace, shaftDiameter: 0, faces: round.faces)
        let judged = TargetScorer(settings).score(
            faces: [Scenes.face(print)], impacts: [Scenes.arrow(0.075, 0)])
        let seen = try #require(judged.targetDetection.faces.first)
        #expect(seen.type == face && seen.sizeAssumed == (id == "wa-field-24"))
        #expect(judged.arrows.map(\.score) == [score])
        #expect(judged.arrows.first?.reviewReasons.contains(.otherFace) == false)
    }

    @Test func everyKnownRoundCanBeNamedOnce() {
        #expect(RoundDefinition.known.count == 10)
        #expect(Set(RoundDefinition.known.map(\.id)).count == 10)
        #expect(Set(RoundDefinition.known.map(\.name)).count == 10)
    }

    @Test(
        "there are rounds that cannot be, and the reason says what can",
        arguments: [
            ("", 6, 6, 1, "1 to 80 characters"), ("none", 6, 6, 1, "another name"), ("club", 0, 6, 1, "1 to 200 ends"),
            ("club", 6, 37, 1, "1 to 36 arrows"), ("club", 6, 6, 4, "one of 1, 2, 3, 6"),
            ("two\nlines", 6, 6, 1, "on one line"), ("club", 6, 6, 0, "one of 1, 2, 3, 6"),
        ])
    func mistakes(id: String, ends: Int, perEnd: Int, parts: Int, words: String) {
        let round = RoundDefinition(
            id: id, name: id, faces: [.wa80], ends: ends, arrowsPerEnd: perEnd, parts: parts)
        #expect(round.mistake?.message.contains(words) == true, "\(round.mistake?.message ?? "none")")
    }

    @Test("a face says how ties are usually broken, and a definition may say otherwise")
    func ties() {
        func rule(_ face: FaceType) -> TieRule {
            RoundDefinition(id: "club", name: "club", faces: [face], ends: 6, arrowsPerEnd: 6).ties
        }
        #expect(rule(.wa80) == .tensXs && rule(.wa40) == .tensNines && rule(.field40) == .sixesFives)
        #expect(rule(.nfaa40FiveSpot) == .xs)
        #expect(
            RoundDefinition(id: "club", name: "club", faces: [.wa80], ends: 6, arrowsPerEnd: 6, ties: .nothing).ties
                == .nothing)
    }

    @Test("what a user says of a round is kept as it was said")
    func choices() throws {
        let round = Scenes.known("wa-18")
        for choice in [RoundChoice.usual, .noRound, .round(round)] {
            let stored = try JSONEncoder().encode([choice])
            #expect(try JSONDecoder().decode([RoundChoice].self, from: stored) == [choice])
        }
        #expect(RoundChoice("wa-18", among: RoundDefinition.known) == .round(round))
        #expect(RoundChoice("none", among: []) == .noRound && RoundChoice("usual", among: []) == .usual)
        #expect(RoundChoice("wa-81", among: RoundDefinition.known) == nil)
        let usual = Scenes.known("vegas")
        #expect(RoundChoice.usual.round(usual: usual) == usual && RoundChoice.noRound.round(usual: usual) == nil)
        #expect(RoundChoice.round(round).round(usual: usual) == round)
        // A book of an earlier version has no parts and no rule.
        let old = #"{ "id": "club", "faces": ["wa-60"], "ends": 6, "arrowsPerEnd": 3 }"#
        let read = try JSONDecoder().decode(RoundDefinition.self, from: Data(old.utf8))
        #expect(read == RoundDefinition(id: "club", name: "club", faces: [.wa60], ends: 6, arrowsPerEnd: 3))
    }
}
