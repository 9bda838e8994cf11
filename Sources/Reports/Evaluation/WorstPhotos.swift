import Evaluation

/// The photos with most mistakes, each with a drawing of where they are.
struct WorstPhotos {
    let contents: EvaluationContents

    /// Photos that are shown, and mistakes of one that are named and drawn.
    private static let (mostPhotos, mostNamed, mostDrawn) = (60, 8, 200)

    var markup: Markup {
        let photos = contents.evaluation.worst.filter { !$0.mistakes.isEmpty }
        guard !photos.isEmpty else {
            return contents.section(.worst, [Markup("p", [:], .text(contents(.noMistakes)))])
        }
        let more = photos.count - Self.mostPhotos
        return contents.section(
            .worst,
            [
                Markup("p", ["class": "detail"], .text(contents(.worstNote))),
                Markup("div", ["class": "mistakes"], photos.prefix(Self.mostPhotos).map(figure)),
                more > 0 ? Markup("p", ["class": "detail"], .text(contents(.more, ["count": "\(more)"]))) : .none,
            ])
    }

    private func figure(_ photo: PhotoMistakes) -> Markup {
        let key = contents(
            .key,
            [
                "right": "\(photo.right)", "missed": "\(photo.count(.missed))", "wrong": "\(photo.count(.wrong))",
                "confused": "\(photo.count(.confused))",
            ])
        let named = photo.mistakes.prefix(Self.mostNamed).map { mistake in
            Markup("li", [:], Markup("bdi", [:], .text(contents.text(of: mistake))))
        }
        let more = photo.mistakes.count - Self.mostNamed
        return Markup(
            "figure", [:], drawing(photo, key),
            Markup(
                "figcaption", [:], Markup("p", [:], Markup("bdi", [:], .text(photo.path))),
                Markup("p", ["class": "where"], .text(key)),
                Markup(
                    "ul", [:],
                    named + (more > 0 ? [Markup("li", [:], .text(contents(.more, ["count": "\(more)"])))] : []))))
    }

    private func drawing(_ photo: PhotoMistakes, _ label: String) -> Markup {
        let rectangles = photo.mistakes.prefix(Self.mostDrawn).map { mistake in
            Markup(
                "rect",
                [
                    "class": mistake.kind.rawValue, "x": Numbers.coordinate(mistake.box.x),
                    "y": Numbers.coordinate(mistake.box.y), "width": Numbers.coordinate(max(mistake.box.width, 0)),
                    "height": Numbers.coordinate(max(mistake.box.height, 0)),
                ], Markup("title", [:], .text(contents.text(of: mistake))))
        }
        return Markup(
            "svg",
            [
                "viewBox": "0 0 \(max(photo.size.width, 1)) \(max(photo.size.height, 1))", "role": "img",
                "aria-label": label,
            ], Array(rectangles))
    }
}

/// Where the same class is found wrongly again and again.
struct RepeatedSection {
    let contents: EvaluationContents

    private static let most = 50

    var markup: Markup? {
        let places = contents.evaluation.repeated
        guard !places.isEmpty else { return nil }
        let items = places.prefix(Self.most).map { one in
            let box = [one.box.x, one.box.y, one.box.width, one.box.height].map { Numbers.fixed($0, 0) }
            let text = contents(
                .repeatedAt,
                [
                    "label": one.label, "photos": "\(one.photos)", "among": "\(one.among)",
                    "folder": one.folder.isEmpty ? "." : one.folder,
                    "place": "\(box[0]),\(box[1]) \(box[2])×\(box[3])",
                ])
            return Markup("li", [:], Markup("bdi", [:], .text(text)))
        }
        return contents.section(
            .repeated,
            [
                Markup("ul", ["class": "changes"], Array(items)),
                Markup("p", ["class": "detail"], .text(contents(.repeatedNote))),
                Markup("pre", [:], Markup("bdi", [:], .text(Array(places.prefix(Self.most)).ignoreSetting))),
            ])
    }
}
