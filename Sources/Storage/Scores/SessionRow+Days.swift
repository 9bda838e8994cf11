import Scoring

extension CapturedPhoto {
    /// The day that the camera says.
    var day: String? { captured.map(CameraClock.day) }
}

/// A session as a row's photos make it: those of one day, in ends.
struct DividedSession {
    var name: String
    let row: SessionRow
    /// Rounds of ends of photos.
    let rounds: [[[CapturedPhoto]]]

    /// Photos that a user said are no ends.
    let skipped: [CapturedPhoto]

    /// The photos that are counted.
    var photos: [CapturedPhoto] { rounds.flatMap { $0 }.flatMap { $0 } }

    /// All photos, in the order they were taken.
    var all: [CapturedPhoto] { CapturedPhoto.inOrder(photos + skipped) }

    /// The day that it was shot on; nil where nothing says it.
    var date: String? { row.details.date ?? folderSays.date ?? all.first { $0.captured != nil }?.day }

    /// Where its photos come from.
    var homes: [SessionHome] {
        guard let folder = row.folder else { return row.details.homes ?? [] }
        let days = Set(all.map(\.day))
        return days.subtracting([nil]).isEmpty
            ? [SessionHome(folder: folder, day: nil)]
            : days.compactMap { $0 }.map { SessionHome(folder: folder, day: $0) }
    }

    /// The round that it is: the one that a user named, else the settings'; nil where it is none.
    var round: RoundDefinition? { row.round }

    /// How it is counted.
    ///
    /// A round's arrows an end are one archer's: where several shoot in each end, so many times more stand in the target.
    /// Settings that name another number mean what they say.
    var scoring: ScoringSettings {
        scoring(archers: photos.contains { $0.archer == nil } ? archers.atOnce : 1)
    }

    /// The same of an end that is one archer's alone.
    var scoringOfOne: ScoringSettings { scoring(archers: 1) }

    private func scoring(archers atOnce: Int) -> ScoringSettings {
        var scoring = row.counting.scoring
        guard let round else { return scoring }
        let isOwn = row.counting.round == round
        if scoring.arrowsPerEnd == nil || !isOwn || scoring.arrowsPerEnd == round.arrowsPerEnd {
            scoring.arrowsPerEnd = round.arrowsPerEnd * atOnce
        }
        return scoring
    }

    /// Who shot: what a user said, else what the folder's name says.
    var archers: Archers {
        guard row.details.archers.names.isEmpty, let name = folderSays.archer else { return row.details.archers }
        return Archers(names: [name], by: .folder)
    }

    /// What the names of the photos' folder say, where the settings name a pattern.
    private var folderSays: (date: String?, archer: String?) {
        guard let folders = row.counting.folders, let folder = row.folder else { return (nil, nil) }
        return folders.read(folder)
    }
}

extension SessionRow {
    /// The row's sessions: a folder's photos of different days are different sessions, each with its day in its name.
    ///
    /// A photo without a time is of the day of the one before it by name. A session that a user named is one,
    /// whatever days its photos are of.
    func divided(_ photos: [CapturedPhoto]) -> [DividedSession] {
        let ordered = CapturedPhoto.inOrder(photos)
        guard folder != nil else {
            return [session(name, of: ordered)]
        }
        var days: [(day: String?, photos: [CapturedPhoto])] = []
        for photo in ordered {
            let day = photo.captured.map(CameraClock.day)
            if let last = days.indices.last, day == nil || days[last].day == nil || days[last].day == day {
                days[last].photos.append(photo)
                days[last].day = days[last].day ?? day
            } else {
                days.append((day, [photo]))
            }
        }
        return days.map { day, photos in session(name(on: day), of: photos) }
    }

    private func session(_ name: String, of photos: [CapturedPhoto]) -> DividedSession {
        let counted = photos.filter { !$0.isSkipped }
        return DividedSession(
            name: name, row: self,
            rounds: round == nil
                ? layout.rounds(of: counted) : layout.parts(of: counted, turns: details.archers.turns),
            skipped: photos.filter(\.isSkipped))
    }

    /// The round that a user named, else the settings'.
    fileprivate var round: RoundDefinition? { (details.round ?? .usual).round(usual: counting.round) }

    /// How photos make ends, and ends tables: a round has its own parts.
    private var layout: SessionLayout {
        round?.layout(photosPerEnd: counting.layout.photosPerEnd, turns: details.archers.turns) ?? counting.layout
    }

    /// The row's name with a day behind it, unless it says the day already.
    private func name(on day: String?) -> String { Self.name(name, on: day) }

    /// What the session of a folder's day is called where its row has a name.
    static func name(_ name: String, on day: String?) -> String {
        guard let day, !name.contains(day) else { return name }
        return "\(name) \(day)"
    }
}

extension ScoreTable {
    /// All sessions of the book, in the natural order of their names.
    func dividedSessions() throws -> [DividedSession] {
        try sessionRows().flatMap { try $0.divided(captures(of: $0.name)) }
            .sorted { NaturalOrder.areInOrder($0.name, $1.name) }
    }

    /// The session of a name, or of a row's name where the row has one session only.
    func dividedSession(named name: String) throws -> DividedSession? {
        var alone: DividedSession?
        for row in try sessionRows() where name.hasPrefix(row.name) {
            let sessions = row.divided(try captures(of: row.name))
            if let session = sessions.first(where: { $0.name == name }) { return session }
            if row.name == name, sessions.count == 1 { alone = sessions.first }
        }
        return alone
    }
}

extension ScoreTable {
    /// What links to sessions were made from that were changed since.
    func keptAddresses() throws -> Set<String> {
        let details = try sessionRows().map(\.details)
        return Set(details.compactMap(\.address) + details.flatMap { $0.formerNames ?? [] })
    }
}

extension DividedSession {
    /// What links to the session are made from.
    ///
    /// - Parameter kept: What leads to sessions already.
    func address(beside kept: Set<String>) -> String { row.details.address ?? Self.address(name, beside: kept) }

    /// What links to a new session of a name are made from: nothing that leads to another one, which had the name before.
    static func address(_ name: String, beside kept: Set<String>) -> String {
        var (address, number) = (name, 1)
        while kept.contains(address) {
            number += 1
            // No name has two lines.
            address = "\(name)\n\(number)"
        }
        return address
    }
}
