import Scoring

extension ScoreTable {
    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    @discardableResult
    public func store(_ reading: PhotoReading) throws -> StoreOutcome {
        let path = reading.photo.path
        let known = try readable(path)
        var outcome = StoreOutcome()
        var rows = try arrows(of: path)
        var faces = known?.photo.faces ?? []
        if let known, reading.copyOf != nil || known.isReplaced(by: reading) {
            outcome.parked = try park(rows, of: known)
            (rows, faces) = ([], [])
        }
        if let original = reading.copyOf {
            if let known { try leave(known) }
            if try handOver(reading, to: original) { outcome.parked = 0 }
            return outcome
        }
        if !rows.contains(where: { $0.manual != nil }), let back = try comeBack(reading) {
            outcome.restored = back.corrected.count
            (rows, faces) = (back.arrows, back.faces)
        }
        let session = try session(for: reading, known)
        try write(
            PhotoRow(
                session: session.name, photo: reading.photo, trouble: reading.trouble,
                content: reading.content ?? known?.content))
        if let known, known.session != session.name { try removeIfEmpty(session: known.session) }
        try write(
            rows.map { $0.moved(from: faces, to: reading.photo.faces) }
                .matched(to: reading.arrows, on: reading.photo.faces), of: path)
        return outcome
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func forget(photo path: String) throws {
        guard let row = try photo(path) else { throw ScoreBookError.unknown(photo: path) }
        try leave(row)
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    @discardableResult
    public func assign(photos paths: [String], to name: String) throws -> Int {
        let named = try sessionRow(named: name)
        guard named?.folder == nil, try named != nil || dividedSession(named: name) == nil else {
            throw ScoreBookError.taken(session: name)
        }
        let (rows, wanted) = (try sessionRows(), Set(paths))
        var count = 0
        for row in rows where row.name != name {
            let photos = try captures(of: row.name).filter { PhotoReading.isNamed($0.path, by: wanted) }
            guard !photos.isEmpty else { continue }
            try write(SessionRow(name: name, folder: nil, counting: row.counting))
            for photo in photos {
                guard var moved = try self.photo(photo.path) else { continue }
                moved.session = name
                try write(moved)
                count += 1
            }
            try removeIfEmpty(session: row.name)
        }
        return count
    }

    /// Lets what people said of a photo count for the one that it is a copy of, where they said nothing of that one.
    private func handOver(_ reading: PhotoReading, to original: String) throws -> Bool {
        guard let row = try readable(original), row.content == reading.content else { return false }
        let own = try arrows(of: original)
        guard !own.contains(where: { $0.manual != nil }), let back = try comeBack(reading) else { return false }
        try write(
            back.arrows.map { $0.moved(from: back.faces, to: row.photo.faces) }
                .matched(to: own.compactMap(\.model), on: row.photo.faces), of: original)
        return true
    }

    /// A photo's row; nil where it cannot be read any more: the photo is at hand again, and its row is made anew.
    private func readable(_ path: String) throws -> PhotoRow? {
        do {
            return try photo(path)
        } catch let error as ScoreBookError where error.code == .damaged {
            return nil
        }
    }

    private func leave(_ row: PhotoRow) throws {
        try remove(photo: row.photo.path)
        try removeIfEmpty(session: row.session)
    }

    /// The session of a photo: the one that a person put it into, or its folder's.
    private func session(for reading: PhotoReading, _ known: PhotoRow?) throws -> SessionRow {
        var row: SessionRow
        if let known, !known.isReplaced(by: reading), let own = try sessionRow(named: known.session), own.folder == nil
        {
            row = own
        } else if let own = try sessionRow(ofFolder: reading.folder) {
            row = own
        } else {
            row = SessionRow(
                name: try freeName(reading.session), folder: reading.folder, counting: reading.counting)
            try write(row)
        }
        if row.counting != reading.counting {
            row.counting = reading.counting
            try write(row)
        }
        return row
    }

    /// A name that no session has: folders of one name on different cards are different sessions.
    private func freeName(_ name: String) throws -> String {
        var (free, number) = (name, 1)
        while try sessionRow(named: free) != nil {
            number += 1
            free = "\(name) (\(number))"
        }
        return free
    }

    /// Keeps what people said of a photo apart, because another one stands in its place; returns how much that is.
    private func park(_ rows: [ArrowRow], of known: PhotoRow) throws -> Int {
        let parked = ParkedPhoto(
            path: known.photo.path, content: known.content ?? "", session: known.session, faces: known.photo.faces,
            arrows: rows)
        if !parked.corrected.isEmpty { try write(parked) }
        return parked.corrected.count
    }

    /// What people said of this photo when it was here before, under this path or another one.
    private func comeBack(_ reading: PhotoReading) throws -> ParkedPhoto? {
        guard let content = reading.content, !content.isEmpty else { return nil }
        let all = try parkedPhotos(content: content)
        guard let back = all.first(where: { $0.path == reading.photo.path }) ?? all.min(by: { $0.path < $1.path })
        else { return nil }
        try remove(back)
        return back
    }
}

extension PhotoRow {
    /// Whether a reading is of another photo than the one that stood under its path.
    ///
    /// Books of before contents were noted tell by what the camera wrote.
    fileprivate func isReplaced(by reading: PhotoReading) -> Bool {
        guard let new = reading.content else { return false }
        if let content { return content != new }
        guard photo.width > 0, reading.photo.width > 0 else { return false }
        let old = (photo.width, photo.height)
        return old != (reading.photo.width, reading.photo.height)
    }
}
