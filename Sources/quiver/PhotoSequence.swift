import Findings
import Geometry
import Results
import Scoring

/// The photos of one folder in the order in which they were taken.
struct PhotoSequence {
    let folder: String
    let frames: [Frame]

    /// The sequences of a folder of results, by their folders' names.
    static func read(_ records: StoredRecords) -> [PhotoSequence] {
        var folders: [String: [(photo: CapturedPhoto, frame: Frame)]] = [:]
        records.forEach { record in
            guard let image = record.photo.image else { return }
            let folder = Session.name(ofPhoto: record.source.path)
            // A copy beside its original is the same moment twice.
            if let original = record.source.duplicateOf, Session.name(ofPhoto: original) == folder { return }
            let captured = record.photo.imageMetadata?.captured.flatMap(CameraClock.milliseconds)
            let frame = Frame(
                name: record.source.path, time: captured.map(Double.init),
                size: PixelSize(width: image.width, height: image.height), results: record.photo.results)
            folders[folder, default: []].append((CapturedPhoto(path: frame.name, captured: captured), frame))
        }
        return folders.sorted { NaturalOrder.areInOrder($0.key, $1.key) }.map { folder, photos in
            let named = Dictionary(photos.map { ($0.photo.path, $0.frame) }, uniquingKeysWith: { first, _ in first })
            let order = CapturedPhoto.inOrder(photos.map(\.photo))
            return PhotoSequence(folder: folder, frames: order.compactMap { named[$0.path] })
        }
    }
}
