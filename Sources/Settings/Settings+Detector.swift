import Findings
import SystemPackage

extension Settings {
    /// One model that looks at each photo.
    public struct Detector: Sendable, Hashable {
        /// Tells detectors apart.
        public var name = "targets"
        public var task = Task.detect
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
        public var layout = Layout.auto
        /// Class names for a model that carries none, or others than it carries.
        public var labels: [String] = []
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
        public var resample: Resample?

        public init() {}
    }

    /// What a detector looks for.
    public enum Task: String, Sendable, CaseIterable {
        case detect
    }

    /// How a model's output is laid out; `auto` decides by shape and metadata and refuses to guess.
    public enum Layout: String, Sendable, CaseIterable {
        case auto
        /// `[1, 4+classes, N]`: box, then one score a class.
        case v8 = "yolov8"
        /// `[1, N, 5+classes]`: box, objectness, then one score a class.
        case v5 = "yolov5"
        /// `[1, 6, N]`: box, confidence, class.
        case six = "yolo-class-id"
        /// `[1, N, 6]`: corners, score, class, already suppressed.
        case endToEnd = "end-to-end"
        /// `[1, N, 6]` of a stretched picture, in fractions of it.
        case rtdetr = "rt-detr"
    }

    /// The numbers a model computes with; `auto` takes what this hardware does fastest.
    public enum Precision: String, Sendable, CaseIterable {
        case auto, fp32, fp16, bf16, int8
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
