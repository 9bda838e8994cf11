import Findings
import Glibc
import SystemPackage

/// A box of a photo with the detector that found it.
struct FoundBox: Sendable, Hashable {
    /// The detector's place in the list.
    var detector: Int
    /// The class's number in the detector's model.
    var classId: Int
    /// The class's name.
    var label: String
    /// In pixels of the upright photo, and within it.
    var box: Box
    /// The model's score, 0 to 1.
    var confidence: Double
    /// Its pixels; nil where only its box is known.
    var mask: RunLengthMask?
    /// Its keypoints, in pixels of the upright photo; empty where there are none.
    var keypoints: [Keypoint] = []
    /// The corners of a turned box, in pixels of the upright photo; nil of an upright one.
    var corners: [Point]?
}

extension Record {
    /// The photo's boxes for data sets, each with its detector: the one place that knows how a record keeps them.
    ///
    /// A record of an earlier version does not say which detector found a box: it is then the first one that has a class of
    /// this number and name. A box with nothing inside the photo is left out.
    func boxes(by detectors: [DetectorClasses]) -> [FoundBox] {
        guard let image = photo.image else { return [] }
        let size = PixelSize(width: image.width, height: image.height)
        func found(
            _ name: String, _ finding: any Finding, _ box: Box, _ mask: RunLengthMask? = nil,
            _ keypoints: [Keypoint] = [], corners: [Point]? = nil
        ) -> FoundBox? {
            let (box, classId) = (box.clipped(to: size), finding.classIndex ?? 0)
            guard box.width > 0, box.height > 0 else { return nil }
            let detector =
                detectors.firstIndex { $0.name == name }
                ?? detectors.firstIndex {
                    $0.classes.indices.contains(classId) && $0.classes[classId] == finding.label
                }
            return FoundBox(
                detector: detector ?? 0, classId: classId, label: finding.label, box: box,
                confidence: finding.confidence, mask: mask, keypoints: keypoints, corners: corners)
        }
        let boxes = photo.detectionsByConfidence.compactMap { index, detection in
            found(photo.results[index].detector, detection, detection.box, corners: detection.corners)
        }
        return boxes
            + photo.results.flatMap { result in
                (result.found.masks ?? []).compactMap { found(result.detector, $0, $0.box, $0.mask) }
                    + (result.found.poses ?? []).compactMap {
                        found(result.detector, $0, $0.box, $0.mask, $0.keypoints)
                    }
            }
    }
}

extension TableRow {
    /// The photo's file as it lies now; nil where there is no answer for it, or another photo has its name by now.
    var labelledPhoto: LabelledPhoto? {
        let source = record.source
        guard record.state == .done, let image = record.photo.image, isCurrent || source.movedTo != nil else {
            return nil
        }
        return LabelledPhoto(
            file: source.movedToPath ?? source.filePath, name: source.movedTo ?? source.path, image: image,
            bytes: source.bytes)
    }
}

/// A photo that data sets may take.
struct LabelledPhoto: Sendable {
    /// Where it lies.
    var file: FilePath
    /// The same as text, percent-escaped where it is not UTF-8.
    var name: String
    /// The photo itself.
    var image: Record.Image
    /// The size of the file that was looked at.
    var bytes: Int?

    /// Whether the file is there still, as large as it was; links that lead to it are followed; blocks.
    var isThere: Bool {
        var status = stat()
        guard file.withPlatformString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return false
        }
        return bytes.map { $0 == Int(status.st_size) } ?? true
    }
}
