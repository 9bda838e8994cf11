import Findings
import Scoring

/// A session with all that its reports take from it, worked out once.
struct ReportModel {
    let session: Session
    let options: ReportOptions
    let sheet: ScoreSheet
    let trend: Trend
    /// In the order they were shot.
    let ends: [EndEntry]
    let words: Words

    init(_ session: Session, options: ReportOptions) {
        self.session = session
        self.options = options
        let words = Words(options.language)
        self.words = words
        sheet = ScoreSheet(session)
        trend = Trend(session)
        let severalRounds = session.rounds.count > 1
        ends = session.rounds.flatMap { round in
            round.ends.map {
                EndEntry(round: round, end: $0, namesRound: severalRounds, words: words, links: options.links)
            }
        }
    }

    /// The session's name, by which commands know it too.
    var title: String { session.name == "." ? "Session" : session.name }

    /// Every arrow with its end.
    var arrows: [ArrowEntry] { ends.flatMap(\.arrows) }

    /// The arrows that need review, in the order they were shot.
    var doubtfulArrows: [ArrowEntry] { arrows.filter(\.arrow.value.needsReview) }

    /// The ends that have no score or are in doubt as a whole.
    var doubtfulEnds: [EndEntry] { ends.filter(\.end.isDoubtful) }

    /// Something that needs a manual review: an end as a whole, or an arrow.
    enum Doubt {
        case end(EndEntry)
        case arrow(ArrowEntry)
    }

    /// What needs a manual review, what is likeliest to change the total first.
    var doubts: [Doubt] {
        let byPhoto = Dictionary(
            ends.flatMap { end in end.photos.map { ($0.photo.path, [end]) } }, uniquingKeysWith: +)
        var taken: Set<String> = []
        let known: [Doubt] = SessionDoubt.all(of: session).compactMap { doubt in
            let ends = byPhoto[doubt.photo] ?? []
            guard let number = doubt.arrow else {
                return ends.first { $0.end.isDoubtful && taken.insert($0.key).inserted }.map(Doubt.end)
            }
            return ends.flatMap(\.arrows).first { entry in
                entry.arrow.value.needsReview && entry.arrow.number == number
                    && entry.photo?.photo.path == doubt.photo && taken.insert(entry.key).inserted
            }.map(Doubt.arrow)
        }
        // What stands on no photo has no place in that order.
        let ends = doubtfulEnds.filter(\.end.photos.isEmpty).map(Doubt.end)
        return known + ends + doubtfulArrows.filter { $0.photo == nil }.map(Doubt.arrow)
    }

    /// The arrows with a manual correction, and those that were added by hand.
    ///
    /// One that was only confirmed, together with its end, is none.
    var correctedArrows: [ArrowEntry] {
        arrows.filter { $0.isCorrected || $0.isOnlyConfirmed && !$0.end.end.isConfirmed }
    }

    /// Every photo, those with doubts first.
    var photos: [PhotoEntry] {
        let all = ends.flatMap(\.photos)
        return all.filter(\.isDoubtful) + all.filter { !$0.isDoubtful }
    }

    /// The types of the faces that were shot at, in the order they were first.
    var faceTypes: [FaceType] {
        var types: [FaceType] = []
        for face in ends.flatMap(\.end.photos).flatMap(\.faces) where !types.contains(face.type) {
            types.append(face.type)
        }
        return types
    }

    /// Whether the size of a face's type was assumed anywhere.
    func isSizeAssumed(_ type: FaceType) -> Bool {
        ends.flatMap(\.end.photos).flatMap(\.faces).contains { $0.type == type && $0.sizeAssumed }
    }

    /// The arrows of known place that were shot at a type of face.
    func placed(on type: FaceType) -> [ArrowEntry] {
        arrows.filter { $0.place != nil && $0.faceType == type }
    }
}

extension ReportModel {
    /// Whether a session's arrows are called holes: where there is nothing else.
    var isOfHoles: Bool { !arrows.isEmpty && arrows.allSatisfy(\.arrow.value.isHole) }

    /// What one of the session's arrows is called.
    var noun: String { words(isOfHoles ? .hole : .arrow) }

    /// What several are called.
    var nouns: String { words(isOfHoles ? .holesWord : .arrowsWord) }

    /// The same at the head of a column.
    var plural: String { words(isOfHoles ? .holesTitle : .arrowsTitle) }

    /// So many of them.
    func count(_ number: Int) -> String { words.count(isOfHoles ? .holes : .arrows, number) }

    /// The archers, where it matters who shot: where there are several.
    var archers: [String] {
        let all = session.archersInOrder
        return all.count > 1 ? all : []
    }

    /// What the best ring counts: 6 where only field faces were shot at, 5 on the NFAA's.
    var bestMark: String { "\(session.rounds.map(\.highestScore).max() ?? 10)" }

    /// Whether an X is distinguished in any round.
    var countsX: Bool { session.rounds.contains(where: \.countsX) }
}

/// An end with its place in the session.
struct EndEntry {
    let round: Session.Round
    let end: Session.End
    /// Whether its name has the number of its round.
    let namesRound: Bool
    var words = Words()
    var links = ReportLinks.within

    /// `End 3`, or `Round 2, end 3`.
    var label: String {
        words(namesRound ? .roundAndEnd : .endNumber, ["round": "\(round.number)", "end": "\(end.number)"])
    }

    /// `3`, or `2·3` where there are several rounds.
    var shortLabel: String { namesRound ? "\(round.number)·\(end.number)" : "\(end.number)" }

    /// What marks the end's elements in a page.
    var key: String { "\(round.number)-\(end.number)" }

    var arrows: [ArrowEntry] { end.arrows.map { ArrowEntry(end: self, arrow: $0) } }

    var photos: [PhotoEntry] { end.photos.indices.map { PhotoEntry(end: self, index: $0) } }

    /// Why it has no score or is in doubt as a whole, in sentences.
    var reasons: [String] {
        (end.trouble.map { [words.trouble($0)] } ?? []) + end.review.map { Words.sentence(words($0.word)) }
    }
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
    var label: String {
        end.words(arrow.value.isHole ? .endAndHole : .endAndArrow, ["end": end.label, "number": number])
    }

    /// Why it needs a manual review, in words.
    var doubts: String { end.words.doubts(of: arrow.value).joined(separator: "; ") }

    /// Whether a manual correction only confirms what the model read.
    var isOnlyConfirmed: Bool {
        guard arrow.value.source == .person, let read = arrow.corrected else { return false }
        let now = arrow.value
        let moved = Point(x: now.normalizedX, y: now.normalizedY)
            .distance(to: Point(x: read.normalizedX, y: read.normalizedY))
        return read.score == now.score && read.isX == now.isX && read.face == now.face && moved < 1e-5
    }

    /// Whether a manual correction says something else than the model.
    var isCorrected: Bool { arrow.value.source == .person && !isOnlyConfirmed }

    var faceType: FaceType? { end.end.type(of: arrow) }

    /// Whether it counts on the sheet: of more arrows than an end may have only the lowest do.
    var counts: Bool {
        let most = end.round.arrows(of: end.end)
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
        end.end.isDoubtful || arrows.contains { $0.arrow.value.needsReview }
    }

    /// The file's name without its folders.
    var fileName: String { Session.fileName(ofPhoto: photo.path) }
}
