import TestSupport
import Testing

@testable import Settings

@Suite struct SettingsErrorTests {
    @Test(arguments: [
        (#"{ "letterbox": { "sise": 640 } }"#, #"unknown key "letterbox.sise"; did you mean "letterbox.size"?"#),
        (#"{ "detector": [] }"#, #"unknown key "detector"; did you mean "detectors"?"#),
        (
            #"{ "detectors": [{ "confidance": 1 }] }"#,
            #""detectors[0].confidance"; did you mean "detectors[0].confidence"?"#
        ),
        (#"{ "watch": [{ "path": "a" }, { "pathh": "b" }] }"#, #""watch[1].pathh"; did you mean "watch[1].path"?"#),
        (#"{ "confidence": 0.5 }"#, #"unknown key "confidence"; did you mean "detectors[0].confidence"?"#),
        (#"{ "retry": { "zzz": 1 } }"#, #"the keys here are "attempts", "backoff""#),
        (#"{ "workers": 4 }"#, #"workers: found the number 4, expected an object with "count""#),
        (
            #"{ "workers": { "count": "many" } }"#,
            #"workers.count: found the text "many", expected "auto" or a whole number"#
        ),
        (#"{ "workers": { "timeout": 60 } }"#, #"workers.timeout: found the number 60, expected a duration"#),
        (#"{ "workers": { "timeout": "60" } }"#, #"for example "60s""#),
        (#"{ "workers": { "memory": "2GB2" } }"#, #"for example "2GiB""#),
        (
            #"{ "detectors": [{ "confidence": 1.5 }] }"#,
            "detectors[0].confidence: found the number 1.5, expected null or a number from 0 to 1"
        ),
        (
            #"{ "detectors": [{ "thresholds": { "a": true } }] }"#,
            "detectors[0].thresholds.a: found true, expected a number"
        ),
        (#"{ "detectors": [{ "classes": ["a", -1] }] }"#, "detectors[0].classes[1]: found the number -1"),
        (#"{ "detectors": [] }"#, "detectors is empty"),
        (#"{ "detectors": {} }"#, "detectors: found an object, expected a list of objects"),
        (#"{ "watch": ["drop"] }"#, #"watch[0]: found the text "drop", expected an object as in"#),
        (#"{ "watch": [{ "settle": "2s" }] }"#, "watch[0].path is missing"),
        (#"{ "output": { "formats": [] } }"#, "output.formats: found an empty list"),
        (
            #"{ "output": { "formats": ["xml"] } }"#,
            #"output.formats[0]: found the text "xml", expected one of "json", "csv", "jsonl", "yolo", "coco", "text""#
        ),
        (#"{ "output": { "path": "a", "originals": "b/../a" } }"#, "output.originals"),
        (
            #"{ "detectors": [{ "name": "a" }, { "name": "a" }] }"#,
            #"detectors[1].name: "a" is also the name of detectors[0]"#
        ),
        (
            #"{ "detectors": [{ "name": "scoring" }] }"#,
            #"detectors[0].name: "scoring" is reserved: scored arrows stand under this name; give"#
        ),
        (#"{ "scoring": { "shaft": "12mm" } }"#, "scoring.shaft"), (#"{ "scoring": { "shaft": 3 } }"#, "scoring.shaft"),
        (
            #"{ "output": { "confidenceLevels": [0.5, 0.7, 0.9] } }"#,
            "output.confidenceLevels: found a list, expected three numbers from 1 down to 0"
        ),
        (
            #"{ "detectors": [{ "ignore": [7] }] }"#,
            "detectors[0].ignore[0]: found the number 7, expected an object such as"
        ),
        (
            #"{ "detectors": [{ "ignore": [{ "klass": "a" }] }] }"#,
            #"detectors[0].ignore[0].klass: unknown key; did you mean "class"?"#
        ),
        (
            #"{ "detectors": [{ "ignore": [{ "box": [0, 0, 1, 1] }] }] }"#,
            #"detectors[0].ignore[0]: "class" is missing"#
        ),
        (
            #"{ "detectors": [{ "ignore": [{ "class": "a", "box": [0, 0, 1] }] }] }"#,
            "detectors[0].ignore[0].box: found a list, expected left, top, width and height"
        ),
        (
            #"{ "detectors": [{ "ignore": [{ "class": "a", "box": [10, 0, 20, 9] }] }] }"#,
            "as shares of the photo's sides"
        ),
        (
            #"{ "detectors": [{ "ignore": [{ "class": "a", "box": [0, 0, 1, 1], "overlap": 0 }] }] }"#,
            "detectors[0].ignore[0].overlap: found the number 0, expected a number above 0"
        ),
        (#"{ "output": { "confidenceLevels": [0.9, 0.7] } }"#, "output.confidenceLevels"),
        (#"{ "output": { "language": "fr" } }"#, #"output.language: found the text "fr", expected one of "en", "de""#),
        (#"{ "letterbox": { "size": 7 } }"#, "letterbox.size"),
        (#"[1]"#, "expected an object"), (#"{ "queue": "a", }"#, "line 1, column 15: JSON allows no comma before }"),
    ])
    func namesTheKeyAndWhatIsExpected(file: String, sentence: String) throws {
        let error = try #require(try Loading.failure(file))
        #expect("\(error)".contains(sentence), "\(error)")
        #expect("\(error)".contains("pipeline.json"))
        #expect(error.fault == .input)
    }

    @Test func namesTheLineOfEachMistake() throws {
        let error = try #require(
            try Loading.failure("{\n  \"letterbox\": {\n    \"fil\": 1,\n    \"size\": true\n  }\n}"))
        #expect(error.problems.map(\.line) == [3, 4])
        #expect(error.problems.map(\.column) == [5, 13])
        #expect(error.problems.map(\.code) == [.unknownKey, .wrongValue])
        #expect("\(error)".contains("pipeline.json, line 3, column 5: unknown key \"letterbox.fil\""))
    }

    @Test(arguments: [
        ("QUIVER_WORKERS_COUNT", "many", "environment QUIVER_WORKERS_COUNT (workers.count): found the text \"many\""),
        ("QUIVER_DETECTORS_CONFIDENCE", "2", "environment QUIVER_DETECTORS_CONFIDENCE (detectors[0].confidence)"),
        ("QUIVER_DETECTORS_5_IOU", "0.5", "QUIVER_DETECTORS_5_IOU names detectors[5], but there are 1"),
    ])
    func namesTheVariable(variable: String, value: String, sentence: String) throws {
        let error = try #require(try Loading.failure(environment: [variable: value]))
        #expect("\(error)".contains(sentence), "\(error)")
    }

    @Test func namesTheOption() throws {
        let error = try #require(
            try Loading.failure(nil, [SettingsOption("--confidence", "detectors.confidence", "high")]))
        #expect("\(error)".contains("--confidence (detectors[0].confidence): found the text \"high\""))
        let two = #"{ "detectors": [{ "name": "a" }, { "name": "b" }] }"#
        let conflict = try #require(try Loading.failure(two, [SettingsOption("--model", "detectors.model", "m.onnx")]))
        #expect("\(conflict)".contains("detectors holds 2"))
        let unknown = try #require(try Loading.failure(nil, [SettingsOption("--x", "outputt.path", "m")]))
        #expect("\(unknown)".contains("did you mean \"output.path\"?"))
    }

    @Test(arguments: [
        // A key of a megabyte, a word of one, and more mistakes than anybody reads.
        ("{ \"" + String(repeating: "k", count: 900_000) + "\": 1 }", "unknown key \"kkk"),
        ("{ \"queue\": " + String(repeating: "w", count: 900_000) + " }", "is no JSON value"),
        ("{" + (0..<60_000).map { "\"k\($0)\": 1" }.joined(separator: ",") + "}", "… and more like these"),
        (
            "{ \"watch\": [" + Array(repeating: "{\"path\":\"a\"}", count: 60_000).joined(separator: ",") + "] }",
            "watch: found 60000 items; a settings file may have at most 1000"
        ),
        ("{ \"queue\": \"" + String(repeating: "q", count: 3 << 20) + "\" }", "is larger than 1 MiB"),
    ])
    func hugeFilesAreRefusedSoonAndBriefly(file: String, sentence: String) throws {
        var error: SettingsError?
        let time = try ThreadTime.measure { error = try Loading.failure(file) }
        let text = "\(try #require(error))"
        #expect(text.contains(sentence), "\(text.prefix(300))")
        #expect(text.count < 60_000)
        // Seconds of a debug build, more on a slow machine; what was quadratic took minutes.
        #expect(time < .seconds(60), "\(time)")
    }

    @Test func nothingInAFileCommandsTheTerminal() throws {
        let error = try #require(try Loading.failure(#"{ "a\u001b]0;x\u0007": 1, "workers": "\u009b2J" }"#))
        #expect(!"\(error)".unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }

    @Test func saysWhichFileCannotBeRead() throws {
        let error = #expect(throws: SettingsError.self) { try Loading().load(file: "missing.json") }
        #expect(error?.code == .unreadable)
        #expect("\(try #require(error))".contains("cannot read the settings file missing.json"))
    }
}
