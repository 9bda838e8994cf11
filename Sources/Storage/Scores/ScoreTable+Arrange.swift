import Scoring

extension ScoreTable {
    /// See `ScoreTransaction`; a default implementation for stores that conform to `ScoreTable`.
    public func change(session name: String, _ change: SessionChange) throws -> String {
        guard let session = try dividedSession(named: name) else { throw ScoreBookError.unknown(session: name) }
        let photos = session.all.map(\.path)
        switch change {
        case .rename(let new):
            let new = try plainSessionName(new)
            guard new != session.name else { return new }
            try checkFree(new)
            return try gather(photos, as: new, like: session, withThoseToCome: [session])
        case .date(let date):
            if let date, !CameraClock.isDay(date) {
                throw ScoreBookError.impossible("'\(date)' is no day; write it as 2026-11-20.")
            }
            let own = try gather(photos, as: session.name, like: session, withThoseToCome: [session])
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
        case .round(let choice):
            return try say(choice, of: session)
        case .split(let chosen, let new):
            guard !chosen.isEmpty, Set(chosen).isSubset(of: photos) else {
                throw ScoreBookError.impossible("Name the photos of '\(session.name)' that are to be apart.")
            }
            let new = try plainSessionName(new)
            try checkFree(new)
            return try gather(chosen, as: new, like: session)
        case .merge(let into):
            guard let other = try dividedSession(named: into), other.name != session.name else {
                throw ScoreBookError.unknown(session: into)
            }
            return try gather(
                other.all.map(\.path) + photos, as: other.name, like: other, withThoseToCome: [other, session])
        case .describe(let new, let date, let archers, let round):
            var own = name
            if let round { own = try self.change(session: own, .round(round)) }
            if let archers { own = try self.change(session: own, .archers(archers)) }
            if let date { own = try self.change(session: own, .date(date)) }
            if let new { own = try self.change(session: own, .rename(new)) }
            return own
        }
    }

    /// Makes photos the session of a name that a user gave; it stays theirs when they are worked again.
    ///
    /// - Parameter whole: The sessions that go on under the name: it gets what is still to come into their folders on
    ///   their days, and links to them lead to it. Those of the first are its own.
    private func gather(
        _ photos: [String], as name: String, like session: DividedSession, withThoseToCome whole: [DividedSession] = []
    ) throws -> String {
        if let row = try sessionRow(named: name), row.folder != nil {
            // The folder's own row: where all its photos are meant it becomes the user's, else it keeps its name.
            guard try Set(captures(of: name).map(\.path)).isSubset(of: photos) else {
                throw ScoreBookError.taken(session: name)
            }
        }
        var details = session.row.details
        let homes = Set(whole.flatMap(\.homes)).sorted { ($0.folder, $0.day ?? "") < ($1.folder, $1.day ?? "") }
        let kept = try keptAddresses()
        let addresses = whole.map { $0.address(beside: kept) }
        let own = addresses.first ?? DividedSession.address(name, beside: kept)
        let former = Set(addresses + whole.flatMap { $0.row.details.formerNames ?? [] }).subtracting([own])
        details.address = own
        details.homes = homes.isEmpty ? nil : homes
        details.formerNames = former.isEmpty ? nil : former.sorted()
        try write(SessionRow(name: name, folder: nil, counting: session.row.counting, details: details))
        for path in photos {
            guard var photo = try photo(path), photo.session != name else { continue }
            let former = photo.session
            try outdateSheets(with: photo)
            photo.session = name
            try write(photo)
            try removeIfEmpty(session: former)
        }
        try outdateSheets(of: name)
        return name
    }

    /// Writes which round a session is; one day of a folder becomes a session of its own, as other days are other rounds.
    private func say(_ choice: RoundChoice, of session: DividedSession) throws -> String {
        if case .round(let round) = choice, let mistake = round.mistake {
            throw ScoreBookError.impossible("'\(round.id)' is no round: \(mistake.message).")
        }
        let isAlone = try session.row.divided(captures(of: session.row.name)).count == 1
        let own =
            isAlone
            ? session.row.name
            : try gather(session.all.map(\.path), as: session.name, like: session, withThoseToCome: [session])
        try update(own) { $0.details.round = choice == .usual ? nil : choice }
        return isAlone ? session.name : own
    }

    private func update(_ name: String, _ change: (inout SessionRow) -> Void) throws {
        guard var row = try sessionRow(named: name) else { throw ScoreBookError.unknown(session: name) }
        change(&row)
        try write(row)
        try outdateSheets(of: name)
    }

    /// A session's name as it is kept: one line that can be seen and reads in the order in which it stands.
    func plainSessionName(_ text: String) throws -> String {
        let name = String(
            text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        let isSeen = name.unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
        guard isSeen, name.count <= 200, name.plainText(atMost: name.unicodeScalars.count) == name else {
            throw ScoreBookError.impossible(
                "A session's name has 1 to 200 characters, and none that breaks a line or turns the order of writing.")
        }
        return name
    }

    private func checkFree(_ name: String) throws {
        guard try sessionRow(named: name) == nil, try dividedSession(named: name) == nil else {
            throw ScoreBookError.taken(session: name)
        }
    }
}
