import Scoring

/// A session with all that its reports take from it, worked out once.
struct ReportModel {
    let session: Session
    let options: ReportOptions
    let sheet: ScoreSheet
    let trend: Trend
    /// In the order they were shot.
    let ends: [EndEntry]

    init(_ session: Session, options: ReportOptions) {
        self.session = session
        self.options = options
        sheet = ScoreSheet(session)
        trend = Trend(session)
        let severalRounds = session.rounds.count > 1
        ends = session.rounds.flatMap { round in
            round.ends.map { EndEntry(round: round, end: $0, namesRound: severalRounds) }
        }
    }

    /// The session's name, by which commands know it too.
    var title: String { session.name == "." ? "Session" : session.name }

    /// Every arrow with its end.
    var arrows: [ArrowEntry] { ends.flatMap(\.arrows) }

    /// The arrows that need review, in the order they were shot.
    var doubtfulArrows: [ArrowEntry] { arrows.filter(\.arrow.value.needsReview) }

    /// The ends that have no score or are in doubt as a whole.
    var doubtfulEnds: [EndEntry] { ends.filter { $0.end.trouble != nil || !$0.end.review.isEmpty } }

    /// The arrows about which a person said otherwise than the model, or which only a person knows of.
    var personsArrows: [ArrowEntry] { arrows.filter { $0.arrow.value.source == .person } }

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
    /// What a session's arrows are called: `hole` where there is nothing else.
    var noun: String {
        !arrows.isEmpty && arrows.allSatisfy { $0.arrow.value.kind == .hole } ? "hole" : "arrow"
    }

    /// The same at the head of a column.
    var plural: String { noun == "hole" ? "Holes" : "Arrows" }

    /// What the best ring counts: 6 where only field faces were shot at, 5 on the NFAA's.
    var bestMark: String { "\(session.rounds.map(\.highestScore).max() ?? 10)" }

    /// Whether an X is told apart in any round.
    var countsX: Bool { session.rounds.contains(where: \.countsX) }
}
