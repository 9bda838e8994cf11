import Findings
import Inference
import ModelFiles

extension OpenVINOEngine: DeviceEngine {
    /// Runs a model of one layer on every device that OpenVINO finds: its plugins load late, and a driver may lack.
    public func tryDevices() -> [DeviceTrial] {
        let api = library.api.pointee
        guard let core = try? OpenVINOHandle(library, free: api.core_free, make: { api.core_create($0) }) else {
            return []
        }
        let ids = OpenVINOSetup.devices(library, core)
        let processors = ids.filter { $0.hasPrefix("CPU") }
        return (processors + ids.filter { !processors.contains($0) }).map { id in
            let name = (try? device(for: EngineOptions(device: id)))?.name ?? id
            var trial = DeviceTrial(id: id, name: name, isProcessor: processors.contains(id))
            do {
                let model = try load(.grey, on: id)
                trial.precision = model.description.precision
                // The first run has the device wake up.
                _ = try SmallModel.grey.run(model)
                let start = ContinuousClock.now
                let isRight = try SmallModel.grey.run(model)
                let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
                if isRight { trial.milliseconds = milliseconds } else { trial.problem = "it gives wrong numbers" }
                if trial.isProcessor { trial.gain = try gainOfShortFloats(on: id, auto: trial.precision) }
            } catch {
                trial.problem = "\(error)"
            }
            return trial
        }
    }

    /// How many times as fast a device is with short floats as with those of 32 bits; nil where it has no unit for them.
    private func gainOfShortFloats(on id: String, auto: String) throws -> Double? {
        if auto == "f32", ProcessorArithmetic.current.bfloat16 == nil { return nil }
        let models = try [auto == "f32" ? Precision.bf16 : .auto, .fp32].map { try load(.work, on: id, precision: $0) }
        guard models[0].description.precision != models[1].description.precision else { return nil }
        var best = [Duration.seconds(600), .seconds(600)]
        // In turns, and the shortest time of each: others may use the machine.
        for _ in 0..<8 {
            for (index, model) in models.enumerated() {
                let start = ContinuousClock.now
                _ = try SmallModel.work.run(model)
                best[index] = min(best[index], ContinuousClock.now - start)
            }
        }
        return best[1] / best[0]
    }

    private func load(
        _ model: SmallModel, on id: String, precision: Precision = .auto
    ) throws -> any LoadedModel {
        var options = EngineOptions(device: id, precision: precision)
        options.inputSize = model.size
        return try model.lend { try load(ModelFile($0), options: options) }
    }
}
