import Findings
import Storage

extension Pose: AnsweredFinding {
    static let answerFormat = APIFormat<Pose>.object([
        APIKey("label", \.label, .text), APIKey("confidence", \.confidence, .confidence), APIKey("box", \.box, .box),
        APIKey("keypoints", \.keypoints, .list(.keypoint)),
    ])
    static let saidFormat = APIFormat<[ReviewedPose]>.list(
        .object([
            APIKey("label", \.label, .label), APIKey("box", \.box, .drawn),
            APIKey("keypoints", \.keypoints, .list(.keypoint).with(["maxItems": .integer(Pose.mostKeypoints)])),
            APIKey("confidence", optional: \.confidence, .share), APIKey("origin", optional: \.origin, .origin),
        ]))
}

extension InstanceMask: AnsweredFinding {
    static let answerFormat = APIFormat<InstanceMask>.object([
        APIKey("label", \.label, .text), APIKey("confidence", \.confidence, .confidence), APIKey("box", \.box, .box),
        APIKey("mask", \.mask, .mask),
    ])
    static let saidFormat = APIFormat<[ReviewedMask]>.list(
        .object([
            APIKey("label", \.label, .label), APIKey("mask", \.mask, .mask),
            APIKey("confidence", optional: \.confidence, .share), APIKey("origin", optional: \.origin, .origin),
        ]))

    /// The longest side of a mask on the page: finer than a finger, and soon drawn.
    private static let longestSide = 1024

    /// The object with its mask at a size to draw on.
    var answer: InstanceMask? {
        mask.scaled(to: mask.size.fitting(longestSide: Self.longestSide)).map { scaled in
            var object = self
            object.mask = scaled
            return object
        }
    }
}
