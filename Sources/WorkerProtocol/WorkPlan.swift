import Findings
import Foundation
import ModelFiles
import Scoring
import Settings
import SystemPackage
import SystemValues

/// Everything that a worker must know before its first photo: the part of the settings that concerns it, frozen when
/// the run starts.
package struct WorkPlan: Codable, Sendable {
    /// A model's file as it was at the start.
    package struct Model: Codable, Sendable, Hashable {
        package var path: String
        /// The SHA-256 of its content in hexadecimal.
        package var sha256: String
    }

    /// One detector.
    package struct Detector: Codable, Sendable, Hashable {
        package var settings: Settings.Detector
        /// How photos are made to fit its model.
        package var letterbox: Settings.Letterbox
        /// What it is made of, in the order of the photo's record; empty for tasks without a model.
        package var parts: [Part]

        /// One of its models with what that does.
        package struct Part: Codable, Sendable, Hashable {
            package var role: ModelNeed.Role
            package var model: Model
        }

        /// All of its models, in the order of the photo's record.
        package var models: [Model] { parts.map(\.model) }

        /// The model that has a role; nil where it has none.
        package subscript(role: ModelNeed.Role) -> Model? { parts.first { $0.role == role }?.model }

        package var name: String { settings.name }

        /// The same wherever the settings file has it.
        package var withoutPlace: Detector {
            var detector = self
            detector.settings = settings.withoutPlace
            return detector
        }
    }

    /// How targets are read.
    package struct Targets: Codable, Sendable {
        package var settings: Settings.Scoring
        /// The face to look for; nil for whichever the photo shows.
        package var face: Settings.FaceSetting
        /// The round that sessions are shot as; nil where they are none.
        package var round: RoundDefinition?
        /// Sees arrows on printed faces.
        package var arrows: Model
        /// Sees holes on cards.
        package var holes: Model
    }

    /// In the order of the settings.
    package var detectors: [Detector]
    /// The indices of the detectors, each after the one on whose findings it runs.
    package var order: [Int]
    /// Nil where nothing is scored.
    package var targets: Targets?
    package var limits: PhotoLimits
    package var strict: Bool
    /// Which numbers of 16-bit grey become black and white; nil for those of each picture.
    package var window: GreyWindow?
    package var quality: Int
    /// How objects with a mask are cut out.
    package var cutout: Settings.Cutout
    /// The SHA-256 of the picture behind cutouts as it was at the start; nil where none is asked for.
    package var background: String?
    /// The labels of findings that are blurred in annotated pictures and flat pages.
    package var blur: [String] = []
    /// How sure findings are called, in records and pictures.
    package var confidenceLevels: ConfidenceLevels
    /// Bytes of data memory.
    package var memory: Int
    package var confine: Settings.Confine
    /// The folder that the worker may write into; nil for a worker that writes nothing.
    package var staging: RawPathText?
    /// The folder of compiled models; nil for none.
    package var cache: String?
    /// False for a worker that a person started by hand: it may do what the person may.
    package var isConfined = false
    var fingerprint: [UInt8]

    /// Every model that a worker loads, in the order of the photo's record.
    package var models: [Model] {
        detectors.flatMap(\.models) + (targets.map { [$0.arrows, $0.holes] } ?? [])
    }

    /// Whether a detector runs on something else than the processor.
    package var usesDevices: Bool {
        detectors.contains { !["auto", "cpu"].contains($0.settings.device.lowercased()) }
    }
}

extension WorkPlan.Targets {
    /// How arrows are scored.
    package var scoring: ScoringSettings {
        ScoringSettings(
            face: face.type, system: settings.system, lineRule: settings.lineRule,
            arrowsPerEnd: settings.photosPerEnd == 1 ? settings.arrowsPerEnd : nil, shaftDiameter: settings.shaft,
            count: settings.count, confidence: settings.confidence, faces: face.type == nil ? round?.faces ?? [] : [],
            arrowsAreOneArchers: round.map { $0.arrowsPerEnd == settings.arrowsPerEnd } ?? false)
    }
}

