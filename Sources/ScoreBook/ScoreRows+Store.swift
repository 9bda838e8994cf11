import Scoring

extension ScoreRows {
    public func store(_ reading: PhotoReading) throws {
        let path = reading.photo.path
        let known = try photo(path)
        var luggage: [ArrowRow]?
        if let known, known.session != reading.session {
            luggage = try arrows(of: path)
            try leave(known.session, path)
        }
        guard let end = try settle(reading) else { return }
        try write(PhotoRow(session: reading.session, photo: reading.photo, trouble: reading.trouble))
        let taken = try numbers(of: end.photos.filter { $0.path != path })
        let rows = try (luggage ?? arrows(of: path)).renumbered(avoiding: taken)
            .map { $0.moved(from: known?.photo.faces ?? [], to: reading.photo.faces) }
            .matched(to: reading.arrows, on: reading.photo.faces, except: taken)
        try write(rows, of: path, in: end.id)
    }

    /// Gives a photo its place in its session and returns its end.
    private func settle(_ reading: PhotoReading) throws -> SessionOutline.End? {
        let old = try outline(of: reading.session)
        var outline = old ?? SessionOutline(name: reading.session, counting: reading.counting, ends: [])
        let photo = CapturedPhoto(path: reading.photo.path, captured: reading.photo.captured)
        let isSettled = outline.photos.contains(photo) && outline.counting.layout == reading.counting.layout
        outline.counting = reading.counting
        if !isSettled {
            outline.divide(outline.photos.filter { $0.path != photo.path } + [photo], next: try nextEnd())
        }
        if outline != old { try write(outline, from: old) }
        if let old, !isSettled { try rehome(from: old, to: outline) }
        return outline.ends.first { $0.photos.contains(photo) }
    }

    public func forget(photo path: String) throws {
        guard let row = try photo(path) else { throw ScoreBookError.unknown(photo: path) }
        try leave(row.session, path)
        try remove(photo: path)
    }

    /// Closes the gap that a photo leaves in its session; its arrows are gone from there.
    private func leave(_ session: String, _ path: String) throws {
        guard let old = try outline(of: session) else { return }
        if let end = old.homes[path] { try write([], of: path, in: end) }
        var outline = old
        outline.divide(old.photos.filter { $0.path != path }, next: try nextEnd())
        try write(outline.ends.isEmpty ? nil : outline, from: old)
        try rehome(from: old, to: outline)
    }

    /// Takes the arrows of photos that changed their end with them, under the same number where it is free.
    ///
    /// That only happens where an end has several photos and one came in between.
    private func rehome(from old: SessionOutline, to new: SessionOutline) throws {
        let (before, after) = (old.homes, new.homes)
        let moved = new.photos.map(\.path).filter { before[$0] != nil && before[$0] != after[$0] }
        let luggage = try moved.map { (path: $0, rows: try arrows(of: $0)) }
        for (path, _) in luggage {
            if let end = before[path] { try write([], of: path, in: end) }
        }
        for (path, rows) in luggage {
            guard let end = new.ends.first(where: { $0.id == after[path] }) else { continue }
            try write(rows.renumbered(avoiding: try numbers(of: end.photos)), of: path, in: end.id)
        }
    }

    func numbers(of photos: [CapturedPhoto]) throws -> Set<Int> {
        try photos.reduce(into: []) { numbers, photo in
            numbers.formUnion(try arrows(of: photo.path).map(\.number))
        }
    }
}
