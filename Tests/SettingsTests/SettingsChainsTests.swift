import Foundation
import Testing

@testable import Settings

@Suite("Chains of detectors")
struct SettingsChainsTests {
    private func settings(_ parents: [String: String?]) -> Settings {
        var settings = Settings()
        settings.detectors = parents.sorted { $0.key < $1.key }.map { name, parent in
            var detector = Settings.Detector()
            detector.name = name
            detector.on.detector = parent
            return detector
        }
        return settings
    }

    @Test func eachDetectorRunsAfterTheOneWhoseFindingsItLooksAt() {
        #expect(settings(["a": "c", "b": nil, "c": "b"]).detectorsInOrder == [1, 2, 0])
        #expect(settings(["a": nil, "b": nil]).detectorsInOrder == [0, 1])
    }

    @Test(
        arguments: [
            (["a": "a"], "\"a\" on \"a\" is a cycle"), (["a": "b", "b": "a"], "\"a\" on \"b\" on \"a\" is a cycle"),
            (["face": nil, "x": "fce"], "no detector is called \"fce\"; did you mean \"face\"?"),
        ] as [([String: String?], String)])
    func cyclesAndUnknownNamesAreRefusedWithTheirPlace(parents: [String: String?], sentence: String) {
        var givens = RawSettings()
        settings(parents).checkChains(&givens)
        let messages = givens.problems.map(\.message).joined(separator: "\n")
        #expect(messages.contains(sentence) && messages.contains(".on.detector"), "\(messages)")
    }

    @Test func whatTakesAnothersFindingsRunsOnTheReaderThatIsThereOrOnItsOwn() throws {
        let alone = try Loading(file: #"{"detectors": [{"task": "gs1", "symbologies": ["qr"]}]}"#).load().settings
        #expect(alone.detectors.map(\.task) == [.gs1, .barcodes] && alone.detectorsInOrder == [1, 0])
        #expect(alone.detectors[0].on.detector == "barcodes" && alone.detectors[1].symbologies == [.qr])
        let both = #"{"detectors": [{"task": "gs1"}, {"name": "codes", "task": "barcodes"}]}"#
        let given = try Loading(file: both).load().settings
        #expect(given.detectors.count == 2 && given.detectors[0].on.detector == "codes")
    }

    @Test(arguments: [
        ("gs1", "document", "gs1 works on codes, and \"a\" reads none; name a detector of the task barcodes"),
        (
            "extract", "barcodes",
            "extract works on lines of text, and \"a\" reads none; name a detector of the task text"
        ),
    ])
    func findingsThatItCannotTakeAreRefused(task: String, parent: String, sentence: String) throws {
        let file = """
            {"detectors": [{"name": "a", "task": "\(parent)"}, {"task": "\(task)", "on": {"detector": "a"}}]}
            """
        let error = try #require(try Loading.failure(file))
        #expect(error.problems.contains { $0.message.hasSuffix("detectors[1].on.detector: " + sentence) }, "\(error)")
    }

    @Test(arguments: [
        ("document", "text", "", true), ("document", "barcodes", "", true), ("document", "classify", "", false),
        ("detect", "text", "", false), ("document", "text", "nothing", false), ("detect", "text", "photo", true),
    ])
    func whatFindsNoPageReadsTheWholePhoto(parent: String, task: String, otherwise: String, whole: Bool) throws {
        let chosen = otherwise.isEmpty ? "" : #", "otherwise": "\#(otherwise)""#
        let file = """
            {"detectors": [{"name": "a", "task": "\(parent)"},
                           {"task": "\(task)", "model": "c.onnx", "text": {"engine": "tesseract"},
                            "on": {"detector": "a"\(chosen)}}]}
            """
        let settings = try Loading(file: file).load().settings
        #expect(settings.looksAtPhotoOtherwise(settings.detectors[1]) == whole)
    }

    @Test(arguments: [("words#2", false), ("words#1", true), ("words#", true), ("a#b", true)])
    func aNameDoesNotEndAsTheNumberOfAPageDoes(name: String, isFine: Bool) throws {
        let error = try Loading.failure(#"{"detectors": [{"name": "\#(name)", "task": "barcodes"}]}"#)
        #expect((error == nil) == isFine, "\(String(describing: error))")
    }

    @Test func whatTakesAnothersFindingsCannotLookAtThePhotoInstead() throws {
        let file = #"""
            {"detectors": [{"name": "a", "task": "text", "text": {"engine": "tesseract"}},
                           {"task": "extract", "on": {"detector": "a", "otherwise": "photo"}}]}
            """#
        let error = try #require(try Loading.failure(file))
        #expect(
            error.problems.contains { $0.message.contains("detectors[1].on.otherwise: extract looks at") }, "\(error)")
    }

    @Test func aChainIsPartOfTheFingerprintAndNoChainIsNot() {
        let plain = settings(["a": nil, "b": nil])
        var chained = plain
        chained.detectors[1].on.detector = "a"
        var margin = plain
        margin.detectors[1].on.margin = 0.5
        #expect(plain.fingerprint(models: [:]) != chained.fingerprint(models: [:]))
        #expect(plain.fingerprint(models: [:]) == margin.fingerprint(models: [:]))
        var otherwise = chained
        otherwise.detectors[1].on.otherwise = .photo
        #expect(otherwise.fingerprint(models: [:]) != chained.fingerprint(models: [:]))
    }
}
