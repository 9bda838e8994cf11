import Geometry
import JSONTree
import Scoring

/// What has become of evidence in the photos of a folder while a run works.
public struct SequenceNews: Sendable, Hashable {
    /// The folder of the photos, which are one sequence.
    public let folder: String
    /// What has become of which event.
    public let change: EvidenceChange

    /// News of a folder.
    public init(folder: String, change: EvidenceChange) {
        self.folder = folder
        self.change = change
    }

    /// The news as clients read it.
    ///
    /// The photos are counted, and the first and the last named: an event may last for thousands of them.
    var members: [(String, JSONValue)] {
        let event = change.event
        return [
            ("change", .string(change.kind.rawValue)), ("because", .init(change.reason?.rawValue)),
            ("id", .integer(change.id)), ("folder", .string(folder)), ("what", .string(event.what)),
            ("detector", .string(event.detector)), ("label", .string(event.label)),
            ("begins", .init(event.beginsText)), ("ends", .init(event.endsText)),
            ("first", .init(event.frames.first)), ("last", .init(event.frames.last)),
            ("photos", .integer(event.frames.count)), ("best", .rounded(event.confidence.best, decimals: 6)),
            ("mean", .rounded(event.confidence.mean, decimals: 6)), ("released", .bool(event.released)),
        ]
    }
}

extension SequenceEvent {
    /// The time of the first photo by the camera's clock, such as `2026-05-30T14:05:09`; nil where it has none.
    public var beginsText: String? { Self.text(begins) }
    /// The time of the last photo.
    public var endsText: String? { Self.text(ends) }

    private static func text(_ milliseconds: Double?) -> String? {
        milliseconds.flatMap { Int64(exactly: $0) }.map(CameraClock.text)
    }
}
