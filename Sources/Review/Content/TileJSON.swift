import Findings

/// A photo as the gallery draws it: what is small of it, and no mask, keypoint or text.
struct TileJSON: Sendable {
    /// More boxes than a small picture shows.
    private static let mostBoxes = 200

    private let job: Int
    private let size: (width: Int, height: Int)
    private let revision: Int
    /// When the result was found that is drawn.
    private let finished: Int?
    /// How many pages the file has; the first is drawn.
    private let pages: Int
    private let isReviewed: Bool
    private let sets: [String]
    private let classes: [String]
    private let boxes: [(label: String, confidence: Double, box: Box)]
    private let total: Int

    init(_ photo: JobJSON) {
        job = Int(photo.job.id.rawValue)
        size = (photo.record.photo.image?.width ?? 0, photo.record.photo.image?.height ?? 0)
        revision = photo.stored?.revision ?? 0
        finished = photo.job.finished.map { Int($0) }
        pages = max(1, photo.record.photo.pages.count)
        isReviewed = photo.corrections?.accepts(photo.basis) == true
        sets = photo.sets
        let results = photo.reviewed.photo.results.filter { $0.page == 1 }
        classes = results.compactMap { $0.found[of: ClassScore.self]?.first?.label }
        let placed = results.lazy.filter { $0.found[of: ClassScore.self] == nil }.flatMap(\.found.items)
            .compactMap { one in
                one.region.map { (label: one.label, confidence: one.confidence, box: Box(around: $0.corners)) }
            }
        total = placed.count
        boxes = Array(placed.prefix(Self.mostBoxes))
    }

    static let format = APIFormat<TileJSON>.object([
        APIKey("job", \.job, .whole), APIKey("width", \.size.width, .whole), APIKey("height", \.size.height, .whole),
        APIKey("revision", \.revision, .whole), APIKey("finished", \.finished, .orNull(.whole)),
        APIKey("pages", \.pages, .whole), APIKey("reviewed", \.isReviewed, .bool),
        APIKey("sets", \.sets, .list(.text)),
        APIKey("classes", \.classes, .list(.text)), APIKey("findings", \.total, .whole),
        APIKey("boxes", \.boxes, .list(.tiled)),
    ]).named(
        "Tile",
        "A photo in small: the first 200 boxes of its first page as they count, in pixels of the upright photo, and its classes. "
            + "`finished` is when that result was found, `pages` how many pages the photo has, `sets` the named sets that it is in."
    )
}

extension APIFormat where Value == (label: String, confidence: Double, box: Box) {
    fileprivate static let tiled = object([
        APIKey("label", { $0.label }, .text), APIKey("confidence", { $0.confidence }, .confidence),
        APIKey("box", { $0.box }, .box),
    ])
}

extension APIFormat where Value == [TileJSON] {
    static let tiles = object([APIKey("tiles", { $0 }, .list(TileJSON.format))]).named("TileList")
}
