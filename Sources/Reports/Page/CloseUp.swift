import Findings
import Scoring

/// The surroundings of a doubtful arrow in its photo, large enough to decide by.
struct CloseUp {
    private let entry: ArrowEntry
    private let photo: Session.Photo
    private let region: Box

    /// Nil where there is no photo, or the arrow's place in it is not known.
    init?(_ entry: ArrowEntry) {
        guard let photo = entry.photo?.photo, entry.arrow.isPlaced,
            let region = Self.region(of: entry.arrow.value, in: photo)
        else { return nil }
        self.entry = entry
        self.photo = photo
        self.region = region
    }

    func markup(picture: (PictureRequest) throws -> ReportPicture?) rethrows -> Markup? {
        guard let lent = try picture(PictureRequest(photo: photo, region: region, longestSide: 480)) else { return nil }
        let value = entry.arrow.value
        return Markup(
            "div", ["class": "closeup"],
            Markup(
                "img",
                [
                    "src": lent.address, "width": "\(lent.width)", "height": "\(lent.height)",
                    "loading": entry.end.links.isReview ? "lazy" : nil, "decoding": "async",
                    "alt": entry.end.words(.closeUpOf, ["arrow": entry.label, "mark": value.mark]),
                ]),
            aim(x: (value.pixelX - region.x) / region.width, y: (value.pixelY - region.y) / region.height))
    }

    /// A ring around the arrow, at its place in the square.
    private func aim(x: Double, y: Double) -> Markup {
        let place = ["cx": Numbers.coordinate(x * 112), "cy": Numbers.coordinate(y * 112)]
        func ring(_ kind: String, _ radius: String) -> Markup {
            Markup("circle", ["class": kind, "cx": place["cx"], "cy": place["cy"], "r": radius])
        }
        return Markup(
            "svg", ["class": "aim", "viewBox": "0 0 112 112", "aria-hidden": "true"],
            ring("rim", "14"), ring("edge", "15.5"), ring("edge", "12.5"))
    }

    /// A square of half the face's radius to each side, moved so that it lies inside the photo.
    static func region(of arrow: DetectedArrow, in photo: Session.Photo) -> Box? {
        let (width, height) = (Double(photo.width), Double(photo.height))
        let face = arrow.face.flatMap { photo.faces.indices.contains($0) ? photo.faces[$0] : nil }
        let reach = face.map { ($0.outline.a + $0.outline.b) / 2 / $0.type.outlineRadius } ?? width / 4
        let side = min(max(reach / 2, 96).rounded(), width, height)
        guard side >= 1, arrow.pixelX.isFinite, arrow.pixelY.isFinite, (0...width).contains(arrow.pixelX),
            (0...height).contains(arrow.pixelY)
        else { return nil }
        let x = min(max((arrow.pixelX - side / 2).rounded(), 0), width - side)
        let y = min(max((arrow.pixelY - side / 2).rounded(), 0), height - side)
        return Box(x: x, y: y, width: side, height: side)
    }
}
