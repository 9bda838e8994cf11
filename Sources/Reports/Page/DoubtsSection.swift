import Findings
import Scoring

/// What a coach should look at before trusting the rest: ends without a score, then arrow by arrow.
struct DoubtsSection {
    private let contents: ReportModel

    init(_ contents: ReportModel) { self.contents = contents }

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
        let reasons = ([entry.end.trouble].compactMap { $0 } + entry.end.review.map { Words.sentence($0.words) })
        return Markup(
            "li", ["class": "end", "id": "doubt-" + entry.key],
            Markup(
                "div", [:],
                Markup("h3", [:], .text(entry.label)),
                .group(reasons.map { Markup("p", [:], .text($0)) }),
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
