import Findings
import Testing

@testable import Settings

/// The text half of a CLIP pair.
@Suite struct SettingsWordsTests {
    private static let models: [String: [ModelNeed.Role: String]] = ["look": [.main: "ab"]]

    private func settings(_ words: String) throws -> Settings {
        let file = #"{"detectors": [{"name": "look", "task": "embed", "model": "image.onnx"\#(words)}]}"#
        return try Loading(file: file).load().settings
    }

    @Test func anotherTextModelLeavesPhotosAsTheyAre() throws {
        let (without, with) = (try settings(""), try settings(#", "words": "text.onnx""#))
        #expect(without.detectors[0].words == nil)
        #expect(with.detectors[0].words?.lastComponent?.string == "text.onnx")
        #expect(without.fingerprint(models: Self.models) == with.fingerprint(models: Self.models))
    }

    @Test func aDetectorThatMakesNoVectorsHasNone() throws {
        let file = #"{"detectors": [{"name": "hands", "task": "hands", "words": "text.onnx"}]}"#
        let problems = try Loading.failure(file)?.problems.map(\.message) ?? []
        #expect(problems.contains { $0.contains("detectors[0].words") && $0.contains("embed") }, "\(problems)")
    }
}
