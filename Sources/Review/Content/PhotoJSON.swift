import Findings
import Reports
import Results
import Scoring
import Storage

/// A photo of a session with its faces and its manual corrections.
struct PhotoJSON: Sendable {
    let photo: Session.Photo
    /// What clients name it by.
    let id: String
    let said: ReviewedPhoto?

    static let format = APIFormat<PhotoJSON>.object(
        [
            APIKey("id", \.id, .text),
            APIKey("name", { Session.fileName(ofPhoto: $0.photo.path) }, .text), APIKey("path", \.photo.path, .text),
            APIKey("captured", { $0.photo.captured.map(CameraClock.text) }, .orNull(.text)),
            APIKey("width", \.photo.width, .whole), APIKey("height", \.photo.height, .whole),
            APIKey("revision", { $0.said?.revision ?? 0 }, .whole),
            APIKey("isConfirmed", { $0.said?.review.isConfirmed == true }, .bool),
            APIKey("isSkipped", { $0.said?.review.isSkipped == true }, .bool),
            APIKey("faces", \.faces, .list(.face)), APIKey("removed", \.removed, .list(.removed)),
            APIKey("archers", { $0.said?.review.archers ?? [] }, .list(.assignment)),
            APIKey("manual", { $0.said?.review.arrows ?? [] }, .list(.manual)),
            APIKey("hasPicture", { $0.photo.width > 0 && $0.photo.height > 0 && !$0.photo.isFormer }, .bool),
        ],
        first: [
            "id", "name", "path", "captured", "width", "height", "revision", "isConfirmed", "isSkipped", "faces",
            "removed", "manual",
        ]
    ).named("Photo")

    private var faces: [(face: TargetDetection.Face, isCorrected: Bool)] {
        let corrected = Set(said?.review.faces.map(\.index) ?? [])
        return photo.faces.enumerated().map { ($1, corrected.contains($0)) }
    }

    /// The arrows that were taken away, each with what the model had read.
    private var removed: [(manual: PhotoReview.Arrow, read: DetectedArrow?)] {
        (said?.review.arrows ?? []).filter(\.value.isRemoved).map { ($0, said?.readings[$0.number]) }
    }
}

extension APIFormat where Value == (face: TargetDetection.Face, isCorrected: Bool) {
    /// The face behind what the photo's record says of it.
    fileprivate static let face = object(
        [
            APIKey("type", described: .text), APIKey("sizeAssumed", described: .bool),
            APIKey("center", described: .pixel), APIKey("homography", described: .homography),
            APIKey("isCorrected", { $0.isCorrected }, .bool),
        ], behind: { $0.face.json })
}

extension APIFormat where Value == [Double] {
    /// From pixels of the upright photo to the face's plane, row by row.
    static let homography = list(.number).with(["minItems": 9, "maxItems": 9]).named("Homography")
}

extension APIFormat where Value == (manual: PhotoReview.Arrow, read: DetectedArrow?) {
    fileprivate static let removed = object([
        APIKey("number", { $0.manual.number }, .whole), APIKey("manual", { $0.manual.value }, .value),
        APIKey("read", { $0.read }, .orNull(.reading)),
    ])
}

extension APIFormat where Value == PhotoReview.Arrow {
    fileprivate static let manual = object([APIKey("number", \.number, .whole), APIKey("value", \.value, .value)])
}

extension APIFormat where Value == PhotoReview.Assignment {
    static let assignment = object([
        APIKey("number", \.number, .inPhoto), APIKey("archer", \.archer, .archer),
    ]).named("Assignment")
}

extension APIFormat where Value == Int {
    /// The number of an arrow in its photo.
    static let inPhoto = whole(from: 1, to: 999)
}
