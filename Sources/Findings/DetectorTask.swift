/// What a detector looks for: the word of the settings and of records.
public enum DetectorTask: String, Sendable, Hashable, Codable, CaseIterable {
    /// Objects with a box.
    case detect
    /// Classes of the whole photo or region.
    case classify
    /// Faces with keypoints.
    case faces
    /// Hands with keypoints.
    case hands
    /// People with keypoints.
    case pose
    /// Objects with a mask.
    case segment
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

    /// The version of the rules that turn a model's output into findings.
    ///
    /// Whoever changes what they answer adds 1: photos that were processed by an older version are processed again.
    public var rulesVersion: Int {
        switch self {
        case .pose: 2
        case .detect, .classify, .faces, .hands, .segment, .obb, .text, .barcodes, .document, .extract: 1
        }
    }

    /// The list that a detector of this task fills, empty.
    public var nothing: FindingList {
        switch self {
        case .detect, .obb: .detections([])
        case .classify: .classes([])
        case .faces, .hands, .pose: .poses([])
        case .segment: .masks([])
        case .text: .texts([])
        case .barcodes: .codes([])
        case .document: .pages([])
        case .extract: .contents([])
        }
    }
}
