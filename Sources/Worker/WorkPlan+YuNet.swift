import Detection
import Inference
import ModelFiles
import WorkerProtocol

extension WorkPlan.Detector {
    /// How the engine runs a YuNet; nil for other models.
    ///
    /// It takes other values than MediaPipe's models, which only its outputs tell: it is loaded as one of those first.
    func yuNetOptions(for loaded: any LoadedModel, cache: String?) -> EngineOptions? {
        guard settings.task == .faces, YuNetDetector.recognises(loaded) else { return nil }
        var options = secondOptions(cache: cache)
        if case .fixed(let size) = letterbox.size { options.inputSize = size }
        options.normalization =
            Normalization(mean: settings.mean, deviation: settings.deviation) ?? YuNetDetector.normalization
        return options
    }

    /// How YuNet's faces are chosen.
    var yuNetSettings: DetectorSettings {
        var chosen = detectorSettings
        chosen.confidence = settings.confidence ?? YuNetDetector.confidence
        return chosen
    }

    /// A detector of faces with a YuNet; throws where a mesh is wanted, which only MediaPipe's faces have.
    func yuNet(_ model: any LoadedModel) throws -> any Detector {
        guard !settings.mesh else {
            throw PipelineError(
                .setting, "a mesh needs MediaPipe's detector of faces, and this model is a YuNet; set mesh off",
                fault: .input)
        }
        return try YuNetDetector(model, settings: yuNetSettings)
    }
}
