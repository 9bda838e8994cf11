import Foundation
import Geometry
import Results
import Scoring
import SystemPackage
import SystemValues

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
        try values.encode(Self.time(event.begins), forKey: .begins)
        try values.encode(Self.time(event.ends), forKey: .ends)
        try values.encode(event.frames, forKey: .frames)
        try values.encode(Self.rounded(event.confidence.best), forKey: .best)
        try values.encode(Self.rounded(event.confidence.mean), forKey: .mean)
        try values.encode(event.released, forKey: .released)
    }

    /// `cup (objects): a1.jpg to a7.jpg, 2026-05-30T14:05:09 to 2026-05-30T14:05:12, 5 photos, 0.93 at best`.
    var text: String {
        let name = { (path: String) in EscapedName.printable(FilePath(path)) }
        var parts = ["\(name(event.frames.first ?? "")) to \(name(event.frames.last ?? ""))"]
        if let begins = Self.time(event.begins), let ends = Self.time(event.ends) {
            parts.append("\(begins) to \(ends)")
        }
        parts.append(counted(event.frames.count, "photo"))
        parts.append(String(format: "%.2f at best", event.confidence.best))
        let subject = ["label", "action"].contains(event.what) ? event.label : "\(event.what) of \(event.label)"
        return "\(subject.forTerminal) (\(event.detector.forTerminal)): \(parts.joined(separator: ", "))"
    }

    private static func time(_ milliseconds: Double?) -> String? {
        milliseconds.flatMap { Int64(exactly: $0) }.map(CameraClock.text)
    }

    /// To the millionth, as records have scores.
    private static func rounded(_ score: Double) -> Double { (score * 1_000_000).rounded() / 1_000_000 }
}
