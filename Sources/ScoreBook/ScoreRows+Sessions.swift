import Scoring

extension ScoreRows {
    public func sessions() throws -> [SessionSummary] {
        try sessionNames().sorted(by: NaturalOrder.areInOrder).compactMap { name in
            try outline(of: name).map {
                SessionSummary(name: name, ends: $0.ends.count, photos: $0.photos.count)
            }
        }
    }

    public func session(named name: String) throws -> Session? {
        guard let outline = try outline(of: name) else { return nil }
        let scoring = outline.counting.scoring
        let ends = try outline.ends.map { ($0.round, try end($0, by: scoring)) }
        // Nobody said how many arrows an end has: then none is missing.
        let arrowsPerEnd = scoring.arrowsPerEnd ?? 0
        let rounds = Dictionary(grouping: ends, by: \.0).sorted { $0.key < $1.key }
        return Session(
            name: name,
            rounds: rounds.map { number, ends in
                Session.Round(
                    number: number, name: "Round \(number)", system: scoring.system, arrowsPerEnd: arrowsPerEnd,
                    ends: ends.map(\.1))
            })
    }

    private func end(_ end: SessionOutline.End, by scoring: ScoringSettings) throws -> Session.End {
        let photos = try end.photos.compactMap { try photo($0.path) }
        var arrows: [Session.Arrow] = []
        for (index, row) in photos.enumerated() {
            arrows += try self.arrows(of: row.photo.path).compactMap {
                $0.arrow(inPhoto: index, on: row.photo.faces, by: scoring)
            }
        }
        let review = scoring.doubt(about: arrows.count, isEmpty: photos.allSatisfy(\.photo.faces.isEmpty))
        return Session.End(
            number: end.number, photos: photos.map(\.photo),
            arrows: arrows.map { $0.withoutCount(unless: review) }.sorted { $0.number < $1.number },
            trouble: photos.compactMap(\.trouble).first, review: review)
    }
}

extension ScoringSettings {
    /// Whether an end has as many arrows as it should, people's words in place; one without a face has its own trouble.
    fileprivate func doubt(about count: Int, isEmpty: Bool) -> [ReviewReason] {
        guard let arrowsPerEnd, !(isEmpty && count == 0), count != arrowsPerEnd else { return [] }
        return [count > arrowsPerEnd ? .tooManyArrows : .tooFewArrows]
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
