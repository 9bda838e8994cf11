extension ScoreTable {
    /// See `ScoreReading`; a default implementation for stores that conform to `ScoreTable`.
    public func readOut(_ take: (BookPart) throws -> Void) throws {
        for session in try sessionRows().sorted(by: { $0.name < $1.name }) {
            try take(.session(session))
            for path in try captures(of: session.name).map(\.path).sorted() {
                let arrows = try arrows(of: path)
                guard let photo = try photo(path), !arrows.contains(where: \.isDamaged) else {
                    throw ScoreBookError.damaged("photo \(path)")
                }
                try take(.photo(photo, arrows))
            }
        }
        for parked in try parkedPhotos(content: nil) { try take(.parked(parked)) }
        for mark in try sheetMarks().sorted(by: { ($0.session, $0.day) < ($1.session, $1.day) }) {
            try take(.mark(mark))
        }
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func restore(_ part: BookPart) throws {
        switch part {
        case .session(let row): try write(row)
        case .photo(let row, let arrows):
            try write(row)
            try write(arrows, of: row.photo.path)
        case .parked(let row): try write(row)
        case .mark(let mark): try write(mark)
        }
    }
}
