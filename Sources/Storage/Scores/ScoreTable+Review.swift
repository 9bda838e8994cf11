import Findings
import Scoring

extension ScoreTable {
    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func review(ofPhoto path: String) throws -> ReviewedPhoto? {
        guard let row = try photo(path) else { return nil }
        return ReviewedPhoto(row, try arrows(of: path))
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func review(photo path: String, as review: PhotoReview, expecting revision: Int?) throws -> ReviewedPhoto {
        guard var row = try photo(path) else { throw ScoreBookError.unknown(photo: path) }
        let old = try arrows(of: path)
        if old.contains(where: \.isDamaged) { throw ScoreBookError.damaged("photo \(path)") }
        do {
            try check(review, of: row)
        } catch let error as ScoreBookError where error.code == .impossible {
            // What was changed meanwhile may be why.
            let isLate = Revision.isConflict(of: revision, with: row.marks.revision, isChange: true)
            throw isLate ? ScoreBookError.changed(photo: path) : error
        }
        var rows = old.replaced(by: review)
        let marks = ReviewMarks(
            revision: row.marks.revision, faces: review.faces, isConfirmed: review.isConfirmed,
            isSkipped: review.isSkipped, archer: row.marks.archer)
        let isNew = marks != row.marks
        row.marks = marks
        rows = rows.map { new in
            new.remembering(old.first { $0.number == new.number }?.manual, isConfirmed: review.isConfirmed)
        }
        if review.isConfirmed, let scoring = try sessionRow(named: row.session)?.counting.scoring {
            rows = rows.map { $0.pinned(in: row, by: scoring) }
        }
        let isChange = isNew || rows != old
        if Revision.isConflict(of: revision, with: row.marks.revision, isChange: isChange) {
            throw ScoreBookError.changed(photo: path)
        }
        if isChange {
            row.marks.revision += 1
            try write(row)
            try write(rows, of: path)
            try outdateSheets(with: row)
        }
        return ReviewedPhoto(row, rows)
    }

    /// What no photo can show is refused, with what can.
    private func check(_ review: PhotoReview, of row: PhotoRow) throws {
        for arrow in review.arrows {
            try check(Correction(photo: row.photo.path, arrow: arrow.number, value: arrow.value))
        }
        for archer in review.archers {
            guard !archer.archer.isEmpty, archer.archer.count <= Archers.longestName else {
                throw ScoreBookError.impossible("An archer's name has 1 to \(Archers.longestName) characters.")
            }
        }
        guard Set(review.arrows.map(\.number)).count == review.arrows.count,
            Set(review.faces.map(\.index)).count == review.faces.count
        else { throw ScoreBookError.impossible("An arrow or a face is named twice.") }
        var faces = row.photo.faces.count
        for face in review.faces.sorted(by: { $0.index < $1.index }) {
            guard (0...faces).contains(face.index) else {
                throw ScoreBookError.impossible("The photo has \(faces) faces; the next one is number \(faces).")
            }
            guard face.homography.inverse.flatMap(Ellipse.init(ofUnitCircleUnder:)) != nil else {
                throw ScoreBookError.impossible("A face cannot lie like this in a photo.")
            }
            faces = max(faces, face.index + 1)
        }
        for face in review.arrows.compactMap(\.value.face) where !(0..<max(faces, 1)).contains(face) {
            throw ScoreBookError.impossible("The photo has no face \(face).")
        }
    }
}

extension [ArrowRow] {
    /// The rows with what a user said now; what was said before is gone.
    fileprivate func replaced(by review: PhotoReview) -> [ArrowRow] {
        let values = Dictionary(uniqueKeysWithValues: review.arrows.map { ($0.number, $0.value) })
        let archers = Dictionary(review.archers.map { ($0.number, $0.archer) }) { _, last in last }
        let read = compactMap { row in row.model == nil ? nil : row.number }
        let numbers = Set(read).union(values.filter { !$0.value.isRemoved }.keys)
        let models = Dictionary(map { ($0.number, $0.model) }) { first, _ in first }
        return numbers.sorted().map { number in
            let model = models[number] ?? nil
            return ArrowRow(
                number: number, model: model, manual: values[number]?.settled(on: model?.face),
                archer: archers[number])
        }
    }
}

extension ArrowRow {
    /// The row where a client sent back what was only confirmed before: it is no correction, and without the confirmation
    /// the arrow counts as it was read.
    fileprivate func remembering(_ before: Correction.Value?, isConfirmed: Bool) -> ArrowRow {
        guard model != nil, let before, before.isOnlyConfirmed, let manual, manual.isSame(as: before) else {
            return self
        }
        var row = self
        row.manual = isConfirmed ? before : nil
        return row
    }

    /// The row with what was read kept as confirmed, where the user said nothing else.
    fileprivate func pinned(in row: PhotoRow, by settings: ScoringSettings) -> ArrowRow {
        guard manual == nil, let model else { return self }
        let value = row.rescored(model, by: settings)
        var pinned = self
        pinned.manual = Correction.Value(
            score: value.score, isX: value.isX,
            position: value.face == nil ? nil : Point(x: value.normalizedX, y: value.normalizedY), face: value.face)
        pinned.manual?.isOnlyConfirmed = true
        return pinned
    }
}

extension Correction.Value {
    /// Whether both say the same of an arrow; clients get places with six decimals.
    fileprivate func isSame(as other: Correction.Value) -> Bool {
        let isSamePlace =
            switch (position, other.position) {
            case (nil, nil): true
            case (let own?, let other?): own.distance(to: other) < 1e-5
            default: false
            }
        return isSamePlace && score == other.score && isX == other.isX && face == other.face
            && isRemoved == other.isRemoved
    }
}

extension ReviewedPhoto {
    fileprivate init(_ row: PhotoRow, _ rows: [ArrowRow]) {
        let marks = row.marks
        self.init(
            photo: row.photo.path, revision: marks.revision,
            review: PhotoReview(
                arrows: rows.compactMap { row in row.manual.map { .init(number: row.number, value: $0) } },
                archers: rows.compactMap { row in row.archer.map { .init(number: row.number, archer: $0) } },
                faces: marks.faces, isConfirmed: marks.isConfirmed, isSkipped: marks.isSkipped),
            readings: Dictionary(
                uniqueKeysWithValues: rows.compactMap { row in row.model.map { (row.number, $0) } }))
    }
}
