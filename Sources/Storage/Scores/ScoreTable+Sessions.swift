import Scoring

extension ScoreTable {
    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func sessions() throws -> [SessionSummary] {
        let kept = try keptAddresses()
        return try dividedSessions().map {
            SessionSummary(
                name: $0.name, ends: $0.rounds.reduce(0) { $0 + $1.count }, photos: $0.photos.count, date: $0.date,
                address: $0.address(beside: kept), formerNames: $0.row.details.formerNames ?? [])
        }
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func address(ofSession name: String) throws -> String? {
        let kept = try keptAddresses()
        return try dividedSession(named: name)?.address(beside: kept)
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func session(named name: String) throws -> Session? {
        guard let divided = try dividedSession(named: name) else { return nil }
        return try session(divided, parked: parkedPhotos(content: nil))
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func allSessions() throws -> [Session] {
        let parked = try parkedPhotos(content: nil)
        return try dividedSessions().map { try session($0, parked: parked) }
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func scoring(ofSession name: String) throws -> ScoringSettings? {
        try dividedSession(named: name)?.scoring
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func arrowsExpected(ofPhoto path: String) throws -> Int? {
        guard let row = try photo(path), let session = try sessionRow(named: row.session),
            session.counting.layout.photosPerEnd == 1
        else { return nil }
        // Its own end says it: a session of a thousand photos is not divided for one of them.
        let own = CapturedPhoto(path: path, captured: row.photo.captured, archer: row.marks.archer)
        return session.divided([own]).first?.scoring.arrowsPerEnd
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func sessionName(ofPhoto path: String) throws -> String? {
        guard let photo = try photo(path), let row = try sessionRow(named: photo.session) else { return nil }
        return row.divided(try captures(of: row.name)).first { $0.all.contains { $0.path == path } }?.name
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func photoNames() throws -> [String] {
        try sessionRows().flatMap { try captures(of: $0.name) }.map(\.path)
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func storedPhoto(_ path: String) throws -> Session.Photo? { try photo(path)?.photo }

    func session(_ divided: DividedSession, parked all: [ParkedPhoto]) throws -> Session {
        let (scoring, ofOne, archers) = (divided.scoring, divided.scoringOfOne, divided.archers)
        var before = 0
        var sent: [String] = []
        let rounds = try divided.rounds.enumerated().map { index, ends in
            Session.Round(
                number: index + 1, name: "Round \(index + 1)", system: scoring.system,
                // It is not set how many arrows an end has: then none is missing.
                arrowsPerEnd: scoring.arrowsPerEnd ?? 0, arrowsOfOne: ofOne.arrowsPerEnd ?? 0,
                ends: try ends.enumerated().map { index, photos in
                    defer { before += 1 }
                    return try end(index + 1, photos, by: photos.onlyArcher == nil ? scoring : ofOne, &sent)
                        .shot(by: archers, asEnd: before)
                })
        }
        let paths = Set(divided.all.map(\.path))
        let parked = all.filter { paths.contains($0.path) }.flatMap { photo in
            photo.corrected.map {
                Session.ParkedCorrection(
                    photo: photo.path, arrow: $0.number, mark: $0.manual?.mark,
                    content: photo.content.isEmpty ? nil : photo.content)
            }
        }
        return Session(
            name: divided.name, rounds: rounds, folder: divided.row.folder == nil ? nil : divided.row.name,
            parked: parked.sorted { ($0.photo, $0.arrow, $0.content ?? "") < ($1.photo, $1.arrow, $1.content ?? "") },
            date: divided.date, archers: archers.with(sent),
            skipped: try divided.skipped.compactMap { try photo($0.path)?.counted }, round: divided.round
        ).doubtingUnusualCounts()
    }

    private func end(
        _ number: Int, _ photos: [CapturedPhoto], by scoring: ScoringSettings, _ archers: inout [String]
    ) throws -> Session.End {
        var end = Session.End(number: number, photos: [], arrows: [], archer: photos.onlyArcher)
        var (rows, isConfirmed, isWhole): ([ArrowRow], Bool, Bool) = ([], true, true)
        for captured in photos {
            do {
                guard let row = try photo(captured.path) else { continue }
                let own = try arrows(of: captured.path)
                if own.contains(where: \.isDamaged) { throw ScoreBookError.damaged("photo \(captured.path)") }
                end.photos.append(row.counted)
                let index = end.photos.count - 1
                end.arrows += own.compactMap { $0.arrow(inPhoto: index, of: row, by: scoring) }
                if let archer = row.marks.archer { archers.append(archer) }
                end.trouble = end.trouble ?? (row.marks.isConfirmed ? nil : row.trouble)
                isConfirmed = isConfirmed && row.marks.isConfirmed
                rows += own
            } catch let error as ScoreBookError where error.code == .damaged {
                // One photo that cannot be read costs its own end, and no other.
                end.photos.append(
                    Session.Photo(
                        path: captured.path, captured: captured.captured, annotated: nil, width: 0, height: 0,
                        faces: []))
                end.trouble = error.message
                isWhole = false
            }
        }
        end.isConfirmed = isConfirmed && isWhole
        end.review = isConfirmed ? [] : scoring.doubt(about: end, isSpokenOf: rows.contains { $0.manual != nil })
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

extension PhotoRow {
    /// The photo with its faces as they count.
    fileprivate var counted: Session.Photo {
        var photo = photo
        photo.faces = faces
        return photo
    }
}

extension Session.End {
    /// The end with an archer for each arrow without an archer of its own.
    ///
    /// - Parameter index: The end's place in its session, from 0.
    fileprivate func shot(by archers: Archers, asEnd index: Int) -> Session.End {
        var end = self
        for arrow in end.arrows.indices where end.arrows[arrow].archer == nil {
            end.arrows[arrow].archer = archers.archer(
                ofEnd: index, face: place(of: end.arrows[arrow]), colour: end.arrows[arrow].value.colour)
        }
        return end
    }

    /// The place of an arrow's face among those of its photo, in reading order; nil where it is not known.
    private func place(of arrow: Session.Arrow) -> Int? {
        guard let photo = arrow.photo, let face = arrow.value.face, photos.indices.contains(photo) else { return nil }
        let faces = photos[photo].faces
        guard faces.indices.contains(face) else { return nil }
        let height = faces.map { $0.outline.bounds.height }.max() ?? 1
        let order = faces.indices.sorted { a, b in
            let (one, other) = (faces[a].center, faces[b].center)
            // Faces whose centres differ by less than half a face's height hang beside each other.
            return abs(one.y - other.y) > height / 2 ? one.y < other.y : one.x < other.x
        }
        return order.firstIndex(of: face)
    }
}

extension Archers {
    /// These, and behind them archers whose photos were sent.
    fileprivate func with(_ sent: [String]) -> Archers {
        var archers = self
        for name in sent where !archers.names.contains(name) { archers.names.append(name) }
        return archers
    }
}

extension Session.Arrow {
    /// Without a doubt about the end's number that has been settled since, by a user or by the end's other photos.
    fileprivate func withoutCount(unless review: [ReviewReason]) -> Session.Arrow {
        var arrow = self
        arrow.value.reviewReasons.removeAll {
            ($0 == .tooManyArrows || $0 == .tooFewArrows) && !review.contains($0)
        }
        arrow.value.needsReview = !arrow.value.reviewReasons.isEmpty
        return arrow
    }
}
