import Testing

@testable import Settings

@Suite("Sequences in the settings")
struct SettingsSequencesTests {
    private static func option(_ key: String, _ value: String) -> SettingsOption {
        SettingsOption("--\(key)", "sequences.\(key)", value)
    }

    @Test func thereAreNoneByDefault() throws {
        #expect(try Loading().load().settings.sequences.isEmpty)
    }

    @Test func aFileMayAskSeveralQuestions() throws {
        let file = """
            { "detectors": [{ "name": "codes", "task": "barcodes" }],
              "sequences": [{ "label": "4006381333931", "detector": "codes", "gap": "500ms" },
                            { "gesture": "pinch", "seen": 2, "of": 3, "confidence": 0.7 }, {}] }
            """
        let sequences = try Loading(file: file).load().settings.sequences
        var (code, pinch) = (Settings.SequenceQuery(), Settings.SequenceQuery())
        (code.label, code.detector, code.gap) = ("4006381333931", "codes", .milliseconds(500))
        (pinch.gesture, pinch.seen, pinch.of, pinch.confidence) = (.pinch, 2, 3, 0.7)
        #expect(sequences == [code, pinch, Settings.SequenceQuery()])
    }

    @Test("an option asks a question where the file asks none", arguments: ["label", "gesture", "seen", "of", "gap"])
    func options(key: String) throws {
        let value = ["label": "cup", "gesture": "pinch", "seen": "2", "of": "9", "gap": "5s"][key] ?? ""
        let sequences = try Loading().load([Self.option(key, value)]).settings.sequences
        var expected = Settings.SequenceQuery()
        switch key {
        case "label": expected.label = "cup"
        case "gesture": expected.gesture = .pinch
        case "seen": expected.seen = 2
        case "of": expected.of = 9
        default: expected.gap = .seconds(5)
        }
        #expect(sequences == [expected])
    }

    @Test func aModelOfActionsLiesWhereTheFileSays() throws {
        let loading = try Loading(file: #"{ "sequences": [{ "actions": "m.onnx", "labels": ["draw", "hold"] }] }"#)
        let query = try #require(try loading.load().settings.sequences.first)
        #expect(query.actions == loading.path.appending("m.onnx") && query.labels == ["draw", "hold"])
    }

    @Test func howNearKeypointsAreAndWhichWayTheirYGrows() throws {
        let file = """
            { "sequences": [{ "near": ["thumbTip", "middleTip"], "distance": 0.1, "measure": "photo" },
                            { "gesture": "pinch", "measure": "metres" }, { "actions": "m.onnx", "y": "up" }] }
            """
        let loading = try Loading(file: file)
        var (near, pinch, actions) = (
            Settings.SequenceQuery(), Settings.SequenceQuery(), Settings.SequenceQuery()
        )
        (near.near, near.distance, near.measure) = (["thumbTip", "middleTip"], 0.1, .photo)
        (pinch.gesture, pinch.measure) = (.pinch, .metres)
        (actions.actions, actions.y) = (loading.path.appending("m.onnx"), .up)
        #expect(try loading.load().settings.sequences == [near, pinch, actions])
    }

    @Test func optionsChangeTheQuestionOfTheFile() throws {
        let loading = try Loading(file: #"{ "sequences": [{ "label": "cup", "seen": 4 }] }"#)
        let sequences = try loading.load([Self.option("label", "bowl"), Self.option("gap", "1s")]).settings.sequences
        #expect(sequences.map(\.label) == ["bowl"] && sequences.map(\.seen) == [4] && sequences[0].gap == .seconds(1))
        let two = try Loading(file: #"{ "sequences": [{ "label": "cup" }, { "gesture": "pinch" }] }"#)
        #expect(throws: SettingsError.self) { try two.load([Self.option("label", "bowl")]) }
        #expect(try two.load([Self.option("seen", "2")]).settings.sequences.map(\.seen) == [2, 2])
    }

    @Test(
        "what nothing can answer is refused",
        arguments: [
            (#"{ "label": "cup", "gesture": "pinch" }"#, "sequences[0].gesture: it looks for a label already"),
            (
                #"{ "gesture": "pinch", "actions": "m.onnx" }"#,
                "sequences[0].actions: it looks for a gesture already"
            ),
            (#"{ "actions": "nothing" }"#, "sequences[0].actions: there is no model \"nothing\""),
            (#"{ "seen": 4, "of": 3 }"#, "sequences[0].seen: 4 of 3 photos can never show it"),
            (
                #"{ "detector": "codes" }"#,
                "sequences[0].detector: no detector is called \"codes\"; there is \"targets\""
            ),
            (#"{ "gesture": "wave" }"#, "sequences[0].gesture"), (#"{ "seen": 0 }"#, "sequences[0].seen"),
            (#"{ "near": ["nose"] }"#, "sequences[0].near: it takes the names of two keypoints"),
            (
                #"{ "near": ["nose", "leftWrist"], "label": "cup" }"#,
                "sequences[0].near: it looks for something else already"
            ),
            (#"{ "distance": 0 }"#, "sequences[0].distance"), (#"{ "measure": "miles" }"#, "sequences[0].measure"),
            (#"{ "y": "left" }"#, "sequences[0].y"), (#"{ "gap": 2 }"#, "sequences[0].gap"),
            (#"{ "lable": "cup" }"#, "lable"),
        ])
    func mistakes(item: String, sentence: String) throws {
        let error = try #require(try Loading.failure(#"{ "sequences": [\#(item)] }"#))
        let messages = error.problems.map(\.message).joined(separator: "\n")
        #expect(messages.contains(sentence) && error.problems.count == 1, "\(messages)")
    }
}
