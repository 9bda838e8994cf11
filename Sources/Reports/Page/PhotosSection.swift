import Scoring

/// Every photo with its marks, those with doubts first.
struct PhotosSection {
    let contents: ReportModel

    private var words: Words { contents.words }

    func markup(picture: (PictureRequest) throws -> ReportPicture?) rethrows -> Markup? {
        let photos = contents.photos
        guard !photos.isEmpty else { return nil }
        return Markup(
            "section", ["id": "photos"],
            Markup("h2", [:], .text(words(.photosTitle))),
            photos.contains(where: \.isDoubtful)
                ? Markup("p", ["class": "detail"], .text(words(.doubtfulFirst))) : .none,
            Markup("div", ["class": "photos"], try photos.map { try figure($0, picture: picture) }))
    }

    private func figure(
        _ entry: PhotoEntry, picture: (PictureRequest) throws -> ReportPicture?
    ) rethrows -> Markup {
        let request = PictureRequest(photo: entry.photo, region: nil, longestSide: 1_600)
        let image = try picture(request).map { lent in
            Markup(
                "img",
                [
                    "src": lent.address, "width": "\(lent.width)", "height": "\(lent.height)",
                    "alt": alternative(entry), "loading": "lazy", "decoding": "async",
                ])
        }
        return Markup(
            "figure", ["id": "photo-" + entry.key, "class": entry.isDoubtful ? "doubtful" : nil],
            image ?? Markup("p", ["class": "placeholder"], .text(words(.noAnnotated))),
            Markup("figcaption", [:], caption(entry)))
    }

    private func caption(_ entry: PhotoEntry) -> [Markup] {
        let time = entry.photo.captured.map { Dates.time($0) }
        let inOrder = entry.end.end.arrowsInOrder.filter { $0.photo == entry.index }
        let chips = inOrder.map { Chip.numbered(ArrowEntry(end: entry.end, arrow: $0)) }
        return [
            Markup(
                "p", ["class": "where"], Markup("a", ["href": "#end-" + entry.end.key], .text(entry.end.label)),
                .text(time.map { " · " + $0 } ?? ""), " · ", Markup("bdi", [:], .text(entry.fileName))),
            Markup("div", ["class": "chips"], chips),
            .group(entry.end.reasons.map { Markup("p", ["class": "trouble"], .text($0)) }),
        ]
    }

    private func alternative(_ entry: PhotoEntry) -> String {
        let marks = entry.arrows.map(\.arrow.value.mark).joined(separator: ", ")
        let photo = "\(entry.end.label), \(entry.fileName)"
        return words(marks.isEmpty ? .photoUnscored : .photoScored, ["photo": photo, "marks": marks])
    }
}
