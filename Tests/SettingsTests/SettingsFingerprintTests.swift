import Findings
import Testing

@testable import Settings

@Suite struct SettingsFingerprintTests {
    static let models: [String: [ModelNeed.Role: String]] = ["targets": [.main: "ab"]]

    @Test(arguments: [
        SettingsOption("", "workers.count", "7"), SettingsOption("", "output.path", "elsewhere"),
        SettingsOption("", "queue", "q"), SettingsOption("", "retry.attempts", "9"),
        SettingsOption("", "cache", "/somewhere/else"),
        SettingsOption("", "detectors.model", "moved.onnx"), SettingsOption("", "detectors.threads", "2"),
        SettingsOption("", "output.formats", "csv"), SettingsOption("", "output.language", "de"),
        SettingsOption("", "detectors.faces", "moved.tflite"),
        // Done photos keep their words and colours.
        SettingsOption("", "output.confidenceLevels", "0.8,0.6,0.4"),
        // Nothing is scored, so that it does not matter how.
        SettingsOption("", "scoring.shaft", "7mm"),
    ])
    func staysWhereTheAnswerStays(option: SettingsOption) throws {
        let loading = try Loading()
        let (plain, changed) = (try loading.load().settings, try loading.load([option]).settings)
        #expect(plain != changed)
        #expect(plain.fingerprint(models: Self.models) == changed.fingerprint(models: Self.models))
    }

    @Test(arguments: [
        SettingsOption("", "detectors.confidence", "0.5"), SettingsOption("", "letterbox.fill", "0"),
        SettingsOption("", "detectors.classes", "arrow"), SettingsOption("", "detectors.rename", "hole=arrow"),
        SettingsOption("", "output.annotate", "true"),
        SettingsOption("", "limits.strict", "true"), SettingsOption("", "output.originals", "kept"),
        SettingsOption("", "scoring.face", "wa-80"), SettingsOption("", "scoring.face", "auto"),
        SettingsOption("", "detectors.crowd", "9"), SettingsOption("", "detectors.maximum", "3"),
        SettingsOption("", "detectors.tiles.size", "none"), SettingsOption("", "detectors.tiles.size", "640"),
        SettingsOption("", "grey.window", "0,4095"),
        SettingsOption("", "detectors.ignore", #"[{ "class": "face", "box": [0, 0, 1, 1] }]"#),
    ])
    func changesWithTheAnswer(option: SettingsOption) throws {
        let loading = try Loading()
        let (plain, changed) = (try loading.load().settings, try loading.load([option]).settings)
        #expect(plain.fingerprint(models: Self.models) != changed.fingerprint(models: Self.models))
    }

    @Test func changesWithHowThingsAreScored() {
        var settings = Settings()
        settings.scoring.face = .auto
        let plain = settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "ab"])
        #expect(plain != settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "cd"]))
        settings.scoring.shaft = 7
        #expect(plain != settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "ab"]))
    }

    @Test func changesWithWhatDividesASessionAndWithTheScorersVersion() {
        var settings = Settings()
        settings.scoring.face = .auto
        settings.scoring.arrowsPerEnd = 6
        let plain = settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "ab"])
        #expect(plain != settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "ab"], scorer: 3))
        #expect(
            plain
                != settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "ab"], rules: { _ in 2 }))
        settings.scoring.photosPerEnd = 2
        let two = settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "ab"])
        settings.scoring.endsPerRound = 6
        #expect(
            Set([plain, two, settings.fingerprint(models: Self.models, scoringModels: ["scoring.model": "ab"])]).count
                == 3)
    }

    /// Who scores nothing works nothing again because of a better scorer.
    @Test func staysWhereNothingIsScored() {
        let settings = Settings()
        let plain = settings.fingerprint(models: Self.models)
        #expect(plain == settings.fingerprint(models: Self.models, scorer: 3))
        #expect(plain != settings.fingerprint(models: Self.models, rules: { _ in 2 }))
    }

    @Test func changesWithTheModelsContentOnly() {
        let settings = Settings()
        let other: [String: [ModelNeed.Role: String]] = ["targets": [.main: "cd"]]
        #expect(settings.fingerprint(models: Self.models) != settings.fingerprint(models: other))
        #expect(settings.fingerprint(models: Self.models) == settings.fingerprint(models: Self.models))
    }

    /// Classifiers once took no heed of it: only photos that were classified with one are worked again.
    @Test(arguments: [("classify", true), ("detect", false)]) func changesWithAFitOfClassifiers(
        task: String, changes: Bool
    ) throws {
        let options = [SettingsOption("", "detectors.task", task), SettingsOption("", "detectors.model", "a.onnx")]
        let fitted = try Loading().load(options + [SettingsOption("", "detectors.fit", "crop")]).settings
        let text = String(decoding: fitted.fingerprint(models: [:]), as: UTF8.self)
        #expect(text.contains(#""detectors[0].fits":true"#) == changes, "\(text)")
        let plain = try Loading().load(options).settings.fingerprint(models: [:])
        #expect(!String(decoding: plain, as: UTF8.self).contains("fits"))
    }

    @Test func doesNotDependOnWhereTheCopiesGo() throws {
        let loading = try Loading()
        let settings = try ["a", "b"].map {
            try loading.load([SettingsOption("", "output.originals", $0)]).settings.fingerprint(models: [:])
        }
        #expect(settings[0] == settings[1])
    }
}
