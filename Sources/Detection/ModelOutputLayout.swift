import Findings

/// A layout of a detector's output that Quiver reads, with the number of classes where the shape tells it.
public enum ModelOutputLayout: Hashable, Sendable {
    /// `[1, 4+classes, N]`: centre and size, then a score for each class.
    case yolov8(classes: Int)
    /// `[1, N, 5+classes]`: centre and size, objectness, then a score for each class.
    case yolov5(classes: Int)
    /// `[1, 6, N]`: centre and size, confidence, class number.
    case yoloClassId
    /// `[1, N, 6]`: left, top, right, bottom, score, class number; nothing is left to suppress.
    case endToEnd
    /// `[1, N, 6]` (centre and size, score, class number) or `[1, N, 4+classes]`, of a stretched photo.
    case rtDetr(classes: Int?)

    /// The layout's name in the settings.
    public var setting: LayoutSetting {
        switch self {
        case .yolov8: .yolov8
        case .yolov5: .yolov5
        case .yoloClassId: .yoloClassId
        case .endToEnd: .endToEnd
        case .rtDetr: .rtDetr
        }
    }

    /// The number of classes, where the shape tells it.
    public var classes: Int? {
        switch self {
        case .yolov8(let classes), .yolov5(let classes): classes
        case .rtDetr(let classes): classes
        case .yoloClassId, .endToEnd: nil
        }
    }

    /// True where several findings of one object are still to be made one.
    public var needsSuppression: Bool {
        switch self {
        case .yolov8, .yolov5, .yoloClassId: true
        case .endToEnd, .rtDetr: false
        }
    }

    /// The way of fitting a photo that such models are trained with.
    public var fit: Fit {
        if case .rtDetr = self { .stretch } else { .letterbox }
    }

    /// The layout in words, with its shape.
    public var summary: String {
        switch self {
        case .yolov8(let classes): "yolov8: [1,4+\(classes),N], a score for each class"
        case .yolov5(let classes): "yolov5: [1,N,5+\(classes)], objectness and a score for each class"
        case .yoloClassId: "yolo-class-id: [1,6,N], confidence and class number"
        case .endToEnd: "end-to-end: [1,N,6], finished findings"
        case .rtDetr(nil): "rt-detr: [1,N,6], finished findings of a stretched photo"
        case .rtDetr(.some(let classes)): "rt-detr: [1,N,4+\(classes)], findings of a stretched photo"
        }
    }
}
