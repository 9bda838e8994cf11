import Scoring

extension ScoreRows {
    public func store(_ reading: PhotoReading) throws {
        let path = reading.photo.path
        let known = try photo(path)
        if let known, known.session != reading.session { try leave(known.session, path) }
        let old = try outline(of: reading.session)
        var outline = old ?? SessionOutline(name: reading.session, counting: reading.counting, ends: [])
        let photo = CapturedPhoto(path: path, captured: reading.photo.captured)
        let others = outline.photos.filter { $0.path != path }
        let isSettled = outline.photos.contains(photo) && outline.counting.layout == reading.counting.layout
        outline.counting = reading.counting
        if !isSettled { outline.divide(others + [photo], next: try nextEnd()) }
        if outline != old { try write(outline, from: old) }
        if let old, !isSettled { try rehome(from: old, to: outline) }
        try write(PhotoRow(session: reading.session, photo: reading.photo, trouble: reading.trouble))
        guard let end = outline.ends.first(where: { $0.photos.contains(photo) }) else { return }
        let taken = try numbers(of: end.photos.filter { $0 != photo })
        let faces = (known?.photo.faces ?? [], reading.photo.faces)
        let rows = try arrows(of: path).renumbered(avoiding: taken).map { $0.moved(from: faces.0, to: faces.1) }
        try write(rows.matched(to: reading.arrows, on: faces.1, except: taken), of: path, in: end.id)
    }

    public func forget(photo path: String) throws {
        guard let row = try photo(path) else { throw ScoreBookError.unknown(photo: path) }
        try leave(row.session, path)
        try remove(photo: path)
    }

    /// Closes the gap that a photo leaves in its session.
    private func leave(_ session: String, _ path: String) throws {
        guard let old = try outline(of: session) else { return }
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
