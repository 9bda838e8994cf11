import Scoring

extension ScoreTable {
    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    @discardableResult
    public func store(_ reading: PhotoReading) throws -> StoreOutcome {
        let others = try photos(ofFile: reading.photo.path)
        let (own, known) = try row(of: reading, among: others)
        var outcome = StoreOutcome()
        let original = try original(of: reading)
        let replaced = try makeWay(for: reading, others.filter { $0 != own })
        for row in replaced { outcome.parked += try park(arrows(of: row.photo.path), of: row) }
        for row in [known].compactMap({ $0 }) + replaced { try outdateSheets(with: row) }
        for row in replaced { try remove(photo: row.photo.path) }
        if let original {
            var parked = 0
            if let known {
                parked = try park(arrows(of: known.photo.path), of: known)
                try remove(photo: known.photo.path)
            }
            if try !handOver(reading, to: original) { outcome.parked += parked }
        } else {
            let name = try own ?? freeName(of: reading)
            let former = known?.session ?? replaced.first?.session ?? reading.into
            outcome.restored = try write(reading, named: name, known, in: former)
        }
        // Last, so that a session that was empty for a moment keeps its name.
        for row in [known].compactMap({ $0 }) + replaced { try removeIfEmpty(session: row.session) }
        return outcome
    }

