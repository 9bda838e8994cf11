import Testing

@testable import Settings

@Suite struct EnvironmentTests {
    @Test(arguments: [
        ("output.path", "QUIVER_OUTPUT_PATH"), ("workers.count", "QUIVER_WORKERS_COUNT"), ("queue", "QUIVER_QUEUE"),
        ("scoring.arrowsPerEnd", "QUIVER_SCORING_ARROWS_PER_END"),
        ("detectors.maxDetections", "QUIVER_DETECTORS_MAX_DETECTIONS"),
        ("detectors.12.iou", "QUIVER_DETECTORS_12_IOU"), ("watch.0.path", "QUIVER_WATCH_0_PATH"),
    ])
    func namesVariables(key: String, variable: String) {
        #expect(Environment.name(of: key) == variable)
        #expect(Environment.key(of: variable) == key)
    }

    @Test func everyKeyHasAVariableOfItsOwn() {
        let variables = Environment.names.map(\.variable)
        #expect(Set(variables).count == variables.count)
        #expect(Environment.others.isDisjoint(with: variables))
    }

    @Test(arguments: ["QUIVER_OUTPUT_1_PATH", "QUIVER_NOTHING", "QUIVER_DETECTORS_1_NOTHING"])
    func knowsWhatIsNoVariable(name: String) {
        #expect(Environment.key(of: name) == nil)
    }

    @Test func readsListsMapsAndWords() throws {
        let settings = try Loading().load(environment: [
            "QUIVER_OUTPUT_FORMATS": "json, csv", "QUIVER_OUTPUT_ANNOTATE": "yes", "QUIVER_OUTPUT_ORIGINALS": "none",
            "QUIVER_DETECTORS_CLASSES": "arrow,3", "QUIVER_DETECTORS_THRESHOLDS": "arrow=0.5,hole=0.25",
            "QUIVER_DETECTORS_LABELS": #"["a, b"]"#, "QUIVER_LETTERBOX_SIZE": "640x480", "QUIVER_WORKERS_COUNT": "auto",
            "QUIVER_CACHE": "none", "QUIVER_DETECTORS_MEAN": "0,0.5, 1", "QUIVER_DETECTORS_STD": "[1, 2, 3]",
            "QUIVER_INTAKE_UNREAD": "record",
        ]).settings
        #expect(settings.detectors[0].mean == [0, 0.5, 1])
        #expect(settings.detectors[0].deviation == [1, 2, 3])
        #expect(settings.intake.unread == .record)
        #expect(settings.output.formats == [.json, .csv])
        #expect(settings.output.annotate)
        #expect(settings.output.originals == nil)
        #expect(settings.detectors[0].classes == ["arrow", "3"])
        #expect(settings.detectors[0].thresholds == ["arrow": 0.5, "hole": 0.25])
        #expect(settings.detectors[0].labels == ["a, b"])
        #expect(settings.letterbox.size == .fixed(.init(width: 640, height: 480)))
        #expect(settings.workers.count == nil)
        #expect(settings.cache == nil)
    }

    @Test func aVariableForOneItemWinsOverThatForAll() throws {
        let file = #"{ "detectors": [{ "name": "a" }, { "name": "b" }] }"#
        let settings = try Loading(file: file).load(environment: [
            "QUIVER_DETECTORS_IOU": "0.1", "QUIVER_DETECTORS_1_IOU": "0.2", "QUIVER_DETECTORS_2_NAME": "c",
        ]).settings
        #expect(settings.detectors.map(\.name) == ["a", "b", "c"])
        #expect(settings.detectors.map(\.iou) == [0.1, 0.2, 0.5])
    }

    @Test func aFolderAloneIsEnoughToWatch() throws {
        let loading = try Loading()
        let settings = try loading.load(environment: ["QUIVER_WATCH_PATH": "drop"]).settings
        #expect(settings.watch.map(\.path) == [loading.path.appending("drop")])
    }

    @Test func warnsOfVariablesThatSetNothing() throws {
        let effective = try Loading().load(environment: ["QUIVER_WORKER_COUNT": "3", "QUIVER_OPENVINO": "/opt"])
        #expect(
            effective.warnings == ["environment QUIVER_WORKER_COUNT sets nothing; did you mean QUIVER_WORKERS_COUNT?"])
    }
}
