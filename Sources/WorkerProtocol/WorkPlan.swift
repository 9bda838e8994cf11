import Findings
import Scoring
import Settings
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
    package struct Detector: Codable, Sendable {
        package var settings: Settings.Detector
        /// How photos are made to fit its model.
        package var letterbox: Settings.Letterbox
        package var model: Model

        package var name: String { settings.name }
    }

    /// How targets are read.
    package struct Targets: Codable, Sendable {
        package var settings: Settings.Scoring
        /// The face to look for; nil for whichever the photo shows.
        package var face: Settings.FaceSetting
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
    package var quality: Int
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
        detectors.map(\.model) + (targets.map { [$0.arrows, $0.holes] } ?? [])
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
            count: settings.count, confidence: settings.confidence)
    }
}
