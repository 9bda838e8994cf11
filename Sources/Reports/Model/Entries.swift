import Findings
import Scoring

/// An end with its place in the session.
struct EndEntry {
    let round: Session.Round
    let end: Session.End
    /// Whether its name says which round it is of.
    let namesRound: Bool

    /// `End 3`, or `Round 2, end 3`.
    var label: String { namesRound ? "Round \(round.number), end \(end.number)" : "End \(end.number)" }

    /// What marks the end's elements in a page.
    var key: String { "\(round.number)-\(end.number)" }

    var arrows: [ArrowEntry] { end.arrows.map { ArrowEntry(end: self, arrow: $0) } }

    var photos: [PhotoEntry] { end.photos.indices.map { PhotoEntry(end: self, index: $0) } }
}

/// An arrow with its end.
struct ArrowEntry {
    let end: EndEntry
    let arrow: Session.Arrow

    var key: String { "\(end.key)-" + number.replacing("/", with: "-") }

    /// The arrow's number in its photo; of an end with several photos, which one is in front.
    var number: String {
        end.end.photos.count > 1 ? "\((arrow.photo ?? 0) + 1)/\(arrow.number)" : "\(arrow.number)"
    }

    /// `End 3, arrow 2`.
    var label: String { "\(end.label), \(arrow.value.noun) \(number)" }

    var faceType: FaceType? { end.end.type(of: arrow) }

    /// Whether it counts on the sheet: of more arrows than an end may have only the lowest do.
    var counts: Bool {
        let most = end.round.arrowsPerEnd
        return most == 0 || end.end.arrowsInOrder.suffix(most).contains(arrow)
    }

    /// The photo it was seen on.
    var photo: PhotoEntry? {
        arrow.photo.flatMap { end.end.photos.indices.contains($0) ? PhotoEntry(end: end, index: $0) : nil }
    }

    /// From the centre of its face in millimetres, right and down positive; nil where its place is not known.
    var place: Point? { end.end.position(of: arrow).flatMap { $0.length.isFinite ? $0 : nil } }
}

/// A photo with its end.
struct PhotoEntry {
    let end: EndEntry
    let index: Int

    var photo: Session.Photo { end.end.photos[index] }

    var key: String { "\(end.key)-\(index + 1)" }

    var arrows: [ArrowEntry] { end.arrows.filter { $0.arrow.photo == index } }

    /// Whether a coach should look at it before the others.
    var isDoubtful: Bool {
        end.end.trouble != nil || !end.end.review.isEmpty || arrows.contains { $0.arrow.value.needsReview }
    }

    /// The file's name without its folders.
    var fileName: String { photo.path.split(separator: "/").last.map(String.init) ?? photo.path }
}
