import Findings
import Scoring

extension ScoreTable {
    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    @discardableResult
    public func correct(_ correction: Correction) throws -> CorrectionResult {
        try check(correction)
        let path = correction.photo
        var result = try changing(path) { row, rows in
            let number = try number(of: correction, among: rows)
            let index = rows.firstIndex { $0.number == number }
            let model = index.flatMap { rows[$0].model }
            let value = correction.value.settled(on: model?.face)
            // Of an arrow that only the user knew of nothing is left.
            if correction.value.isRemoved, model == nil {
                rows.remove(at: index ?? 0)
            } else if let index {
                rows[index].manual = value
            } else {
                rows.append(ArrowRow(number: number, model: nil, manual: value))
                rows.sort { $0.number < $1.number }
            }
            return number
        }
        if correction.adds, !result.isChanged {
            result.freeNumber = Set(try arrows(of: path).map(\.number)).lowestFree
        }
        return result
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    @discardableResult
    public func withdraw(photo path: String, arrow: Int) throws -> CorrectionResult {
        if try photo(path) == nil || !arrows(of: path).contains(where: { $0.number == arrow && $0.manual != nil }),
            let result = try withdrawParked(path, arrow)
        {
            return result
        }
        return try changing(path) { _, rows in
            guard let index = rows.firstIndex(where: { $0.number == arrow }) else {
                throw ScoreBookError.unknown(arrow: arrow, of: path, has: rows.map(\.number))
            }
            rows[index].manual = nil
            if rows[index].model == nil { rows.remove(at: index) }
            return arrow
        }
    }

    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func corrections() throws -> [StoredCorrection] {
        func stored(_ row: ArrowRow, of path: String, isParked: Bool) -> StoredCorrection {
            StoredCorrection(
                photo: path, arrow: row.number, read: row.model?.mark, said: row.manual?.mark, isParked: isParked)
        }
        let live = try correctedPhotos().flatMap { path in
            try arrows(of: path).filter { $0.manual != nil }.map { stored($0, of: path, isParked: false) }
        }
        let parked = try parkedPhotos(content: nil).flatMap { photo in
            photo.corrected.map { stored($0, of: photo.path, isParked: true) }
        }
        return [live, parked].flatMap { list in
            list.sorted { a, b in
                a.photo == b.photo ? a.arrow < b.arrow : NaturalOrder.areInOrder(a.photo, b.photo)
            }
        }
    }

    /// Changes the arrows of a photo, and says what that did to it and to the sums.
    private func changing(
        _ path: String, _ body: (PhotoRow, inout [ArrowRow]) throws -> Int
    ) throws -> CorrectionResult {
        guard let row = try photo(path) else { throw ScoreBookError.unknown(photo: path) }
        let old = try arrows(of: path)
        if old.contains(where: \.isDamaged) { throw ScoreBookError.damaged("photo \(path)") }
        let before = try session(of: row)
        var rows = old
        let number = try body(row, &rows)
        if rows != old {
            var changed = row
            changed.marks.revision += 1
            try write(changed)
            try write(rows, of: path)
            try outdateSheets(with: row)
        }
        let after = try session(of: row)
        return CorrectionResult(
            photo: path, arrow: number, before: old.mark(of: number), after: rows.mark(of: number),
            isChanged: rows != old, sums: CorrectionResult.Sums(of: path, before, after))
    }

    private func session(of row: PhotoRow) throws -> Session? {
        guard let own = try sessionRow(named: row.session) else { return nil }
        let divided = own.divided(try captures(of: own.name))
        let mine = divided.first { $0.all.contains { $0.path == row.photo.path } }
        return try mine.map { try session($0, parked: parkedPhotos(content: nil)) }
    }

    /// Withdraws a correction that was parked with its photo; nil where there is none.
    private func withdrawParked(_ path: String, _ arrow: Int) throws -> CorrectionResult? {
        let all = try parkedPhotos(content: nil).filter { $0.path == path }.sorted { $0.content < $1.content }
        guard var parked = all.first(where: { $0.corrected.contains { $0.number == arrow } }),
            let index = parked.arrows.firstIndex(where: { $0.number == arrow })
        else { return nil }
        let before = parked.arrows[index].manual?.mark
        parked.arrows[index].manual = nil
        if parked.arrows[index].model == nil { parked.arrows.remove(at: index) }
        if parked.corrected.isEmpty { try remove(parked) } else { try write(parked) }
        if let row = try photo(path) { try outdateSheets(with: row) }
        return CorrectionResult(
            photo: path, arrow: arrow, before: before, after: nil, isChanged: true, isParked: true)
    }

    /// The number of the arrow that a correction speaks of.
    private func number(of correction: Correction, among rows: [ArrowRow]) throws -> Int {
        let added = rows.filter { $0.model == nil && $0.manual == correction.value.settled(on: nil) }
        guard let number = correction.arrow else {
            // The same arrow, added once more: one correction.
            return added.first?.number ?? Set(rows.map(\.number)).lowestFree
        }
        let known = rows.first { $0.number == number }
        if correction.adds, let known, known.model != nil {
            throw ScoreBookError.present(arrow: number, of: correction.photo)
        }
        if known == nil, !correction.adds {
            throw ScoreBookError.unknown(arrow: number, of: correction.photo, has: rows.map(\.number))
        }
        return number
    }

    /// What no arrow can count is refused, with what can.
    func check(_ correction: Correction) throws {
        let value = correction.value
        func refuse(_ message: String) -> ScoreBookError { ScoreBookError(.impossible, message, fault: .input) }
        guard (0...10).contains(value.score) else {
            throw refuse("An arrow counts 0 to 10, not \(value.score).")
        }
        // 5 on the NFAA's faces.
        guard !value.isX || value.score == 10 || value.score == 5 else {
            throw refuse("An X counts 10, or 5 on an NFAA face, not \(value.score).")
        }
        guard !value.isRemoved || correction.arrow != nil && !correction.adds else {
            throw refuse("Say which arrow is to be removed.")
        }
        guard correction.arrow != nil || correction.adds else {
            throw refuse("Say which arrow is meant, or that one is added.")
        }
        guard (1...Self.mostArrows).contains(correction.arrow ?? 1) else {
            throw refuse("Arrows are numbered from 1 to \(Self.mostArrows).")
        }
        guard value.position.map({ $0.length.isFinite }) ?? true else {
            throw refuse("The arrow's position must be two numbers.")
        }
    }

    /// No photo has more arrows than this: a larger number is a slip of the hand.
    private static var mostArrows: Int { 999 }
}

extension [ArrowRow] {
    /// What an arrow counts, as a sheet shows it; nil where it does not count.
    fileprivate func mark(of number: Int) -> String? {
        guard let row = first(where: { $0.number == number }) else { return nil }
        return row.manual.map(\.mark) ?? row.model?.mark
    }
}

extension CorrectionResult.Sums {
    /// The sums of a photo's end and session; nil where they are not in the book.
    fileprivate init?(of path: String, _ before: Session?, _ after: Session?) {
        guard let before, let after,
            let round = after.rounds.first(where: { $0.ends.contains { $0.photos.contains { $0.path == path } } }),
            let end = round.ends.first(where: { $0.photos.contains { $0.path == path } }),
            let old = before.rounds.flatMap(\.ends).first(where: { $0.photos.contains { $0.path == path } })
        else { return nil }
        self.init(
            session: after.name, round: after.rounds.count > 1 ? round.number : 0, end: end.number,
            endBefore: before.score(of: old), endAfter: after.score(of: end),
            sessionBefore: ScoreSheet(before).total.score,
            sessionAfter: ScoreSheet(after).total.score)
    }
}

extension Session {
    /// What an end counts on the sheet.
    fileprivate func score(of end: End) -> Int {
        let round = rounds.first { $0.ends.contains(end) }
        return ScoreSheet(Session(name: name, rounds: round.map { [$0] } ?? []))
            .rounds.flatMap(\.rows).first { $0.end == end.number }?.tally.score ?? 0
    }
}
