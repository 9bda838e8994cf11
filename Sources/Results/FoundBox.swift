import Findings
import SystemPackage
import SystemValues

/// A box of a photo with the detector that found it.
package struct FoundBox: Sendable, Hashable {
    /// The detector's name; empty in records of an earlier version.
    package var detector: String
    /// The class's number in the detector's model.
    package var classId: Int
    /// The class's name.
    package var label: String
    /// In pixels of the upright photo, and within it.
    package var box: Box
    /// The model's score, 0 to 1.
    package var confidence: Double
    /// Its pixels; nil where only its box is known.
    package var mask: RunLengthMask?
    /// Its keypoints, in pixels of the upright photo; empty where there are none.
    package var keypoints: [Keypoint] = []
    /// The corners of a turned box, in pixels of the upright photo; nil of an upright one.
    package var corners: [Point]?
}

extension Record {
    /// The photo's boxes for data sets, each with its detector: the one place that knows how a record keeps them.
    ///
    /// A box with nothing inside the photo is left out.
    ///
    /// - Parameter tasks: The tasks whose findings the data set can say; nil for all.
    package func boxes(of tasks: Set<DetectorTask>?) -> [FoundBox] {
        guard let image = photo.image else { return [] }
        let size = PixelSize(width: image.width, height: image.height)
        // Data sets name files, not pages: of a file with pages they have the first.
        var boxed = photo.ofPage(1)
        boxed.results.removeAll {
            !($0.found.kind is any BoxedFinding.Type) || tasks?.contains($0.task) == false
        }
        return boxed.findings.compactMap { result, finding in
            guard let one = finding as? any BoxedFinding else { return nil }
            let box = one.box.clipped(to: size)
            guard box.width > 0, box.height > 0 else { return nil }
            return FoundBox(
                detector: result.detector, classId: one.classId, label: one.label, box: box, confidence: one.confidence,
                mask: one.silhouette, keypoints: one.keypoints, corners: one.corners)
        }
    }
}

extension TableRow {
    /// The photo's file as it lies now; nil where there is no answer for it, or another photo has its name by now.
    var labelledPhoto: LabelledPhoto? {
        let source = record.source
        // A first page without an answer is no page without objects.
        guard record.state == .done, let image = record.photo.image, record.photo.pages.first?.error == nil,
            isCurrent || source.movedTo != nil
        else {
            return nil
        }
        var labelled = LabelledPhoto(file: photo, image: image, bytes: source.bytes, sha256: source.sha256)
        labelled.isSeen = isSeen
        if let blurred {
            labelled.blurred = blurred
            labelled.image.format = PhotoFormat.jpeg.rawValue
        }
        return labelled
    }
}

/// A photo that data sets may take.
struct LabelledPhoto: Sendable {
    /// Where it lies.
    var file: FilePath
    /// The photo itself.
    var image: Record.Image
    /// The size of the file that was looked at.
    var bytes: Int?
    /// The SHA-256 of its bytes in hexadecimal; nil where the record does not say it.
    var sha256: String?
    /// What is written in its place; nil where that is the file itself.
    var blurred: [UInt8]?
    /// Whether it was seen before that it is a picture.
    var isSeen = false

    /// Whether the file is there still, as large as it was; links that lead to it are followed; blocks.
    var isThere: Bool {
        guard let status = try? Syscalls.status(file, follow: true), status.kind == .regular else { return false }
        return bytes.map { $0 == Int(status.size) } ?? true
    }
}
