/// What a detector looks for: the word of the settings and of records.
///
/// A new task is a case here and a line in ``row``.
public enum DetectorTask: String, Sendable, Hashable, Codable, CaseIterable {
    /// Objects with a box.
    case detect
    /// Classes of the whole photo or region.
    case classify
    /// Nothing that has a name: a vector of the whole photo or region, which is near those of others that look like it.
    case embed
    /// Faces with keypoints.
    case faces
    /// Hands with keypoints.
    case hands
    /// People with keypoints.
    case pose
    /// Objects with a mask.
    case segment
    /// The people of a photo, all in one mask.
    case people
    /// What a photo is of, whatever it is, each in a mask of its own.
    case subject
    /// Objects with a turned box.
    case obb
    /// Lines of text with their words.
    case text
    /// Barcodes and two-dimensional codes with their payload.
    case barcodes
    /// Pages of paper with their corners.
    case document
    /// Paragraphs, lists, tables and data in the lines that another detector read.
    case extract
    /// GS1's application identifiers with their values, in the codes that another detector read.
    case gs1

    /// What a task finds, and what its detector is made of.
    public struct Row: Sendable {
        /// The list that its detectors fill, empty.
        public var nothing: FindingList
        /// The models that its detectors are made of, the main one first; empty where they have none.
        public var models: [ModelNeed]
        /// The findings of another detector that its detectors take; nil where they look at pixels alone.
        public var takes: Source?
        /// Whether the detector or its model has a confidence of its own where the settings name none.
        public var hasOwnConfidence = false
        /// The most findings of a photo where the settings name no number; nil for the settings' default.
        public var maxDetections: Int?
        /// The overlap that drops a finding where the settings name none and the model is no TFLite; nil for the settings' default.
        public var iou: Double?
        /// The version of the rules that turn a model's output into findings.
        ///
        /// A change of what they answer adds 1: photos that were processed by an older version are processed again.
        public var rulesVersion = 1
    }

    /// The findings that a detector takes from another one, which is made where the settings have none.
    public struct Source: Sendable {
        /// The other detector's task.
        public var task: DetectorTask
        /// What these findings are called in messages.
        public var noun: String
    }

    /// The task's line in the table of all tasks.
    public var row: Row {
        switch self {
        case .detect: Row(nothing: .detections([]), models: [.main(.bundled)])
        case .classify:
            Row(nothing: .classes([]), models: [.main(.named("efficientnet_lite0"))])
        case .embed: Row(nothing: .classes([]), models: [.main(.named("efficientnet_lite0"))])
        case .faces:
            // The iou is YuNet's own; MediaPipe's models have none.
            Row(
                nothing: .poses([]),
                models: [.main(.named("face_detection_full_range_sparse")), .landmarks("face_landmark", when: .mesh)],
                hasOwnConfidence: true, iou: 0.3, rulesVersion: 2)
        case .hands:
            Row(
                nothing: .poses([]),
                models: [.main(.named("palm_detection_full")), .landmarks("hand_landmark_full")],
                hasOwnConfidence: true, rulesVersion: 2)
        case .pose:
            Row(
                nothing: .poses([]),
                models: [
                    .main(.named("pose_detection")), .landmarks("pose_landmark_full", when: .mainIsStandard),
                    .nearFaces,
                    ModelNeed(role: .segmenter, standard: .named("selfie_segmentation"), when: .masksCrowds),
                ], hasOwnConfidence: true, rulesVersion: 3)
        case .segment: Row(nothing: .masks([]), models: [.main(.own)])
        case .people:
            Row(
                nothing: .masks([]), models: [.main(.named("selfie_segmentation")), .nearFaces],
                hasOwnConfidence: true, rulesVersion: 2)
        case .subject: Row(nothing: .masks([]), models: [.main(.named("u2netp"))], hasOwnConfidence: true)
        case .obb: Row(nothing: .detections([]), models: [.main(.own)])
        case .text:
            // The lines of a dense page.
            Row(
                nothing: .texts([]),
                models: [
                    .main(.named("ppocr_v4_det"), when: .paddleOCR),
                    ModelNeed(
                        role: .recognizer, standard: .named("ppocr_v6_rec", formerly: ["ppocr_v4_rec"]),
                        when: .paddleOCR),
                    ModelNeed(role: .orienter, standard: .named("ppocr_cls"), when: .paddleOCR),
                ], hasOwnConfidence: true, maxDetections: 3_000, rulesVersion: 2)
        case .barcodes: Row(nothing: .codes([]), models: [])
        case .document: Row(nothing: .pages([]), models: [], hasOwnConfidence: true, rulesVersion: 2)
        case .extract:
            Row(
                nothing: .contents([]), models: [], takes: Source(task: .text, noun: "lines of text"),
                maxDetections: 3_000, rulesVersion: 2)
        case .gs1: Row(nothing: .elements([]), models: [], takes: Source(task: .barcodes, noun: "codes"))
        }
    }

    /// The list that a detector of this task fills, empty.
    public var nothing: FindingList { row.nothing }
}
