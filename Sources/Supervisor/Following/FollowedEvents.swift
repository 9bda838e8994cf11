import Control
import Storage
import Synchronization

/// What a client is told that follows a run: the ends of photos as the queue has them, from a cursor on and none left out, and
/// whatever else happens meanwhile.
///
/// The ends are read at the client's pace. What is told beside them waits in a buffer: a slow client misses some of it, and
/// is told how much.
final class FollowedEvents: AsyncSequence, Sendable {
    typealias Element = FollowedEvent

    /// What there is to be told, or to be looked for.
    private enum News: Sendable {
        case event(RunEvent)
        case endings
    }

    /// How many events wait beside the ends.
    private static let limit = 1000

    private let endings: EndedPhotos
    private let start: EndingCursor
    private let news: AsyncStream<News>
    private let feed: AsyncStream<News>.Continuation
    /// Whether ends are to be looked for already.
    private let isDue = Atomic(false)
    private let missed = Atomic(0)

    init(_ endings: EndedPhotos, from start: EndingCursor) {
        (self.endings, self.start) = (endings, start)
        (news, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.limit))
    }

    /// Takes an event of this run; waits for nothing.
    func take(_ event: RunEvent) {
        switch event {
        // The queue has it, with all others.
        case .ended: look()
        case .missed(let count):
            missed.add(count, ordering: .relaxed)
            look()
        default: offer(.event(event))
        }
    }

    /// Looks for ends that this run is not told of: those of other hosts, and of commands.
    func look() {
        if !isDue.exchange(true, ordering: .sequentiallyConsistent) { offer(.endings) }
    }

    /// The run ends; what has ended by now is told.
    func finish() { feed.finish() }

    private func offer(_ one: News) {
        guard case .dropped(let dropped) = feed.yield(one) else { return }
        // Ends are looked for with each event that is told, so that nothing hangs on this one.
        if case .event = dropped { missed.add(1, ordering: .relaxed) }
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let events: FollowedEvents
        private var news: AsyncStream<News>.Iterator
        private var cursor: EndingCursor
        private var waiting: [FollowedEvent]
        private var mustLook = true
        private var isOver = false
        /// Whether the last line of all is told, or waits.
        private var isLast = false

        fileprivate init(_ events: FollowedEvents) {
            self.events = events
            news = events.news.makeAsyncIterator()
            cursor = events.start
            waiting = [.following(events.start)]
        }

        mutating func next() async -> FollowedEvent? {
            while waiting.isEmpty {
                if isLast { return nil }
                if mustLook {
                    await readOn()
                } else if isOver {
                    end(with: .runEnded)
                } else {
                    await hear()
                }
            }
            return waiting.removeFirst()
        }

        private mutating func readOn() async {
            do {
                let photos = try await events.endings.next(behind: cursor)
                if let last = photos.last { cursor = last.cursor }
                waiting = photos.map(FollowedEvent.ended)
                mustLook = !photos.isEmpty
            } catch {
                end(with: .broken(ControlError(error)))
            }
        }

        private mutating func end(with event: FollowedEvent) {
            isLast = true
            waiting = [event]
        }

        private mutating func hear() async {
            let heard = await news.next()
            // What ends from here on asks for another look.
            events.isDue.store(false, ordering: .sequentiallyConsistent)
            mustLook = true
            let missed = events.missed.exchange(0, ordering: .relaxed)
            if missed > 0 { waiting.append(.event(.missed(missed))) }
            switch heard {
            case .event(let event): waiting.append(.event(event))
            case .endings: break
            case nil: isOver = true
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension ControlServer.Pending {
    /// Follows a run for a client until the run ends or the client has gone.
    ///
    /// - Parameter pause: How often it is looked whether photos have ended of which this run is not told.
    func follow(_ events: EventHub, _ endings: EndedPhotos, from start: EndingStart, every pause: Duration) async {
        // From here on nothing is missed: what has ended before is behind the cursor.
        let live = events.subscribe()
        let followed: FollowedEvents
        do {
            followed = FollowedEvents(endings, from: try await endings.cursor(at: start))
        } catch {
            live.cancel()
            return reply(.error(ControlError(error)))
        }
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await event in live { followed.take(event) }
                followed.finish()
                return false
            }
            group.addTask {
                while (try? await Task.sleep(for: pause)) != nil { followed.look() }
                return false
            }
            group.addTask {
                await stream(followed.map(\.json)) { live.cancel() }
                return true
            }
            for await isStream in group where isStream { group.cancelAll() }
        }
    }
}
