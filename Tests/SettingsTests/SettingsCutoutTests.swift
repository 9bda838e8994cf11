import Findings
import Testing

@testable import Settings

/// How objects are cut out, and hands out of them.
@Suite struct SettingsCutoutTests {
    private static let models: [String: [ModelNeed.Role: String]] = ["targets": [.main: "ab"]]

    @Test func aGroundIsAWordAColourOrAPicturesFileBesideTheSettings() throws {
        func ground(_ text: String) throws -> CutoutGround {
            let loading = try Loading(file: #"{"output": {"cutout": {"background": "\#(text)"}}}"#)
            let ground = try loading.load().settings.output.cutout.background
            guard let picture = ground.picture else { return ground }
            #expect(picture.hasPrefix(loading.path.string + "/"), "\(picture)")
            return .picture(String(picture.dropFirst(loading.path.string.utf8.count + 1)))
        }
        #expect(try ground("transparent") == .transparent && ground("blur") == .blur)
        #expect(try ground("#102030") == .colour(.init(red: 16, green: 32, blue: 48)))
        #expect(try ground("sky.jpg") == .picture("sky.jpg") && ground("./blur") == .picture("blur"))
        let slip = try #require(try Loading.failure(##"{"output": {"cutout": {"background": "#12345"}}}"##))
        #expect("\(slip)".contains("#ffffff"), "\(slip)")
    }

    @Test(arguments: [
        SettingsOption("", "output.cutout.croppedToInstances", "false"),
        SettingsOption("", "output.cutout.background", "#ffffff"),
        SettingsOption("", "output.cutout.composite", "true"), SettingsOption("", "output.cutout.labels", "cup"),
        SettingsOption("", "output.cutout.mask", "true"),
    ])
    func cutoutsAreMadeAnewWhereTheyChangeAndNotWhereNoneAreMade(option: SettingsOption) throws {
        let loading = try Loading()
        let on = SettingsOption("", "output.cutouts", "true")
        func fingerprint(_ options: [SettingsOption]) throws -> [UInt8] {
            try loading.load(options).settings.fingerprint(models: Self.models)
        }
        #expect(try fingerprint([]) == fingerprint([option]))
        #expect(try fingerprint([on]) != fingerprint([on, option]))
        // As it was before there was anything to choose.
        let text = String(decoding: try fingerprint([on]), as: UTF8.self)
        #expect(text.contains(#""output.cutouts":true"#) && !text.contains("output.cutout."), "\(text)")
    }

    @Test func thePictureBehindCountsByItsContent() throws {
        var settings = Settings()
        settings.output.cutouts = true
        settings.output.cutout.background = .picture("/a/sky.jpg")
        let before = settings.fingerprint(models: Self.models, background: "11")
        settings.output.cutout.background = .picture("/b/sky.jpg")
        #expect(before == settings.fingerprint(models: Self.models, background: "11"))
        #expect(before != settings.fingerprint(models: Self.models, background: "22"))
    }

    @Test func aHandsMarginCountsWhereHandsAreCutOut() throws {
        func fingerprint(_ margin: Double, without: String?) -> [UInt8] {
            var settings = Settings()
            settings.detectors[0].handMargin = margin
            settings.detectors[0].without = without
            return settings.fingerprint(models: Self.models)
        }
        #expect(fingerprint(0.08, without: nil) == fingerprint(0.2, without: nil))
        #expect(fingerprint(0.08, without: "hands") != fingerprint(0.2, without: "hands"))
    }

    @Test(arguments: [
        (#"{"task": "segment", "model": "a.onnx", "without": "h"}"#, nil),
        (#"{"task": "people", "without": "h"}"#, nil),
        (#"{"task": "subject", "without": "h"}"#, nil), (#"{"task": "pose", "mask": true, "without": "h"}"#, nil),
        (#"{"task": "pose", "without": "h"}"#, "is pose without masks; set mask"),
        (#"{"task": "faces", "without": "h"}"#, "only masks can lose a hand"),
    ])
    func masksAndPeopleWithMasksLoseHands(detector: String, sentence: String?) throws {
        let file = #"{"detectors": [{"name": "h", "task": "hands"}, \#(detector)]}"#
        let problems = try Loading.failure(file)?.problems.map(\.message) ?? []
        // Models that are not on this machine are another matter.
        let own = problems.filter { $0.contains(".without") }
        #expect(sentence.map { sentence in own.contains { $0.contains(sentence) } } ?? own.isEmpty, "\(problems)")
    }
}
