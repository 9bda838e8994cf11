import Findings
import Scoring

/// What a coach should look at before trusting the rest: ends without a score, then arrow by arrow.
struct DoubtsSection {
    let contents: ReportModel

    func markup(picture: (PictureRequest) throws -> ReportPicture?) rethrows -> Markup? {
        let (ends, arrows) = (contents.doubtfulEnds, contents.doubtfulArrows)
        guard !ends.isEmpty || !arrows.isEmpty else { return nil }
        let items = ends.map(item) + (try arrows.map { try item($0, picture: picture) })
        return Markup(
            "section", ["id": "doubts"],
            Markup("h2", [:], "Arrows and ends to check"),
            Markup("ul", ["class": "doubts"], items))
    }

    private func item(_ entry: EndEntry) -> Markup {
        let names = entry.photos.map { photo in
            Markup("a", ["href": "#photo-" + photo.key], Markup("bdi", [:], .text(photo.fileName)))
        }
        return Markup(
            "li", ["class": "end", "id": "doubt-" + entry.key],
            Markup(
                "div", [:],
                Markup("h3", [:], .text(entry.label)),
                .group(entry.reasons.map { Markup("p", [:], .text($0)) }),
                names.isEmpty ? .none : Markup("p", ["class": "detail"], "Photo ", .group(names.joined(by: ", ")))))
    }

    private func item(
        _ entry: ArrowEntry, picture: (PictureRequest) throws -> ReportPicture?
    ) rethrows -> Markup {
        let link = entry.photo.map { photo in
            Markup("p", ["class": "detail see"], Markup("a", ["href": "#photo-" + photo.key], "See the photo"))
        }
        return Markup(
            "li", ["id": "doubt-" + entry.key],
            try CloseUp(entry)?.markup(picture: picture) ?? .none,
            Markup(
                "div", [:],
                Markup("h3", [:], Chip.markup(entry, isLink: false), " ", .text(entry.label)),
                Markup("p", [:], .text(Words.sentence(entry.arrow.value.doubts.joined(separator: "; ")))),
                link ?? .none))
    }
}

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
        let left = Numbers.fixed((value.pixelX - region.x) / region.width * 100, 1)
        let top = Numbers.fixed((value.pixelY - region.y) / region.height * 100, 1)
        return Markup(
            "div", ["class": "closeup"],
            Markup(
                "img",
                [
                    "src": lent.dataAddress, "width": "\(lent.width)", "height": "\(lent.height)",
                    "alt": "Close-up of \(entry.label), scored \(value.mark)",
                ]),
            Markup("span", ["class": "aim", "style": "left:\(left)%;top:\(top)%"]))
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

/// The manual corrections, and those that are parked.
struct CorrectionsSection {
    let contents: ReportModel

    var markup: Markup? {
        let entries = contents.correctedArrows
        let parked = contents.session.parked
        guard !entries.isEmpty || !parked.isEmpty else { return nil }
        return Markup(
            "section", ["id": "corrections"],
            Markup("h2", [:], "Manual corrections"),
            entries.isEmpty ? .none : Markup("ul", ["class": "corrections"], entries.map(item)),
            parked.isEmpty
                ? .none
                : Markup("p", ["class": "detail"], "Parked, because another photo has the name of theirs now:"),
            parked.isEmpty ? .none : Markup("ul", [:], parked.map(item)))
    }

    private func item(_ parked: Session.ParkedCorrection) -> Markup {
        Markup(
            "li", [:], Markup("bdi", [:], .text(Session.fileName(ofPhoto: parked.photo))),
            .text(", arrow \(parked.arrow): " + (parked.mark ?? "removed")))
    }

    private func item(_ entry: ArrowEntry) -> Markup {
        let answer =
            entry.arrow.corrected.map { Self.answer($0, now: entry.arrow.value) } ?? ["the model had not seen it"]
        return Markup(
            "li", [:], Chip.markup(entry, isLink: false),
            Markup("span", [:], Markup("strong", [:], .text(entry.label)), ": ", .group(answer)))
    }

    /// What the model had answered.
    private static func answer(_ model: DetectedArrow, now value: DetectedArrow) -> [Markup] {
        guard model.score == value.score, model.isX == value.isX else { return ["the model read ", plain(model)] }
        let isMoved = model.normalizedX != value.normalizedX || model.normalizedY != value.normalizedY
        return [isMoved ? "the model read the same, at another place" : "the model read the same"]
    }

    private static func plain(_ arrow: DetectedArrow) -> Markup {
        Markup("span", ["class": Chip.kind(of: arrow)], .text(arrow.mark))
    }
}
