import Findings
import SystemPackage

extension Settings {
    /// One model that looks at each photo.
    public struct Detector: Sendable, Hashable, Codable {
        /// Tells detectors apart.
        public var name = "targets"
        public var task = DetectorTask.detect
        /// The model's file: ONNX, OpenVINO IR or TFLite.
        public var model: FilePath = BundledModel.targets.path
        /// Findings at or below this score are dropped.
        public var confidence = 0.35
        /// Of two boxes that overlap more than this, the weaker is dropped.
        public var iou = 0.5
        /// The classes to keep, as names or numbers; empty for all.
        public var classes: [String] = []
        /// Scores that replace `confidence` for single classes.
        public var thresholds: [String: Double] = [:]
        /// How the model's output is laid out.
        public var layout = LayoutSetting.auto
        /// Class names for a model that carries none, or others than it carries.
        public var labels: [String] = []
        /// The library that runs the model.
        public var engine = EngineChoice.auto
        /// What the model runs on; `auto` is the processor.
        public var device = "auto"
        public var precision = Precision.auto
        /// Threads of each worker's engine.
        public var threads = 1
        /// Whether boxes of different classes suppress each other.
        public var agnostic = false
        /// The most findings of one photo.
        public var maxDetections = 300
        /// Nil for the common one of `letterbox`; so the next two.
        public var size: InputSize?
        public var fit: Fit?
        public var resample: Resampling?
        /// What is done to pixel values from 0 to 1 before the model sees them: three numbers each for red, green and blue;
        /// empty for what the model's file says.
        public var mean: [Double] = []
        public var deviation: [Double] = []
        /// Where it looks: the whole photo, or what another detector found.
        public var on = FindingSource()

        public init() {}
    }

    /// The findings of another detector that a detector looks at, one by one.
    public struct FindingSource: Sendable, Hashable, Codable {
        /// The other detector's name; nil for the whole photo.
        public var detector: String?
        /// The labels to look at; empty for all.
        public var labels: [String] = []
        /// How much of a finding's own sides is added around it.
        public var margin = 0.1

        public init() {}
    }

    /// How photos are made to fit this detector: its own settings over the common ones.
    public func letterbox(for detector: Detector) -> Letterbox {
        var own = letterbox
        own.size = detector.size ?? own.size
        own.fit = detector.fit ?? own.fit
        own.resample = detector.resample ?? own.resample
        return own
    }
}
