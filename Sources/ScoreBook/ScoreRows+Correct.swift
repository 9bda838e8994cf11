import Findings
import Scoring

extension ScoreRows {
    @discardableResult
    public func correct(_ correction: Correction) throws -> Int {
        try check(correction)
        let end = try end(of: correction.photo)
        // A number is the end's, so that it may be on another of its photos than the one that was named.
        for photo in end.photos {
            var rows = try arrows(of: photo.path)
            guard let index = rows.firstIndex(where: { $0.number == correction.arrow }) else { continue }
            let number = rows[index].number
            rows[index].word = correction.word.settled(on: rows[index].model?.face)
            // Of an arrow that only the person knew of nothing is left.
            if correction.word.isRemoved, rows[index].model == nil { rows.remove(at: index) }
            try write(rows, of: photo.path, in: end.id)
            return number
        }
        let number = try correction.arrow ?? numbers(of: end.photos).lowestFree
        if correction.word.isRemoved { throw ScoreBookError.unknown(arrow: number, of: correction.photo) }
        let row = ArrowRow(number: number, model: nil, word: correction.word.settled(on: nil))
        try write(try arrows(of: correction.photo) + [row], of: correction.photo, in: end.id)
        return number
    }

    public func withdraw(photo path: String, arrow: Int) throws {
        let end = try end(of: path)
        for photo in end.photos {
            var rows = try arrows(of: photo.path)
            guard let index = rows.firstIndex(where: { $0.number == arrow }) else { continue }
            rows[index].word = nil
            if rows[index].model == nil { rows.remove(at: index) }
            return try write(rows, of: photo.path, in: end.id)
        }
        throw ScoreBookError.unknown(arrow: arrow, of: path)
    }

    private func end(of path: String) throws -> SessionOutline.End {
        guard let row = try photo(path),
            let end = try outline(of: row.session)?.ends.first(where: { $0.photos.contains { $0.path == path } })
        else { throw ScoreBookError.unknown(photo: path) }
        return end
    }

    /// What no arrow can count is refused, with what can.
    private func check(_ correction: Correction) throws {
        let word = correction.word
        func refuse(_ message: String) -> ScoreBookError { ScoreBookError(.impossible, message, fault: .input) }
        guard (0...10).contains(word.score) else {
            throw refuse("An arrow counts 0 to 10, not \(word.score).")
        }
        guard !word.isX || word.score == 10 else {
            throw refuse("An X counts 10, not \(word.score).")
        }
        guard !word.isRemoved || correction.arrow != nil else {
            throw refuse("Say which arrow is to be removed.")
        }
        guard (1...Self.mostArrows).contains(correction.arrow ?? 1) else {
            throw refuse("Arrows are numbered from 1 to \(Self.mostArrows).")
        }
        guard word.position.map({ $0.length.isFinite }) ?? true else {
            throw refuse("The arrow's position must be two numbers.")
        }
    }

    /// No end has more arrows than this: a larger number is a slip of the hand.
    private static var mostArrows: Int { 999 }
}
