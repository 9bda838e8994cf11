import Confinement
import Detection
import Findings
import Foundation
import Inference
import ModelFiles
import Reading
import SystemPackage
import WorkerProtocol

extension WorkPlan.Detector {
    /// How the engine runs the model.
    func engineOptions(cache: String?) -> EngineOptions {
        var options = secondOptions(cache: cache)
        if case .fixed(let size) = letterbox.size, !isMediaPipe { options.inputSize = size }
        options.normalization = Normalization(mean: settings.mean, deviation: settings.deviation)
        // MediaPipe's detectors of faces and people take values from -1 to 1, and their files do not say so.
        if isMediaPipe, settings.task != .hands, options.normalization == nil {
            options.normalization = Normalization(mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5])
        }
        return options
    }

    /// How the engine runs the second model.
    func secondOptions(cache: String?) -> EngineOptions {
        var options = EngineOptions(
            device: settings.device, precision: settings.precision, threads: settings.threads)
        // Their keypoints are compared with the original library's, which computes with 32 bits.
        if isMediaPipe, options.precision == .auto { options.precision = .fp32 }
        options.cacheFolder = cache
        return options
    }

    /// Whether the task's own models are MediaPipe's: a pose model of the user's own has no second one.
    var isMediaPipe: Bool {
        switch settings.task {
        case .faces, .hands: true
        case .pose: landmarks != nil
        case .detect, .classify, .segment, .obb, .text, .barcodes, .document, .extract: false
        }
    }

    /// How faces, hands and people are chosen.
    var mediaPipeSettings: MediaPipeSettings {
        MediaPipeSettings(
            confidence: settings.confidence, presence: settings.presence, maximum: settings.maximum,
            maximumDetections: settings.maxDetections, mask: settings.mask, mesh: settings.mesh)
    }

    /// How findings are chosen and named.
    var detectorSettings: DetectorSettings {
        DetectorSettings(
            confidence: settings.confidence ?? 0.35, confidenceByClass: settings.thresholds, iou: settings.iou,
            classes: settings.classes, classAware: !settings.agnostic, maximumDetections: settings.maxDetections,
            layout: settings.layout, labels: settings.labels, fit: letterbox.fit, fill: letterbox.fill)
    }
}

extension WorkPlan {
    /// The engines that this plan needs; none where a worker only makes pictures.
    var engines: [EngineChoice] {
        Set(detectors.filter { !$0.models.isEmpty }.map(\.settings.engine) + (targets == nil ? [] : [.auto])).sorted {
            $0.rawValue < $1.rawValue
        }
    }

    /// What the worker may touch: what libraries read, its staging folder to write, and nothing else.
    ///
    /// No folder of photos is among it: each photo comes as an open file. Nil where the worker is not shut in.
    var confinement: Confinement? {
        guard isConfined, confine != .off else { return nil }
        let needed = models.map(\.path) + engines.flatMap { Engines.type(for: $0).files }
        let readsPages = detectors.contains { $0.settings.task == .text && $0.settings.text.engine != .paddleocr }
        let languages = readsPages ? [(try? LanguageData())?.folder].compactMap { $0 }.map { FilePath($0) } : []
        return Confinement(
            reads: Confinement.libraryReads, writes: [staging?.file].compactMap { $0 },
            startReads: needed.map { FilePath($0).removingLastComponent() } + languages,
            startWrites: [cache.map { FilePath($0) }].compactMap { $0 }, usesDevices: usesDevices)
    }
}
