import Scoring

extension ScoreTable {
    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func sessions() throws -> [SessionSummary] {
        try dividedSessions().map {
            SessionSummary(name: $0.name, ends: $0.rounds.reduce(0) { $0 + $1.count }, photos: $0.photos.count)
        }
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func session(named name: String) throws -> Session? {
        guard let divided = try dividedSession(named: name) else { return nil }
        return try session(divided)
    }

    func session(_ divided: DividedSession) throws -> Session {
        let scoring = divided.row.counting.scoring
        let rounds = try divided.rounds.enumerated().map { index, ends in
            Session.Round(
                number: index + 1, name: "Round \(index + 1)", system: scoring.system,
                // Nobody said how many arrows an end has: then none is missing.
                arrowsPerEnd: scoring.arrowsPerEnd ?? 0,
                ends: try ends.enumerated().map { try end($0 + 1, $1, by: scoring) })
        }
        let paths = Set(divided.photos.map(\.path))
        let parked = try parkedPhotos(content: nil).filter { paths.contains($0.path) }.flatMap { photo in
            photo.corrected.map {
                Session.ParkedCorrection(
                    photo: photo.path, arrow: $0.number, mark: $0.manual?.mark,
                    content: photo.content.isEmpty ? nil : photo.content)
            }
        }
        return Session(
            name: divided.name, rounds: rounds, folder: divided.row.folder == nil ? nil : divided.row.name,
            parked: parked.sorted { ($0.photo, $0.arrow, $0.content ?? "") < ($1.photo, $1.arrow, $1.content ?? "") }
        ).doubtingUnusualCounts()
    }

    private func end(
        _ number: Int, _ photos: [CapturedPhoto], by scoring: ScoringSettings
    ) throws -> Session.End {
        var end = Session.End(number: number, photos: [], arrows: [])
        var rows: [ArrowRow] = []
        for captured in photos {
            do {
                guard let row = try photo(captured.path) else { continue }
                let own = try arrows(of: captured.path)
                if own.contains(where: \.isDamaged) { throw ScoreBookError.damaged("photo \(captured.path)") }
                end.photos.append(row.photo)
                let index = end.photos.count - 1
                end.arrows += own.compactMap { $0.arrow(inPhoto: index, on: row.photo.faces, by: scoring) }
                end.trouble = end.trouble ?? row.trouble
                rows += own
            } catch let error as ScoreBookError where error.code == .damaged {
                // One photo that cannot be read costs its own end, and no other.
                end.photos.append(
                    Session.Photo(
                        path: captured.path, captured: captured.captured, annotated: nil, width: 0, height: 0,
                        faces: []))
                end.trouble = error.message
            }
        }
        end.review = scoring.doubt(about: end, isSpokenOf: rows.contains { $0.manual != nil })
        let review = end.review
        end.arrows = end.arrows.map { $0.withoutCount(unless: review) }
            .sorted { ($0.photo ?? 0, $0.number) < ($1.photo ?? 0, $1.number) }
        return end
    }
}

extension ScoringSettings {
    /// Whether an end has as many arrows as it should, manual corrections in place; one without a face has its own trouble.
    fileprivate func doubt(about end: Session.End, isSpokenOf: Bool) -> [ReviewReason] {
        let count = end.arrows.count
        if end.photos.allSatisfy(\.faces.isEmpty), count == 0 { return [] }
        guard let arrowsPerEnd else { return count == 0 && !isSpokenOf && end.trouble == nil ? [.noArrows] : [] }
        return count == arrowsPerEnd ? [] : [count > arrowsPerEnd ? .tooManyArrows : .tooFewArrows]
    }
}

extension Session.Arrow {
    /// Without a doubt about the end's number that has been settled since, by a person or by the end's other photos.
    fileprivate func withoutCount(unless review: [ReviewReason]) -> Session.Arrow {
        var arrow = self
        arrow.value.reviewReasons.removeAll {
            ($0 == .tooManyArrows || $0 == .tooFewArrows) && !review.contains($0)
        }
        arrow.value.needsReview = !arrow.value.reviewReasons.isEmpty
        return arrow
    }
}
