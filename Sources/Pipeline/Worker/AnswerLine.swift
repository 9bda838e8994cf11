import Findings
import Foundation
import Results
import Scoring

/// One line from a worker to the supervisor: what became of one photo.
struct AnswerLine: Codable, Sendable {
    /// How the photo's work ended, in the worker's eyes; the queue's rules decide what follows.
    enum Ending: String, Codable, Sendable {
        case done
        /// The photo is broken or beyond the limits: final.
        case failed
        /// The disk, a permission or a share stands in the way: worth another try.
        case blocked
        /// What was written for the photo could not be kept: the disk is full, or the results' folder is out of order.
        case obstructed
        /// A folder that the worker may use was replaced by another, which it may not: a new worker is needed.
        case misplaced
        /// The file is not the one that was promised: it is still being written.
        case changed
        /// The file is no longer there.
        case gone
    }

    /// Finished temp files, written and synced, which the supervisor may rename into their places.
    struct Files: Codable, Sendable, Hashable {
        var annotated: RawPathText?
        var crops: [Crop] = []
        /// Added by the supervisor: workers may write into the staging folder only.
        var original: RawPathText?

        struct Crop: Codable, Sendable, Hashable {
            var staged: RawPathText
            var label: String
        }
    }

    /// A picture that was made for a page.
    struct Picture: Codable, Sendable, Hashable {
        var jpeg: Data
        var width: Int
        var height: Int
    }

    var claim: String?
    var ending: Ending
    var error: Record.Failure?
    var image: Record.Image?
    var models: [Record.Model] = []
    var detections: [Detection] = []
    var targets: TargetDetection?
    var arrows: [DetectedArrow] = []
    var metadata: Record.ImageMetadata?
    var timings = Record.Timings()
    var files = Files()
    var picture: Picture?
}
