import Foundation
import ModelFiles
import TestSupport
import Testing

@testable import Inference
@testable import InferenceOpenVINO

/// The numbers before a classifier's last layer, as an output of its own.
@Suite struct FeaturesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(
        _ features: FeatureChoice, _ bytes: [UInt8] = TinyModels.classifier(), cache: String? = nil
    ) throws -> any LoadedModel {
        let url = folder["classifier.onnx"]
        try Data(bytes).write(to: url)
        var options = EngineOptions(precision: .fp32, cacheFolder: cache)
        options.features = features
        return try OpenVINOEngine().load(ModelFile(url.path), options: options)
    }

    /// Every pixel is of one colour: half red, no green, all blue.
    private static let pixels = (0..<64).flatMap { _ in [128, 0, 255] as [UInt8] }

    @Test(arguments: [FeatureChoice.ofClassifiers, .always]) func areTheLastOutput(features: FeatureChoice) throws {
        let model = try load(features)
        #expect(model.description.layer == "features")
        let outputs = try Self.pixels.withUnsafeBytes { try model.infer($0) }
        #expect(outputs.map(\.shape) == [[1, 2], [1, 3]])
        #expect(zip(outputs[1].values, [128.0 / 255, 0, 1] as [Float]).allSatisfy { abs($0 - $1) < 0.001 })
        #expect(outputs[0].values[1] > outputs[0].values[0])
    }

    @Test func areLeftOutWhereTheyAreNotAskedFor() throws {
        #expect(try load(.none).description.outputs.count == 1)
        // It does not say that it is a classifier.
        let model = try load(.ofClassifiers, TinyModels.classifier(metadata: []))
        #expect(model.description.outputs.count == 1 && model.description.layer == nil)
    }

    @Test func areInTheCompiledModelToo() throws {
        let cache = folder["cache"].path
        #expect(try load(.always, cache: cache).description.cache == .stored)
        let again = try load(.always, cache: cache)
        #expect(again.description.cache == .hit && again.description.layer == "features")
        #expect(try Self.pixels.withUnsafeBytes { try again.infer($0) }.count == 2)
        #expect(try load(.none, cache: cache).description.outputs.count == 1)
    }

    @Test func aModelWithoutThemIsRefused() throws {
        let path = try TinyModels.echo(in: folder, shape: ["1", "3", "2", "3"])
        var options = EngineOptions()
        options.features = .always
        let error = #expect(throws: InferenceError.self) {
            try OpenVINOEngine().load(ModelFile(path), options: options)
        }
        #expect(error?.description.contains("layout") == true)
    }
}
