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

    @Test func aChainIsPartOfTheFingerprintAndNoChainIsNot() {
        let plain = settings(["a": nil, "b": nil])
        var chained = plain
        chained.detectors[1].on.detector = "a"
        var margin = plain
        margin.detectors[1].on.margin = 0.5
        #expect(plain.fingerprint(models: [:]) != chained.fingerprint(models: [:]))
        #expect(plain.fingerprint(models: [:]) == margin.fingerprint(models: [:]))
    }
}
