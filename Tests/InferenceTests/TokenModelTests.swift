import Foundation
import ModelFiles
import TestSupport
import Testing

@testable import Inference
@testable import InferenceOpenVINO

/// Models of words in the engine.
@Suite struct TokenModelTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(_ bytes: [UInt8], cache: String? = nil) throws -> any TokenModel {
        let url = folder["words.onnx"]
        try Data(bytes).write(to: url)
        return try OpenVINOEngine().loadTokenModel(
            ModelFile(url.path), options: EngineOptions(precision: .fp32, cacheFolder: cache))
    }

    /// The second time it is loaded as it was compiled, and a damaged one is compiled anew.
    @Test(arguments: [nil, 4] as [Int?]) func compiledModelsAreKept(length: Int?) throws {
        let bytes = TinyModels.words([7: [1, 0, 3], 9: [0, 2, 0]], parts: 10, length: length)
        let cache = folder["cache"].path
        let first = try load(bytes, cache: cache)
        let kept = try FileManager.default.contentsOfDirectory(atPath: "\(cache)/compiled")
        #expect(kept.count == 1)
        let second = try load(bytes, cache: cache)
        #expect(second.length == first.length && second.outputs == first.outputs)
        #expect(try second.infer([1, 7, 9, 2]) == [Tensor(shape: [1, 3], values: [1, 2, 3])])
        try Data([1]).write(to: folder["cache/compiled/\(kept[0])"])
        #expect(try load(bytes, cache: cache).infer([1, 7, 0, 2]) == first.infer([1, 7, 0, 2]))
    }

    @Test(arguments: [(nil, false), (5, false), (nil, true), (5, true)] as [(Int?, Bool)])
    func theNumbersOfATextAreTaken(length: Int?, hasMask: Bool) throws {
        let model = try load(
            TinyModels.words([7: [1, 0, 3], 9: [0, 2, 0]], parts: 10, length: length, hasMask: hasMask))
        #expect(model.length == length && model.outputs.map(\.name) == ["text_embeds"])
        #expect(try model.infer([1, 7, 2, 0, 0]) == [Tensor(shape: [1, 3], values: [1, 0, 3])])
        #expect(try model.infer([1, 7, 9, 2, 0]) == [Tensor(shape: [1, 3], values: [1, 2, 3])])
    }

    @Test func textsOfSeveralLengthsAreTakenByAnOpenModelAlone() throws {
        let open = try load(TinyModels.words([3: [1, 2]], parts: 4))
        #expect(try open.infer([1, 3]) == open.infer([1, 3, 0, 0, 0, 0]))
        let fixed = try load(TinyModels.words([3: [1, 2]], parts: 4, length: 3))
        #expect(throws: InferenceError.self) { try fixed.infer([1, 3]) }
    }

    @Test(arguments: [TinyModels.classifier(), TinyModels.words([1: [1, 2]], parts: 2, length: 2)])
    func otherModelsAreRefused(bytes: [UInt8]) throws {
        let error = #expect(throws: InferenceError.self) { try load(bytes) }
        #expect(error?.code == .modelUnsuitable && error?.message.contains("words of one text") == true)
    }
}
