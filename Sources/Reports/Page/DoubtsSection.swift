import Findings
import Scoring

/// What a coach should look at before trusting the rest, what is likeliest to change the total first.
struct DoubtsSection {
    let contents: ReportModel

    /// As many as the page that reviews shows at once; the others follow as they are checked.
    static let most = 24

    private var words: Words { contents.words }
    private var isReview: Bool { contents.options.links.isReview }

    func markup(picture: (PictureRequest) throws -> ReportPicture?) rethrows -> Markup? {
        let doubts = contents.doubts
        guard !doubts.isEmpty else { return nil }
        let shown = isReview ? doubts.prefix(Self.most) : doubts[...]
        let items = try shown.map { doubt in
            switch doubt {
            case .end(let entry): item(entry)
            case .arrow(let entry): try item(entry, picture: picture)
            }
        }
        let rest = doubts.count - shown.count
        let title = words(.toCheckTitle)
        return Markup(
            "section", ["id": "doubts", "aria-label": title],
            Markup("h2", [:], .text(title)),
            Markup("ul", ["class": "doubts"], items),
            rest > 0 ? Markup("p", ["class": "detail"], .text(words.count(.andMore, rest))) : .none)
    }

    private func item(_ entry: EndEntry) -> Markup {
        Markup(
            "li", ["class": "end", "id": "doubt-" + entry.key],
            Markup(
                "div", [:],
                Markup("h3", [:], isReview ? link(entry.links.end(entry), entry.label) : .text(entry.label)),
                .group(entry.reasons.map { Markup("p", [:], .text($0)) }), photos(entry)))
    }

    private func photos(_ entry: EndEntry) -> Markup {
        let names = entry.photos.map { photo in
            let name = Markup("bdi", [:], .text(photo.fileName))
            return isReview ? name : Markup("a", ["href": "#photo-" + photo.key], name)
        }
        guard !names.isEmpty else { return .none }
        return Markup(
            "p", ["class": "detail"], .text(words(.photoNamed) + " "), .group(names.joined(by: ", ")))
    }

    private func item(
        _ entry: ArrowEntry, picture: (PictureRequest) throws -> ReportPicture?
    ) rethrows -> Markup {
        let link = entry.photo.map { photo in
            isReview
                ? Markup("p", ["class": "detail"], Markup("bdi", [:], .text(photo.fileName)))
                : Markup(
                    "p", ["class": "detail see"],
                    Markup("a", ["href": "#photo-" + photo.key], .text(words(.seePhoto))))
        }
        let title = isReview ? self.link(entry.end.links.doubt(entry), entry.named) : .text(entry.named)
        return Markup(
            "li", ["id": "doubt-" + entry.key],
            try CloseUp(entry)?.markup(picture: picture) ?? .none,
            Markup(
                "div", [:],
                Markup("h3", [:], Chip.markup(entry, isLink: false), " ", title),
                Markup("p", [:], .text(Words.sentence(entry.doubts))), link ?? .none))
    }

    private func link(_ address: String?, _ text: String) -> Markup {
        address.map { Markup("a", ["href": $0], .text(text)) } ?? .text(text)
    }
}