extension WorkPlan {
    /// A run's plan, with the models as they are now.
    ///
    /// - Throws: `InferenceError` or ``PipelineError`` where a model cannot be used.
    package init(_ settings: Settings) throws {
        let detectors = try settings.detectors.map { detector in
            var own = detector
            own.on.otherwise = settings.looksAtPhotoOtherwise(detector) ? .photo : .nothing
            return Detector(
                settings: own, letterbox: settings.letterbox(for: detector),
                parts: try ModelNeed.Role.allCases.compactMap { role in
                    try detector[role].map { Detector.Part(role: role, model: try Self.model($0)) }
                })
        }
        let targets = try settings.scoring.face.map { face in
            Targets(
                settings: settings.scoring, face: face, round: settings.round,
                arrows: try Self.model(settings.scoring.model), holes: try Self.model(settings.scoring.holeModel))
        }
        let scoringModels = targets.map {
            ["scoring.model": $0.arrows.sha256, "scoring.holeModel": $0.holes.sha256]
        }
        let hashes = Dictionary(
            detectors.map { detector in
                let known = detector.parts.map { ($0.role, $0.model.sha256) }
                return (detector.name, Dictionary(uniqueKeysWithValues: known))
            }, uniquingKeysWith: { first, _ in first })
        let isCut = settings.output.cutouts
        let background = isCut ? try Self.sha256(behind: settings.output.cutout) : nil
        self.init(
            settings, detectors: detectors, targets: targets,
            fingerprint: SHA256.hash(
                settings.fingerprint(
                    models: hashes, background: background, scoringModels: scoringModels,
                    scorer: ScoringSettings.scorerVersion)))
        if isCut { cutout = settings.output.cutout }
        blur = settings.output.blur
        self.background = background
    }

    /// The plan of a worker that makes pictures for pages: no model, and nowhere to write.
    ///
    /// - Parameter cutout: How objects are cut out where that needs a picture to lie behind them.
    package init(picturesBy settings: Settings, cutout: Settings.Cutout = .init()) {
        self.init(settings, detectors: [], targets: nil, fingerprint: [])
        strict = false
        isConfined = settings.workers.confine != .off
        self.cutout = cutout
    }

    private init(_ settings: Settings, detectors: [Detector], targets: Targets?, fingerprint: [UInt8]) {
        self.init(
            detectors: detectors, order: settings.detectorsInOrder.filter(detectors.indices.contains),
            targets: targets,
            limits: PhotoLimits(
                bytes: settings.limits.bytes, pixels: settings.limits.pixels, side: settings.limits.side,
                frames: settings.limits.frames, pages: settings.limits.pages, pagePixels: settings.limits.pagePixels),
            strict: settings.limits.strict, window: settings.grey.greyWindow, quality: settings.output.quality,
            cutout: .init(),
            confidenceLevels: settings.output.confidenceLevels, memory: settings.workers.memory,
            confine: settings.workers.confine, cache: settings.cache?.string, fingerprint: fingerprint)
    }

    /// What photos are processed with, in 32 bytes: the same content is processed once with the same pipeline.
    package var pipelineHash: [UInt8] { fingerprint }

    /// Sees that every model, and the picture behind cutouts, is still the one that the run began with; a worker asks before and
    /// after it loads them.
    ///
    /// - Throws: ``PipelineError`` where one was replaced meanwhile: answers would bear the name of another.
    package func checkModels() throws {
        for model in models where try Self.sha256(of: ModelFile(model.path)) != model.sha256 {
            throw PipelineError(
                .modelRefused,
                """
                the model \(model.path) was replaced while Quiver ran; start Quiver again to work with the new one. \
                Photos that wait stay in the queue
                """, fault: .input)
        }
        if let background, try Self.sha256(behind: cutout) != background {
            throw PipelineError(
                .output,
                """
                the picture behind cutouts (output.cutout.background) was replaced while Quiver ran; start Quiver again to \
                work with the new one. Photos that wait stay in the queue
                """, fault: .input)
        }
    }

    /// The hash of the picture behind cutouts; nil where there is none.
    private static func sha256(behind cutout: Settings.Cutout) throws -> String? {
        guard let path = cutout.background.picture else { return nil }
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.nonBlocking, .closeOnExec])
        else {
            throw PipelineError(
                .output,
                "the picture behind cutouts, \(path.forTerminal), cannot be read; correct output.cutout.background",
                fault: .input)
        }
        var hash = SHA256()
        try hash.update(with: FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: true))
        return hash.finish().hexadecimal
    }

    /// Looks at the file's framing too, so that a wrong file is told of before anything is claimed.
    private static func model(_ path: FilePath) throws -> Model {
        Model(path: path.string, sha256: try sha256(of: ModelFile(path.string)))
    }

    /// The hash of a model's files, its weights included where they lie in a file of their own.
    private static func sha256(of file: ModelFile) throws -> String {
        var hash = SHA256()
        for part in file.parts {
            // Not blocking: a FIFO that took the file's place would be waited for until a program writes into it.
            guard let file = try? FileDescriptor.open(part, .readOnly, options: [.nonBlocking, .closeOnExec]) else {
                throw PipelineError(
                    .modelRefused, "the model \(part) cannot be read; allow it with chmod", fault: .environment)
            }
            try hash.update(with: FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: true))
        }
        return hash.finish().hexadecimal
    }
}

extension SHA256 {
    /// Adds all that a file holds.
    fileprivate mutating func update(with file: FileHandle) throws {
        while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty { update(chunk) }
    }
}