    /// Writes a photo with its arrows under its name in the book; returns how many corrections count again.
    private func write(
        _ reading: PhotoReading, named name: String, _ known: PhotoRow?, in former: String?
    ) throws -> Int {
        var rows = try arrows(of: name)
        var (faces, marks) = (known?.faces ?? [], known?.marks ?? ReviewMarks())
        var read = known?.photo.faces ?? []
        if let known { marks.isConfirmed = known.isStillConfirmed(with: rows) }
        var restored = 0
        if !rows.contains(where: { $0.manual != nil }), !marks.isSaid, let back = try comeBack(reading) {
            restored = back.corrected.count
            (rows, faces, read) = (back.arrows, back.faces, back.faces)
            if let said = back.marks {
                marks = said
                faces =
                    PhotoRow(session: back.session, photo: reading.photo(with: back.faces), trouble: nil, marks: said)
                    .faces
            }
        }
        var photo = reading.photo
        if name != photo.path { (photo.path, photo.file) = (name, photo.path) }
        marks = marks.moved(from: read, to: photo.faces)
        marks.archer = reading.archer ?? known?.marks.archer ?? marks.archer
        marks.revision = (known?.marks.revision ?? marks.revision) + 1
        let row = PhotoRow(
            session: try session(for: reading, former).name, photo: photo, trouble: reading.trouble,
            content: reading.content ?? known?.content,
            keeping: reading.content == nil ? known?.keeping ?? reading.keeping : reading.keeping, marks: marks)
        try write(row)
        try outdateSheets(with: row)
        var arrows = rows.map { $0.moved(from: faces, to: row.faces) }.matched(to: reading.arrows, on: row.faces)
        // A confirmed photo has the arrows that it was confirmed with: what the model sees besides is none.
        if marks.isConfirmed {
            for index in arrows.indices where arrows[index].manual == nil { arrows[index].manual = .removed }
        }
        try write(arrows, of: name)
        return restored
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func replace(trouble former: String, ofPhoto path: String, with trouble: String) throws -> Bool {
        guard var row = try photo(path), row.trouble == former, trouble != former else { return false }
        row.marks.isConfirmed = row.isStillConfirmed(with: try arrows(of: path))
        row.trouble = trouble
        row.marks.revision += 1
        try write(row)
        try outdateSheets(with: row)
        return true
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func forget(photo path: String) throws {
        guard let row = try photo(path) else { throw ScoreBookError.unknown(photo: path) }
        try leave(row)
    }

    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    @discardableResult
    public func assign(photos paths: [String], to name: String) throws -> Int {
        let name = try sessionRow(named: name) == nil ? try plainSessionName(name) : name
        let named = try sessionRow(named: name)
        guard named?.folder == nil, try named != nil || dividedSession(named: name) == nil else {
            throw ScoreBookError.taken(session: name)
        }
        let (rows, wanted) = (try sessionRows(), Set(paths))
        var count = 0
        for row in rows where row.name != name {
            // Who names a folder means the photos that are there, not those that had their names before.
            let photos = try captures(of: row.name).compactMap { try self.photo($0.path)?.photo }.filter {
                !$0.isFormer && PhotoReading.isNamed($0.filePath, by: wanted)
            }
            guard !photos.isEmpty else { continue }
            try write(
                SessionRow(
                    name: name, folder: nil, counting: row.counting, details: named?.details ?? SessionDetails()))
            for photo in photos {
                guard var moved = try self.photo(photo.path) else { continue }
                try outdateSheets(with: moved)
                moved.session = name
                try write(moved)
                count += 1
            }
            try removeIfEmpty(session: row.name)
        }
        if count > 0 { try outdateSheets(of: name) }
        return count
    }

    /// Lets what users said of a photo count for the one that it is a copy of, where they said nothing of that one.
    private func handOver(_ reading: PhotoReading, to original: String) throws -> Bool {
        guard let row = try readable(original), row.content == reading.content else { return false }
        let own = try arrows(of: original)
        guard !own.contains(where: { $0.manual != nil }), let back = try comeBack(reading) else { return false }
        try write(
            back.arrows.map { $0.moved(from: back.faces, to: row.photo.faces) }
                .matched(to: own.compactMap(\.model), on: row.photo.faces), of: original)
        try outdateSheets(with: row)
        return true
    }

    private func leave(_ row: PhotoRow) throws {
        try outdateSheets(with: row)
        try remove(photo: row.photo.path)
        try removeIfEmpty(session: row.session)
    }

    /// The session of a photo: the one that a user put it into, or its folder's.
    private func session(for reading: PhotoReading, _ former: String?) throws -> SessionRow {
        var row: SessionRow
        let day = reading.photo.captured.map(CameraClock.day)
        if let former, let own = try sessionRow(named: former), own.folder == nil {
            row = own
        } else if let home = try sessionRow(atHome: reading.folder, on: day) {
            row = home
        } else if let own = try sessionRow(ofFolder: reading.folder) {
            // A user took this day of the folder: a photo that comes late is of it.
            let theirs = try sessionRow(named: SessionRow.name(own.name, on: day))
            row = theirs?.folder == nil ? theirs ?? own : own
        } else {
            row = SessionRow(
                name: try freeName(reading.session, on: day), folder: reading.folder, counting: reading.counting)
            try write(row)
        }
        if row.counting != reading.counting {
            row.counting = reading.counting
            try write(row)
            try outdateSheets(of: row.name)
        }
        return row
    }

    /// The session that a user named or dated while photos of its folder and day were still to come.
    private func sessionRow(atHome folder: String, on day: String?) throws -> SessionRow? {
        let rows = try sessionRows().filter { $0.details.homes?.contains { $0.folder == folder } ?? false }
        let exact = rows.first { $0.details.homes?.contains(SessionHome(folder: folder, day: day)) ?? false }
        // A photo without a time is of the only session that the folder has.
        return exact ?? (day == nil && rows.count == 1 ? rows.first : nil)
    }

    /// A name that no session has, on this day neither: folders of one name on different cards are different sessions.
    private func freeName(_ name: String, on day: String?) throws -> String {
        var (free, number) = (name, 1)
        while try sessionRow(named: free) != nil || sessionRow(named: SessionRow.name(free, on: day)) != nil {
            number += 1
            free = "\(name) (\(number))"
        }
        return free
    }

    /// Keeps what users said of a photo apart, because another one stands in its place; returns how much that is.
    private func park(_ rows: [ArrowRow], of known: PhotoRow) throws -> Int {
        let parked = ParkedPhoto(
            path: known.photo.path, content: known.content ?? "", session: known.session, faces: known.photo.faces,
            arrows: rows, marks: known.marks.isSaid ? known.marks : nil)
        if !parked.corrected.isEmpty || parked.marks != nil { try write(parked) }
        return parked.corrected.count
    }

    /// What users said of this photo when it was here before, under this path or another one.
    private func comeBack(_ reading: PhotoReading) throws -> ParkedPhoto? {
        guard let content = reading.content, !content.isEmpty else { return nil }
        let all = try parkedPhotos(content: content)
        guard let back = all.first(where: { $0.path == reading.photo.path }) ?? all.min(by: { $0.path < $1.path })
        else { return nil }
        try remove(back)
        // Another photo has the path, and its sheet has told of what was parked.
        if let row = try readable(back.path) { try outdateSheets(with: row) }
        return back
    }
}

extension PhotoRow {
    /// Whether it stays confirmed when its reading ends.
    ///
    /// A confirmation from while it was being read, without a manual entry, says nothing of what is read. A photo
    /// that could not be read was confirmed by eye: what the model sees in it later takes nothing back.
    fileprivate func isStillConfirmed(with arrows: [ArrowRow]) -> Bool {
        marks.isConfirmed && (trouble != Session.End.beingRead || arrows.contains { $0.manual != nil })
    }
}
