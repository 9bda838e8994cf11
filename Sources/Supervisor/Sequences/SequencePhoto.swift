import Findings
import Geometry
import Results
import Scoring

/// A photo as a part of a sequence: the photos of one folder, in the order in which they were taken.
public struct SequencePhoto: Sendable {
    /// The folder, as the photo's record names it.
    public let folder: String
    /// What its place in the order follows from.
    public let photo: CapturedPhoto
    /// What was found in it.
    public let frame: Frame

    /// Nil where a record is of no photo of a sequence: one without a picture, or a copy beside its original, which is the same
    /// moment twice.
    public init?(_ record: Record) {
        guard record.state == .done, let image = record.photo.image else { return nil }
        folder = Session.name(ofPhoto: record.source.path)
        if let original = record.source.duplicateOf, Session.name(ofPhoto: original) == folder { return nil }
        let captured = record.photo.imageMetadata?.captured.flatMap(CameraClock.milliseconds)
        photo = CapturedPhoto(path: record.source.path, captured: captured)
        frame = Frame(
            name: record.source.path, time: captured.map(Double.init),
            size: PixelSize(width: image.width, height: image.height), results: record.photo.ofPage(1).results)
    }
}
