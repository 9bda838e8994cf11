import Confinement
import Crypto
import Detection
import Findings
import Foundation
import Imaging
import Inference
import JobQueue
import Scoring
import Settings
import SystemPackage
import Targets

/// Everything that a worker must know before its first photo: the part of the settings that concerns it, frozen when
/// the run starts.
public struct WorkPlan: Codable, Sendable {
    /// One detector with the file it runs, as it was at the start.
    struct DetectorPlan: Codable, Sendable {
        var name: String
        var model: String
        /// The model's SHA-256 in hexadecimal.
        var sha256: String
        var engine: EngineOptions
        var detection: DetectorSettings
        var resampling: Resampling
    }

    /// How targets are read.
    struct TargetPlan: Codable, Sendable {
        /// A model with the setting that names it.
        struct Model: Codable, Sendable {
            var key: String
            var path: String
            /// The model's SHA-256 in hexadecimal.
            var sha256: String
        }

        /// Sees arrows on printed faces.
        var arrows: Model
        /// Sees holes on cards.
        var holes: Model
        var engine: EngineOptions
        var settings: TargetSettings

        var models: [Model] { [arrows, holes] }
    }

    var detectors: [DetectorPlan]
    /// Nil where nothing is scored.
    var targets: TargetPlan?
    var limits: PhotoLimits
    var strict: Bool
    var quality: Int
    /// Bytes of data memory.
    var memory: Int
    /// What workers may touch; nil for a worker that a person started by hand.
    var confinement: Confinement?
    /// Whether a worker may not begin where a wall is missing.
    var needsWholeConfinement: Bool
    private var fingerprint: [UInt8]

    /// What photos are worked with: the same content is worked once with the same pipeline.
    var pipeline: Fingerprint { Fingerprint(fingerprint) ?? Fingerprint(head: 0, tail: (0, 0, 0)) }

    /// - Throws: `InferenceError` or ``PipelineError`` where a model cannot be used.
    public init(_ settings: Settings) throws {
        var hashes: [String: String] = [:]
        detectors = try settings.detectors.map { detector in
            // Looks at the file's framing, so that a wrong file is told of before anything is claimed.
            let file = try ModelFile(detector.model.string)
            let sha256 = try Self.sha256(of: file)
            hashes[detector.name] = sha256
            return DetectorPlan(detector, settings, sha256: sha256)
        }
        if let face = settings.scoring.face {
            var engine = EngineOptions()
            engine.cacheFolder = settings.cache?.string
            targets = TargetPlan(
                arrows: try Self.model("scoring.model", settings.scoring.model),
                holes: try Self.model("scoring.holeModel", settings.scoring.holeModel), engine: engine,
                settings: TargetSettings(settings.scoring, face: face))
        }
        limits = PhotoLimits(
            bytes: settings.limits.bytes, pixels: settings.limits.pixels, side: settings.limits.side,
            frames: settings.limits.frames)
        strict = settings.limits.strict
        quality = settings.output.quality
        memory = settings.workers.memory
        needsWholeConfinement = settings.workers.confine == .required
        let scoringModels = targets.map { targets in
            Dictionary(targets.models.map { ($0.key, $0.sha256) }, uniquingKeysWith: { first, _ in first })
        }
        fingerprint = Array(
            SHA256.hash(
                data: settings.fingerprint(
                    models: hashes, scoringModels: scoringModels, decoder: DetectorSettings.decoderVersion,
                    scorer: ScoringSettings.scorerVersion)))
    }

    /// The plan of a worker that makes pictures for pages: no model, and nowhere to write.
    init(picturesBy settings: Settings) {
        detectors = []
        limits = PhotoLimits(
            bytes: settings.limits.bytes, pixels: settings.limits.pixels, side: settings.limits.side,
            frames: settings.limits.frames)
        strict = false
        quality = settings.output.quality
        memory = settings.workers.memory
        needsWholeConfinement = settings.workers.confine == .required
        fingerprint = []
        confinement = Workplace.confinement(settings, plan: self, staging: nil)
    }

    /// What `quiver model inspect` says of the first detector's model, run as this plan would run it.
    public func report() throws -> ModelReport {
        guard let detector = detectors.first else {
            throw PipelineError(.setting, "no detector is set; name a model with --model", fault: .input)
        }
        return try ModelReport(
            of: detector.model, engine: OpenVINOEngine(), options: detector.engine, settings: detector.detection)
    }

    /// Sees that every model is still the one that the run began with; a worker asks before and after it loads them.
    ///
    /// - Throws: ``PipelineError`` where one was replaced meanwhile: its answers would bear another model's name.
    func checkModels() throws {
        let named = detectors.map { ($0.model, $0.sha256) } + (targets?.models ?? []).map { ($0.path, $0.sha256) }
        for (path, sha256) in named where try Self.sha256(of: ModelFile(path)) != sha256 {
            throw PipelineError(
                .modelRefused,
                """
                the model \(path) was replaced while Quiver ran; start Quiver again to work with the new one. \
                Photos that wait stay in the queue
                """, fault: .environment)
        }
    }

    private static func model(_ key: String, _ path: FilePath) throws -> TargetPlan.Model {
        TargetPlan.Model(key: key, path: path.string, sha256: try sha256(of: ModelFile(path.string)))
    }

    /// The hash of a model's files, its weights included where they lie in a file of their own.
    private static func sha256(of file: ModelFile) throws -> String {
        var hash = SHA256()
        for part in file.parts {
            // Not blocking: a FIFO that took the file's place would be waited for until somebody writes into it.
            guard let file = try? FileDescriptor.open(part, .readOnly, options: [.nonBlocking, .closeOnExec]) else {
                throw PipelineError(
                    .modelRefused, "the model \(part) cannot be read; allow it with chmod", fault: .environment)
            }
            let handle = FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: true)
            while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty { hash.update(data: chunk) }
        }
        return hash.finalize().map { String(format: "%02x", $0) }.joined()
    }
}

extension WorkPlan.DetectorPlan {
    init(_ detector: Settings.Detector, _ settings: Settings, sha256: String) {
        let letterbox = settings.letterbox(for: detector)
        var engine = EngineOptions(
            device: detector.device,
            precision: EngineOptions.Precision(rawValue: detector.precision.rawValue) ?? .auto,
            threads: detector.threads)
        if case .fixed(let size) = letterbox.size { engine.inputSize = size }
        engine.cacheFolder = settings.cache?.string
        self.init(
            name: detector.name, model: detector.model.string, sha256: sha256, engine: engine,
            detection: DetectorSettings(
                confidence: detector.confidence, confidenceByClass: detector.thresholds, iou: detector.iou,
                classes: detector.classes, classAware: !detector.agnostic, maximumDetections: detector.maxDetections,
                layout: LayoutSetting(rawValue: detector.layout.rawValue) ?? .auto, labels: detector.labels,
                fit: letterbox.fit, fill: letterbox.fill),
            resampling: letterbox.resample == .fast ? .fast : .reference)
    }
}

extension TargetSettings {
    init(_ scoring: Settings.Scoring, face: Settings.FaceSetting) {
        self.init(
            scoring: ScoringSettings(
                face: face.type, system: scoring.system, lineRule: scoring.lineRule,
                arrowsPerEnd: scoring.photosPerEnd == 1 ? scoring.arrowsPerEnd : nil, shaftDiameter: scoring.shaft,
                count: scoring.count, confidence: scoring.confidence))
    }
}
