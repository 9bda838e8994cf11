import Detection
import Foundation
import Inference
import Worker

/// What a quantization came to.
struct Quantization: Encodable {
    /// One of the two models on the photos that were kept apart.
    struct Side: Encodable {
        let bytes: Int
        let photosPerSecond: Double
        let modelMilliseconds: Double

        init(_ pace: ModelComparison.Pace, bytes: Int) {
            (self.bytes, photosPerSecond, modelMilliseconds) = (bytes, pace.rate, pace.modelTime)
        }
    }

    let name: String
    let path: String
    let original: String
    /// What the engine computed the original with.
    let precision: String
    /// Photos that the new model was calibrated with.
    let calibrated: Int
    /// How the boxes of both agree on other photos.
    let agreement: BoxAgreement
    /// The share of the original's boxes that are found again; nil where it finds none.
    let share: Double?
    let before: Side
    let after: Side
    /// Photos a second of the new model as a share of the original's.
    let gain: Double
    /// The original's, which holds for the new model too; nil where its file names none.
    let license: String?

    init(
        name: String, path: String, original: String, precision: String, calibrated: Int, bytes: Int,
        bytesQuantized: Int, license: String?, _ comparison: ModelComparison
    ) {
        (self.name, self.path, self.original) = (name, path, original)
        (self.precision, self.calibrated, self.license) = (precision, calibrated, license)
        agreement = comparison.agreement
        share = comparison.agreement.share
        before = Side(comparison.original, bytes: bytes)
        after = Side(comparison.quantized, bytes: bytesQuantized)
        gain = comparison.original.rate > 0 ? comparison.quantized.rate / comparison.original.rate : 0
    }

    /// In lines to read.
    var text: String {
        var lines = ["\(name)  \(path.forTerminal)"]
        lines.append(
            "size      \(Self.megabytes(before.bytes)) before, \(Self.megabytes(after.bytes)) now")
        lines.append("photos    \(calibrated) calibrated it, \(agreement.photos) others compared both")
        lines.append("cost      \(cost)")
        lines.append(
            String(
                format:
                    "gain      %.2f photos a second before, %.2f now (%.2f x); the model alone %.1f ms, %.1f ms now",
                before.photosPerSecond, after.photosPerSecond, gain, before.modelMilliseconds, after.modelMilliseconds))
        lines.append(
            "here      the original computed in \(precision), one worker; \(ProcessorArithmetic.current.gain)")
        if let license { lines.append("licence   that of the original: \(license.forTerminal)") }
        if let advice { lines.append(advice) }
        return lines.joined(separator: "\n")
    }

    private var cost: String {
        guard let share, let precision = agreement.precision, let strict = agreement.strictPrecision else {
            return "unknown: the original finds nothing in these photos; name some that show what it looks for"
        }
        return String(
            format:
                "of %d boxes of the original %d are found again (%.1f %%), %d are new; mean average precision against "
                + "the original's boxes %.3f at IoU 0.5, %.3f from 0.5 to 0.95", agreement.wanted, agreement.found,
            100 * share, agreement.added, precision, strict)
    }

    /// What to do where much is lost, or nothing gained.
    private var advice: String? {
        if gain < 1 { return "It is slower here: keep the original." }
        if let share, share < 0.9 {
            return "Many boxes are lost: name more photos, of the kind that the model will see."
        }
        return nil
    }

    private static func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }
}
