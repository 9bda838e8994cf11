import Findings
import Geometry

/// Frames of half a second each for tests.
enum SequenceScene {
    static let size = PixelSize(width: 1000, height: 500)

    /// A frame for each mark: `x` shows a cup, any other none.
    static func frames(_ marks: String, times: [Double?]? = nil) -> [Frame] {
        marks.enumerated().map { index, mark in
            let found = mark == "x" ? [cup(0.5 + Double(index) / 100)] : []
            return frame(index, at: times.map { $0[index] } ?? Double(index) * 500, [detections(found)])
        }
    }

    static func frame(_ index: Int, at time: Double?, _ results: [DetectorResult]) -> Frame {
        Frame(name: "\(index).jpg", time: time, size: size, results: results)
    }

    static func detections(_ list: [Detection], by detector: String = "objects") -> DetectorResult {
        DetectorResult(detector: detector, task: .detect, found: .detections(list))
    }

    static func poses(_ list: [Pose], by detector: String = "hands") -> DetectorResult {
        DetectorResult(detector: detector, task: .hands, found: .poses(list))
    }

    static func cup(_ confidence: Double, label: String = "cup") -> Detection {
        Detection(
            label: label, classId: 0, confidence: confidence, box: Box(x: 0, y: 0, width: 10, height: 10))
    }

    /// A hand whose two tips are so many pixels apart.
    static func hand(
        _ pixels: Double, label: String = "right hand", confidence: Double = 0.9, visibility: Double? = nil
    ) -> Pose {
        Pose(
            label: label, classId: 0, confidence: confidence, box: Box(x: 0, y: 0, width: 90, height: 90),
            keypoints: [
                Keypoint(name: "thumbTip", x: 10, y: 10, visibility: visibility),
                Keypoint(name: "indexTip", x: 10 + pixels, y: 10, visibility: visibility),
            ])
    }
}

extension SequenceQuestion.Subject {
    /// A pinch by the size of the hand.
    static func pinch(detector: String? = nil) -> Self { .pinch(.touching(.size), detector: detector) }
}
