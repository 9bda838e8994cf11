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
        // Measured where auto computes with something else than 32-bit floats, and where there is a unit that it leaves alone.
        if processor.precision != "f32" || ProcessorArithmetic.current.bfloat16 == "avx512_bf16" {
            #expect(processor.gain != nil)
        }
        if let gain = processor.gain { #expect((0.05...50).contains(gain)) }
    }

    @Test(
        "where auto is not the quicker one, it is said which is",
        arguments: [
            ("bf16", 2.7, nil, ", which is 2.7 times as fast as fp32 here"),
            ("bf16", 0.95, nil, ", which takes 1.1 times"),
            ("bf16", 0.5, .fp32, ", which takes 2.0 times as long as fp32 here"), ("f32", nil, nil, ""),
            ("f32", 0.66, nil, "; bf16 takes 1.5 times as long"), ("f32", 1.5, .bf16, "; bf16 is 1.5 times as fast"),
        ] as [(String, Double?, Precision?, String)])
    func advice(precision: String, gain: Double?, quicker: Precision?, words: String) {
        var trial = DeviceTrial(id: "CPU", name: "one", isProcessor: true)
        (trial.precision, trial.gain) = (precision, gain)
        #expect(trial.quicker == quicker)
        #expect(trial.gainText.hasPrefix(words) && trial.gainText.isEmpty == words.isEmpty, "\(trial.gainText)")
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
