import Storage

extension QueueRecords {
    /// Jobs of a part that is read at one moment: a long look holds up the writer's housekeeping.
    static let step = 10_000
    /// Parts that one look reads at once; a queue's file has five connections for all looks of a process.
    private static let atOnce = 3

    /// Calls `body` with every place of a record, some together; blocks.
    ///
    /// The calls come from several threads, and in no order. A place may come twice.
    ///
    /// - Parameters:
    ///   - newest: The last current job, as ``newest(in:)`` tells it; without one the queue is read page by page.
    ///   - step: Jobs of a part or page.
    ///   - possible: What holds for each photo that fits what is asked.
    ///   - sure: What holds for photos alone that fit it.
    ///   - other: Runs beside the reading.
    static func forEachPlaces(
        in queue: QueueControl, upTo newest: JobID?, by step: Int = step, possible: FactCondition = .always,
        sure: FactCondition = .never, beside other: @Sendable () throws -> Void = {},
        _ body: @Sendable ([EndedPlace]) -> Void
    ) throws {
        @Sendable func read(_ part: Part, begun: () -> Void) throws {
            var (next, hasBegun) = (part.after, false)
            repeat {
                let page = try queue.read { rows in
                    if !hasBegun {
                        // The first statement fixes the moment at which all later ones read.
                        _ = try rows.isPaused()
                        begun()
                        hasBegun = true
                    }
                    return try rows.endedPlaces(
                        after: next, through: part.through, limit: part.through == nil ? step : .max,
                        possible: possible, sure: sure)
                }
                body(page.places)
                next = page.next
            } while next != nil
        }
        let before = try QueueState(queue)
        let parts = ReadingTurns(newest.map { Part.upTo($0, by: step) } ?? [.whole])
        let ends = Array(0..<atOnce).mapOnAllProcessors { place in
            Result {
                if place == 0 { try other() }
                while try parts.next(read) {}
            }
        }
        for end in ends { try end.get() }
        // Jobs have come meanwhile.
        if let newest { try read(Part(after: newest, through: nil)) {} }
        if try QueueState(queue) != before { body(try placesOfReruns(in: queue)) }
    }

    /// The places of photos that are worked again, or were in vain: such a photo's place goes back to an older job, whose part may
    /// have been read before.
    private static func placesOfReruns(in queue: QueueControl) throws -> [EndedPlace] {
        var request = PageRequest(limit: step)
        request.filter.isRerun = true
        var places: [EndedPlace] = []
        var page: [Job]
        repeat {
            (page, places) = try queue.read { rows in
                let page = try rows.page(request)
                let ended = try page.compactMap { $0.state.isFinal ? $0 : try rows.standing(for: $0) }
                return (page, places + ended.compactMap { EndedPlace($0, verdict: nil) })
            }
            request.after = page.last?.id
        } while page.count == step
        return places
    }

    /// The last current job of a queue; nil where there is none, or where its parts are not to be read at once.
    static func newest(in queue: QueueControl) throws -> JobID? {
        // Each look at a database takes a connection, of which a server has few.
        guard queue.location.address == nil else { return nil }
        return try queue.read { try $0.page(PageRequest(limit: 1, newestFirst: true)).first?.id }
    }

    /// Jobs that follow each other: read at one moment, or, where no last one is named, page by page.
    struct Part {
        static let whole = Part(after: nil, through: nil)
        /// So many at most, however high a stranger's queue counts.
        private static let most: Int64 = 64

        let after: JobID?
        let through: JobID?

        static func upTo(_ newest: JobID, by step: Int) -> [Part] {
            let newest = max(0, newest.rawValue)
            let size = max(Int64(step), newest / most + 1)
            return (0...newest / size).map { part in
                let end = part == newest / size ? newest : (part + 1) * size - 1
                return Part(after: JobID(rawValue: part * size - 1), through: JobID(rawValue: end))
            }
        }
    }

    /// What changes with each job that gets, leaves or gives back a place.
    private struct QueueState: Equatable {
        let overview: Overview
        let commit: Int64?

        init(_ queue: QueueControl) throws {
            (overview, commit) = try queue.read { (try $0.overview(), try $0.lastCommit()) }
        }
    }
}

extension EndedPlace {
    /// Whether it counts where another job has the same record's path.
    func isLater(than other: (finished: UnixMillis, job: JobID)) -> Bool { (finished, job) > other }
}
