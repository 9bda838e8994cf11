import Findings
import Foundation
import Inference
import ModelFiles
import Testing

@testable import InferenceOpenVINO

/// A small model on each device of this machine.
@Suite struct DeviceTrialTests {
    /// What a machine without a graphics processor and the engine's plugin for it cannot show.
    private static let others: [String] = {
        let ids = ((try? OpenVINOEngine())?.tryDevices() ?? []).filter { !$0.isProcessor }.map(\.id)
        if ids.isEmpty { print("No GPU or NPU for the inference engine here: running a model on one is not tested.") }
        return ids
    }()

    @Test func theProcessorRunsASmallModel() throws {
        let trials = try OpenVINOEngine().tryDevices()
        let processor = try #require(trials.first)
        #expect(processor.isProcessor && processor.id == "CPU" && !processor.name.isEmpty)
        #expect(processor.problem == nil && processor.milliseconds != nil && !processor.precision.isEmpty)
        // Measured where auto computes with something else than 32-bit floats.
        #expect((processor.gain == nil) == (processor.precision == "f32"))
        if let gain = processor.gain { #expect((0.05...50).contains(gain)) }
    }

    @Test("a model of colours gives the same on every device", .enabled(if: !Self.others.isEmpty))
    func otherDevices() throws {
        let engine = try OpenVINOEngine()
        for trial in engine.tryDevices() where !trial.isProcessor {
            #expect(trial.problem == nil && trial.milliseconds != nil, "\(trial)")
            var options = EngineOptions(device: trial.id)
            options.inputSize = SmallModel.grey.size
            let model = try SmallModel.grey.lend { try engine.load(ModelFile($0), options: options) }
            #expect(try SmallModel.grey.run(model))
            #expect(model.description.device == trial.id)
        }
    }

    @Test func theModelOfWorkGivesTheMeanOfColours() throws {
        let engine = try OpenVINOEngine()
        for precision in [Precision.auto, .fp32] {
            let options = EngineOptions(precision: precision)
            let model = try SmallModel.work.lend { try engine.load(ModelFile($0), options: options) }
            #expect(try SmallModel.work.run(model))
        }
    }

    @Test func aWrongAnswerIsSeen() throws {
        final class Wrong: LoadedModel {
            let description: ModelDescription
            init(_ description: ModelDescription) { self.description = description }
            func infer(_ pixels: UnsafeRawBufferPointer, _ read: ([TensorView]) throws -> Void) throws {
                try [Float](repeating: 0.5, count: 256).withUnsafeBufferPointer { values in
                    try read([TensorView(shape: [1, 1, 16, 16], values: values)])
                }
            }
        }
        let model = Wrong(
            ModelDescription(
                format: .openvino, inputs: [], outputs: [], metadata: ModelMetadata(), inputSize: SmallModel.grey.size))
        #expect(try !SmallModel.grey.run(model))
    }
}
