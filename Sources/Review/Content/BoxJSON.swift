import Findings
import Storage

extension Detection: AnsweredFinding {
    static let answerFormat = APIFormat<Detection>.object([
        APIKey("label", \.label, .text), APIKey("confidence", \.confidence, .confidence), APIKey("box", \.box, .box),
        APIKey("corners", optional: \.corners, .list(.pixel)),
        APIKey("keypoints", optional: { $0.keypoints.isEmpty ? nil : $0.keypoints }, .list(.keypoint)),
    ])
    static let saidFormat = APIFormat<[ReviewedBox]>.list(
        .object([
            APIKey("label", \.label, .label), APIKey("box", \.box, .drawn),
            APIKey("confidence", optional: \.confidence, .share), APIKey("origin", optional: \.origin, .origin),
            APIKey("corners", optional: { $0.corners.flatMap { Quadrilateral($0) } }, .corners),
        ]))
}

extension ClassScore: AnsweredFinding {
    static let answerFormat = APIFormat<ClassScore>.object([
        APIKey("label", \.label, .text), APIKey("confidence", \.confidence, .confidence),
    ])
    static let saidFormat = APIFormat.label
}
