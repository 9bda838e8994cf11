import Control
import Foundation
import Scoring
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

/// When sheets are written: time passes here only as the test lets it.
@Suite(.timeLimit(.minutes(30))) struct SheetUpdatesTests {
    /// How often sheets were written, and what was slept for.
    private final class Diary: Sendable {
        let writings = Mutex(0)
        let sleeps = Mutex<[Duration]>([])
        /// Is notified of each use of the book.
        let used = ChangeSignal()

        var count: Int { writings.withLock { $0 } }
        func sleeps(of duration: Duration) -> Int { sleeps.withLock { $0.count { $0 == duration } } }
    }

    /// A book that tells each time that something was done with it.
    private struct ToldBook<Base: SheetBook>: SheetBook {
        let base: Base
        let used: ChangeSignal

        func look<T: Sendable>(_ body: @escaping @Sendable (any ScoreReading) throws -> T) async throws -> T {
            defer { used.notify() }
            return try await base.look(body)
        }

        func holding<T: Sendable>(_ body: @escaping @Sendable (QueueService) async throws -> T) async throws -> T {
            defer { used.notify() }
            return try await base.holding(body)
        }
    }

    private func updates(
        _ scene: SheetScene, _ changes: ChangeSignal, _ diary: Diary, isElsewhere: Bool = false,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in }
    ) -> SheetUpdates {
        let book = ToldBook(base: OwnBook(queue: scene.queue), used: diary.used)
        return SheetUpdates(
            book: book,
            writer: {
                diary.writings.withLock { $0 += 1 }
                return scene.writer(book)
            }, warn: scene.warn, changes: changes, isElsewhere: { isElsewhere },
            sleep: { duration in
                diary.sleeps.withLock { $0.append(duration) }
                try await sleep(duration)
            })
    }

    /// Returns when all sheets are as the book is.
    private func waitForSheets(_ scene: SheetScene, _ diary: Diary) async throws {
        while true {
            let seen = diary.used.count
            if try await scene.marks().isEmpty { return }
            await diary.used.wait(past: seen)
            // The suite's time is up.
            try Task.checkCancellation()
        }
    }

    /// Runs updates until all sheets are as the book is.
    private func run(_ updates: SheetUpdates, _ scene: SheetScene, _ diary: Diary) async throws {
        let running = Task { try await updates.run() }
        defer { running.cancel() }
        try await waitForSheets(scene, diary)
    }

    @Test func itBeginsWithWhatACrashHasLeft() async throws {
        let (scene, diary) = (try SheetScene(), Diary())
        try await scene.score("day/1.jpg", day: 1)
        try await run(updates(scene, ChangeSignal(), diary), scene, diary)
        #expect(scene.sheets() == ["day/scores.csv", "day/scores.html"] && diary.count == 1)
        #expect(diary.sleeps(of: SheetUpdates.quiet) == 0, "nothing is waited for")
    }

    /// A book whose first look fails.
    private struct FaultyBook: SheetBook {
        let own: OwnBook
        let looks: Diary

        func look<T: Sendable>(_ body: @escaping @Sendable (any ScoreReading) throws -> T) async throws -> T {
            let number = looks.writings.withLock { count -> Int in
                count += 1
                return count
            }
            guard number > 1 else { throw JobQueueError(.full, "The disk is full.", fault: .environment) }
            return try await own.look(body)
        }

        func holding<T: Sendable>(_ body: @escaping @Sendable (QueueService) async throws -> T) async throws -> T {
            try await own.holding(body)
        }
    }

    @Test func aBookThatCannotBeReadAtOnceIsReadAgain() async throws {
        let (scene, diary) = (try SheetScene(), Diary())
        try await scene.score("day/1.jpg", day: 1)
        let plain = updates(scene, ChangeSignal(), diary)
        let updates = SheetUpdates(
            book: ToldBook(
                base: FaultyBook(own: OwnBook(queue: scene.queue), looks: Diary()), used: diary.used),
            writer: plain.writer, warn: plain.warn,
            changes: plain.changes, sleep: plain.sleep)
        try await run(updates, scene, diary)
        #expect(diary.count == 1 && diary.sleeps(of: SheetUpdates.retries.first) == 1)
    }

    @Test func manyChangesAreOneWriting() async throws {
        let (scene, diary, changes) = (try SheetScene(), Diary(), ChangeSignal())
        try await scene.score("day/1.jpg", day: 1)
        let updates = updates(scene, changes, diary) { duration in
            let waits = diary.sleeps(of: SheetUpdates.quiet)
            guard duration == SheetUpdates.quiet, waits <= 2 else { return }
            // Twice more comes while the end is waited for.
            try await scene.add(7 + waits, to: "day/1.jpg", as: 1)
            changes.notify()
        }
        let running = Task { try await updates.run() }
        defer { running.cancel() }
        try await waitForSheets(scene, diary)
        try await scene.add(5, to: "day/1.jpg", as: 1)
        changes.notify()
        try await waitForSheets(scene, diary)
        #expect(try scene.scores(in: "day/scores.csv") == ["9"])
        #expect(diary.count == 2 && diary.sleeps(of: SheetUpdates.quiet) == 3)
    }

    @Test func changesWithoutAnEndAreWaitedForNoLongerThanThat() async throws {
        let (scene, diary, changes) = (try SheetScene(), Diary(), ChangeSignal())
        try await scene.score("day/1.jpg", day: 1)
        let updates = updates(scene, changes, diary) { duration in
            guard duration == SheetUpdates.quiet else { return }
            changes.notify()
        }
        let running = Task { try await updates.run() }
        defer { running.cancel() }
        try await waitForSheets(scene, diary)
        try await scene.add(5, to: "day/1.jpg", as: 1)
        changes.notify()
        try await waitForSheets(scene, diary)
        #expect(diary.count == 2)
        #expect(diary.sleeps(of: SheetUpdates.quiet) >= SheetUpdates.mostWaits)
        #expect(try scene.scores(in: "day/scores.csv") == ["5"])
    }

    @Test func whatCannotBeWrittenIsSaidOnceAndTriedAgainAfterLongerAndLongerPauses() async throws {
        let (scene, diary) = (try SheetScene(), Diary())
        try await scene.score("day/1.jpg", day: 1)
        let foreign = scene.temporary["day/scores.html"]
        try Data("mine".utf8).write(to: foreign)
        let updates = updates(scene, ChangeSignal(), diary) { _ in
            if diary.count == 4 { try FileManager.default.removeItem(at: foreign) }
        }
        try await run(updates, scene, diary)
        #expect(scene.warnings.count == 1 && diary.count == 5, "\(scene.warnings)")
        // On a busy machine a sheet may take so long that a pause of its own follows, which is no whole number of seconds.
        let pauses = diary.sleeps.withLock { $0 }.filter { $0.components.attoseconds == 0 }
        #expect(pauses.prefix(4) == [.seconds(10), .seconds(20), .seconds(40), .seconds(80)])
        #expect(try scene.text("day/scores.html").contains("Quiver"))
    }

    @Test func anotherProcessThatWritesThemIsLeftToIt() async throws {
        let (scene, diary) = (try SheetScene(), Diary())
        try await scene.score("day/1.jpg", day: 1)
        await updates(scene, ChangeSignal(), diary, isElsewhere: true).writeLast()
        #expect(try await !scene.marks().isEmpty && diary.count == 0 && scene.sheets().isEmpty)
    }

    @Test func theEndOfARunWritesWhatIsDue() async throws {
        let (scene, diary) = (try SheetScene(), Diary())
        // Nobody is told of it, as of the photos of a run that ends.
        try await scene.score("day/1.jpg", day: 1)
        let service = SheetService(
            updates(scene, ChangeSignal(), diary), last: (stop: StopRequest(), patience: .seconds(60)))
        await service.writeLast()
        #expect(try await scene.marks().isEmpty)
        #expect(scene.sheets() == ["day/scores.csv", "day/scores.html"])
    }

    @Test func aStopIsNotKeptWaitingAndTheMarkStays() async throws {
        let (scene, stop) = (try SheetScene(), StopRequest())
        try await scene.score("day/1.jpg", day: 1)
        stop.ask(.terminate)
        var updates = updates(scene, ChangeSignal(), Diary())
        // Whoever looks whether another process is at it waits for ever.
        updates.isElsewhere = {
            try? await Task.sleep(for: .seconds(3600))
            return true
        }
        await SheetService(updates, last: (stop: stop, patience: .milliseconds(10))).writeLast()
        #expect(try await !scene.marks().isEmpty)
    }
}
