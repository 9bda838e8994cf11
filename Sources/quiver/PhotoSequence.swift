import ArgumentParser
import Control
import Findings
import Foundation
import Geometry
import Results
import Scoring
import Supervisor
import SystemPackage
import SystemValues
import Worker

/// The photos of one folder in the order in which they were taken.
struct PhotoSequence {
    let folder: String
    let frames: [Frame]

    /// The sequences of a folder of results, by their folders' names.
    ///
    /// - Parameter names: Those by which the hosts of the results' queue know folders of photos.
    static func read(_ records: StoredRecords, names: RootNames) -> [PhotoSequence] {
        var folders: [String: [SequencePhoto]] = [:]
        records.forEach { record in
            var record = record
            record.source = record.source.local(names)
            if let photo = SequencePhoto(record) { folders[photo.folder, default: []].append(photo) }
        }
        return folders.sorted { NaturalOrder.areInOrder($0.key, $1.key) }.map { folder, photos in
            PhotoSequence(folder: folder, frames: CapturedPhoto.inOrder(photos, by: \.photo).map(\.frame))
        }
    }
}

/// What people do in windows of 60 photos, by a classifier of actions.
struct ActionFinder {
    private let classifier: ActionClassifier
    private let layout: ActionLayout
    private let order: ActionOrder
    private let confidence: Double
    private let detector: String?
    private let gap: Double

    /// - Parameters:
    ///   - layout: Which keypoints the model takes, and whether their y points up.
    ///   - confidence: Windows of which the model is less sure are left out.
    ///   - gap: In seconds: a longer time between two photos parts windows.
    /// - Throws: a sentence where the model takes something else than windows of keypoints.
    init(
        _ classifier: ActionClassifier, layout: ActionLayout, confidence: Double, detector: String?, gap: Double
    ) throws {
        guard let order = ActionOrder(shape: classifier.shape, layout: layout) else {
            let shapes = ActionOrder.allCases.map { "\($0.shape(of: layout))" }.joined(separator: " or ")
            throw ValidationError(
                "The model \(classifier.path.forTerminal) takes \(classifier.shape), and a window of keypoints has \(shapes): "
                    + "60 frames, 18 keypoints, x with y and confidence.")
        }
        self.classifier = classifier
        self.layout = layout
        self.order = order
        self.confidence = confidence
        self.detector = detector
        self.gap = gap
    }

    /// One event for each window that shows a known action, by its first frame.
    func events(in frames: [Frame]) throws -> [SequenceEvent] {
        try Frame.bursts(of: frames, gap: gap).flatMap { burst -> [SequenceEvent] in
            let sequence = Array(frames[burst])
            let windows = ActionWindow.windows(of: sequence, layout: layout, order: order, detector: detector)
            return try windows.compactMap { window in
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

/// An event as `quiver sequence` prints it; times are by the camera's own clock.
struct SequenceDocument: Encodable {
    /// The folder of the photos.
    let folder: String
    let event: SequenceEvent

    private enum Keys: String, CodingKey {
        case folder, what, detector, label, begins, ends, frames, best, mean, released
    }

    /// All keys are always there, null where there is nothing.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(folder, forKey: .folder)
        try values.encode(event.what, forKey: .what)
        try values.encode(event.detector, forKey: .detector)
        try values.encode(event.label, forKey: .label)
        try values.encode(event.beginsText, forKey: .begins)
        try values.encode(event.endsText, forKey: .ends)
        try values.encode(event.frames, forKey: .frames)
        try values.encode(Self.rounded(event.confidence.best), forKey: .best)
        try values.encode(Self.rounded(event.confidence.mean), forKey: .mean)
        try values.encode(event.released, forKey: .released)
    }

    /// `cup (objects): a1.jpg to a7.jpg, 2026-05-30T14:05:09 to 2026-05-30T14:05:12, 5 photos, 0.93 at best`.
    var text: String {
        let name = { (path: String) in EscapedName.printable(FilePath(path)) }
        var parts = ["\(name(event.frames.first ?? "")) to \(name(event.frames.last ?? ""))"]
        if let begins = event.beginsText, let ends = event.endsText {
            parts.append("\(begins) to \(ends)")
        }
        parts.append(counted(event.frames.count, "photo"))
        parts.append(String(format: "%.2f at best", event.confidence.best))
        let subject = ["label", "action"].contains(event.what) ? event.label : "\(event.what) of \(event.label)"
        return "\(subject.forTerminal) (\(event.detector.forTerminal)): \(parts.joined(separator: ", "))"
    }

    /// To the millionth, as records have scores.
    private static func rounded(_ score: Double) -> Double { (score * 1_000_000).rounded() / 1_000_000 }
}
