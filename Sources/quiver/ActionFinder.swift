import ArgumentParser
import Findings
import Geometry
import Worker

/// What people do in windows of 60 photos, as a model of the user's own says.
struct ActionFinder {
    private let classifier: ActionClassifier
    private let confidence: Double
    private let detector: String?
    private let gap: Double

    /// - Parameters:
    ///   - confidence: Windows of which the model is less sure are left out.
    ///   - gap: In seconds: a longer time between two photos parts windows.
    /// - Throws: a sentence where the model takes something else than windows of keypoints.
    init(_ classifier: ActionClassifier, confidence: Double, detector: String?, gap: Double) throws {
        let wanted = [ActionWindow.frameCount, 3, ActionLayout.body18.names.count]
        guard classifier.shape == wanted else {
            throw ValidationError(
                "The model takes \(classifier.shape), and a window of keypoints has \(wanted): frames, x with y and "
                    + "confidence, keypoints.")
        }
        self.classifier = classifier
        self.confidence = confidence
        self.detector = detector
        self.gap = gap
    }

    /// One event for each window that shows a known action, by its first frame.
    func events(in frames: [Frame]) throws -> [SequenceEvent] {
        try Frame.bursts(of: frames, gap: gap).flatMap { burst -> [SequenceEvent] in
            let sequence = Array(frames[burst])
            return try ActionWindow.windows(of: sequence, detector: detector).compactMap { window in
                guard let action = try classifier.actions(in: window.values).first, action.confidence >= confidence
                else { return nil }
                let shown = sequence[window.frames]
                return SequenceEvent(
                    what: "action", detector: detector ?? "pose", label: action.label, begins: shown.first?.time,
                    ends: shown.last?.time, frames: shown.map(\.name),
                    confidence: .init(best: action.confidence, mean: action.confidence), released: false)
            }
        }
    }
}
