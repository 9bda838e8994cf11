import Scoring
import Testing

@testable import Settings

@Suite("Rounds in the settings")
struct SettingsRoundsTests {
    private static let own = #"{ "name": "Club 36", "face": "wa-80", "ends": 6, "arrowsPerEnd": 6, "parts": 2 }"#

    @Test func aRoundSaysItsFaceAndItsArrows() throws {
        let loaded = try Loading(file: #"{ "scoring": { "round": "wa-50" } }"#).load()
        let scoring = loaded.settings.scoring
        #expect(scoring.face == .named(.wa80SixRing) && scoring.arrowsPerEnd == 6 && scoring.endsPerRound == 6)
        #expect(loaded.origin(of: "scoring.face") == .derived(from: "scoring.round"))
        #expect(loaded.origin(of: "scoring.arrowsPerEnd") == .derived(from: "scoring.round"))
        #expect(loaded.settings.round?.id == "wa-50")
        #expect(try Loading().load().settings.round == nil)
    }

    @Test("a round of several faces takes what the photo shows")
    func severalFaces() throws {
        let scoring = try Loading(file: #"{ "scoring": { "round": "wa-18" } }"#).load().settings.scoring
        #expect(scoring.face == .auto && scoring.arrowsPerEnd == 3)
    }

    @Test("a system without Xs suits a round that needs none")
    func systemWithoutXs() throws {
        let file = #"{ "scoring": { "round": "wa-18", "system": "indoor" } }"#
        #expect(try Loading(file: file).load().settings.scoring.system == .indoor)
    }

    @Test("what is said as strongly stays, what is said more weakly does not")
    func strength() throws {
        // Two archers on one target.
        let twelve = #"{ "scoring": { "round": "wa-70", "arrowsPerEnd": 12 } }"#
        #expect(try Loading(file: twelve).load().settings.scoring.arrowsPerEnd == 12)
        let option = [SettingsOption("--round", "scoring.round", "vegas")]
        let file = #"{ "scoring": { "face": "wa-122", "arrowsPerEnd": 6, "endsPerRound": 4 } }"#
        let scoring = try Loading(file: file).load(option).settings.scoring
        #expect(scoring.face == .auto && scoring.arrowsPerEnd == 3 && scoring.endsPerRound == nil)
    }

    @Test("a task on the command line is not meant for the round of the file")
    func anotherTask() throws {
        let task = SettingsOption("--task", "detectors.task", "barcodes")
        let loading = try Loading(file: #"{ "scoring": { "round": "wa-70" } }"#)
        let scoring = try loading.load([task]).settings.scoring
        #expect(scoring.round == nil && scoring.face == nil)
        // One that is said as strongly stays, and so does all where the task is the file's own.
        let round = SettingsOption("--round", "scoring.round", "vegas")
        #expect(try loading.load([round, task]).settings.scoring.round == "vegas")
        let same = SettingsOption("--task", "detectors.task", "detect")
        #expect(try loading.load([same]).settings.scoring.round == "wa-70")
    }

    @Test func aRoundOfOnesOwnCanBeNamed() throws {
        let file = #"{ "scoring": { "round": "Club 36" }, "rounds": [\#(Self.own)] }"#
        let settings = try Loading(file: file).load().settings
        #expect(
            settings.round
                == RoundDefinition(
                    id: "Club 36", name: "Club 36", faces: [.wa80], ends: 6, arrowsPerEnd: 6, parts: 2, ties: .tensXs))
        #expect(settings.scoring.face == .named(.wa80) && settings.scoring.endsPerRound == 3)
        #expect(settings.knownRounds.map(\.id) == ["Club 36"] + RoundDefinition.known.map(\.id))
        let ties = file.replacing(#""parts": 2"#, with: #""ties": "hits-golds""#)
        #expect(try Loading(file: ties).load().settings.round?.ties == .hitsGolds)
    }

    @Test(
        "what can be no round is refused, with what can",
        arguments: [
            (
                #"{ "scoring": { "round": "wa-07" } }"#,
                "no round \"wa-07\"; did you mean \"wa-70\"? Rounds of your own stand"
            ),
            (#"{ "scoring": { "round": "something else" } }"#, "\"wa-field-24\"; rounds of your own"),
            (
                #"{ "rounds": [{ "name": "odd", "face": "wa-80", "ends": 7, "arrowsPerEnd": 6, "parts": 2 }] }"#,
                "rounds[0].parts: 7 ends cannot be divided into 2 parts; the number of parts is one of 1, 7"
            ),
            (
                #"{ "rounds": [{ "name": "  ", "face": "wa-80", "ends": 6, "arrowsPerEnd": 6 }] }"#,
                "rounds[0].name: a round's name has 1 to 80 characters on one line, and not blanks alone"
            ),
            (#"{ "rounds": [{ "name": "x", "face": "wa-80", "ends": 6 }] }"#, "rounds[0].arrowsPerEnd is missing"),
            (
                #"{ "rounds": [{ "name": "x", "face": "wa-81", "ends": 6, "arrowsPerEnd": 6 }] }"#,
                "rounds[0].face: found the text \"wa-81\""
            ),
            (
                #"{ "rounds": [{ "name": "vegas", "face": "wa-80", "ends": 6, "arrowsPerEnd": 6 }] }"#,
                "rounds[0].name: \"vegas\" is the name of another round"
            ),
            (
                #"{ "rounds": [{ "name": "none", "face": "wa-80", "ends": 6, "arrowsPerEnd": 6 }] }"#,
                "give the round another name"
            ),
            (
                #"{ "rounds": [{ "name": "x", "face": "wa-40-compound", "ends": 6, "arrowsPerEnd": 3, "ties": "xs" }] }"#,
                "rounds[0].ties: ties \"xs\" asks for Xs, and there are none at wa-40-compound, whose inner ten is the 10; the "
                    + "rule is one of tens-nines, sixes-fives, hits-golds, none"
            ),
            (
                #"{ "rounds": [{ "name": "x", "face": "field-60", "ends": 6, "arrowsPerEnd": 3, "ties": "tens-nines" }] }"#,
                "rounds[0].ties: ties \"tens-nines\" asks for 10s, and there are none at field-60; the rule is one of "
                    + "sixes-fives, none"
            ),
            (
                #"{ "scoring": { "round": "wa-70", "face": "field-60" } }"#,
                "scoring.face: the round \"wa-70\" is shot at wa-122, and not at field-60"
            ),
            (
                #"{ "scoring": { "round": "wa-18-compound", "face": "wa-40-triple" } }"#,
                "is shot at wa-40-triple-compound or wa-40-compound, and not at wa-40-triple; leave out the face"
            ),
            (
                #"{ "scoring": { "round": "vegas", "system": "indoor" } }"#,
                "scoring.system: the round \"vegas\" breaks ties by Xs, which \"indoor\" does not count; leave out the system"
            ),
            (
                #"{ "scoring": { "round": "wa-70", "endsPerRound": 5 } }"#,
                "scoring.endsPerRound: the round \"wa-70\" is divided by itself (2 parts of 6 ends)"
            ),
        ])
    func mistakes(file: String, sentence: String) throws {
        let error = try #require(try Loading.failure(file))
        let messages = error.problems.map(\.message).joined(separator: "\n")
        #expect(messages.contains(sentence), "\(messages)")
        #expect(error.problems.count == 1, "one mistake, one sentence: \(messages)")
    }

    @Test(
        "what is wrong with a round is shown where it stands",
        arguments: [
            (#""name": "x""#, #""parts": 4"#, 6), (#""name": "x""#, #""ties": "xs""#, 6),
            (#""name": " ""#, #""parts": 2"#, 2),
            (#""name": "vegas""#, #""parts": 2"#, 2),
        ])
    func position(name: String, last: String, line: Int) throws {
        let file = """
            { "rounds": [{
              \(name),
              "face": "wa-40-compound",
              "ends": 6,
              "arrowsPerEnd": 3,
              \(last)
            }] }
            """
        #expect(try Loading.failure(file)?.problems.map(\.line) == [line])
    }

    /// Photos are worked again where another round, or another round of the same name, counts them otherwise: the score book
    /// learns what their sessions are shot as from photos that are read, as it does with `scoring.endsPerRound`.
    @Test func theFingerprintHoldsTheRoundAndNoOther() throws {
        func print(_ file: String) throws -> [UInt8] {
            try Loading(file: file).load().settings.fingerprint(models: [:], scoringModels: ["scoring.model": "ab"])
        }
        let face = #""face": "wa-80", "arrowsPerEnd": 6"#
        let plain = try print(#"{ "scoring": { \#(face) } }"#)
        let listed = try print(#"{ "scoring": { \#(face) }, "rounds": [\#(Self.own)] }"#)
        #expect(plain == listed, "a round that nothing names changes nothing")
        let named = try print(#"{ "scoring": { "round": "Club 36" }, "rounds": [\#(Self.own)] }"#)
        let longer = Self.own.replacing(#""ends": 6"#, with: #""ends": 12"#)
        let other = try print(#"{ "scoring": { "round": "Club 36" }, "rounds": [\#(longer)] }"#)
        #expect(Set([plain, named, other]).count == 3)
    }
}
