import Scoring

extension ScoreTable {
    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func change(session name: String, _ change: SessionChange) throws -> String {
        guard let session = try dividedSession(named: name) else { throw ScoreBookError.unknown(session: name) }
        let photos = session.all.map(\.path)
        switch change {
        case .rename(let new):
            guard new != session.name else { return new }
            try checkFree(new)
            return try gather(photos, as: new, like: session)
        case .date(let date):
            if let date, !CameraClock.isDay(date) {
                throw ScoreBookError.impossible("'\(date)' is no day; write it as 2026-11-20.")
            }
            let own = try gather(photos, as: session.name, like: session)
            try update(own) { $0.details.date = date }
            return own
        case .archers(let archers):
            guard archers.names.count <= Archers.most, Set(archers.names).count == archers.names.count,
                archers.names.allSatisfy({ !$0.isEmpty && $0.count <= Archers.longestName })
            else {
                throw ScoreBookError.impossible(
                    "Name at most \(Archers.most) archers, each once, with 1 to \(Archers.longestName) characters.")
            }
            guard archers.by != .folder || archers.names.isEmpty else {
                throw ScoreBookError.impossible(
                    "What the folders say of archers follows from the settings (scoring.folders).")
            }
            var archers = archers
            archers.colours = Array(archers.colours.prefix(archers.names.count))
            try update(session.row.name) { [archers] in $0.details.archers = archers }
            return session.name
        case .split(let chosen, let new):
            guard !chosen.isEmpty, Set(chosen).isSubset(of: photos) else {
                throw ScoreBookError.impossible("Name the photos of '\(session.name)' that are to be apart.")
            }
            try checkFree(new)
            return try gather(chosen, as: new, like: session)
        case .merge(let into):
            guard let other = try dividedSession(named: into), other.name != session.name else {
                throw ScoreBookError.unknown(session: into)
            }
            return try gather(other.all.map(\.path) + photos, as: other.name, like: other)
        }
    }

    /// Makes photos the session of a name that a person gave; it stays theirs when they are worked again.
    private func gather(_ photos: [String], as name: String, like session: DividedSession) throws -> String {
        if let row = try sessionRow(named: name), row.folder != nil {
            // The folder's own row: where all its photos are meant it becomes the person's, else it keeps its name.
            guard try Set(captures(of: name).map(\.path)).isSubset(of: photos) else {
                throw ScoreBookError.taken(session: name)
            }
        }
        try write(
            SessionRow(name: name, folder: nil, counting: session.row.counting, details: session.row.details))
        for path in photos {
            guard var photo = try photo(path), photo.session != name else { continue }
            let former = photo.session
            photo.session = name
            try write(photo)
            try removeIfEmpty(session: former)
        }
        return name
    }

    private func update(_ name: String, _ change: (inout SessionRow) -> Void) throws {
        guard var row = try sessionRow(named: name) else { throw ScoreBookError.unknown(session: name) }
        change(&row)
        try write(row)
    }

    private func checkFree(_ name: String) throws {
        guard !name.isEmpty, name.count <= 200 else {
            throw ScoreBookError.impossible("A session's name has 1 to 200 characters.")
        }
        guard try sessionRow(named: name) == nil, try dividedSession(named: name) == nil else {
            throw ScoreBookError.taken(session: name)
        }
    }
}
