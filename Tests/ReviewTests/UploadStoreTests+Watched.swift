import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Review

/// Whether a server has the folder, or leaves it to another.
extension UploadStoreTests {
    /// How often it was asked whether the folder is watched, and what was seen then.
    private final class Looks: Sendable {
        let count = Mutex(0)
        let held = Mutex<[Bool]>([])
    }

    /// Files that are read anew have the time of this machine.
    private func placeOfToday() throws -> Place {
        let place = try Place()
        place.facts.withLock { $0.now = Int64(Date().timeIntervalSince1970 * 1000) }
        return place
    }

    /// Whether a store may open the folder; it leaves it again.
    private func mayOpen(_ store: UploadStore) async -> Bool {
        let code = await code { _ = try await store.left() }
        await store.close()
        return code == nil
    }

    /// Maintains a store for as many looks as there are answers, and one more, which has the last answer again.
    ///
    /// - Parameter look: What is done before each answer.
    private func maintain(
        _ store: UploadStore, _ answers: [Bool?], every pause: Duration = .zero, resting rest: Duration = .zero,
        _ look: @escaping @Sendable () async -> Void = {}
    ) async {
        let looks = Looks()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await store.maintain(every: pause, resting: rest) {
                    await look()
                    let number = looks.count.withLock { count in
                        defer { count += 1 }
                        return count
                    }
                    if number >= answers.count { withUnsafeCurrentTask { $0?.cancel() } }
                    return answers[min(number, answers.count - 1)]
                }
            }
        }
    }

    /// One supervisor that is slow closes nothing; three looks without an answer do, and a status without the folder.
    @Test(
        arguments: [
            (
                [true, nil, nil, true, nil, nil, nil, true, false, true],
                [false, true, true, true, true, true, true, false, true, false, true]
            ),
            ([nil, false, nil, nil], [false, false, false, false, false]),
            ([false, true, true], [false, false, true, true]),
        ] as [([Bool?], [Bool])])
    func aServerHasTheFolderWhileItIsWatchedForIt(answers: [Bool?], held: [Bool]) async throws {
        let place = try placeOfToday()
        let (store, other) = (place.store(), place.store())
        let looks = Looks()
        await maintain(store, answers) {
            let isHeld = await !self.mayOpen(other)
            looks.held.withLock { $0.append(isHeld) }
        }
        #expect(looks.held.withLock(\.self) == held)
    }

    @Test(.timeLimit(.minutes(30))) func eachKindOfTurnHasItsOwnPause() async throws {
        let store = try placeOfToday().store()
        await maintain(store, [nil, false, nil], every: .seconds(3_600))
        await maintain(store, [true, true, true], resting: .seconds(3_600))
    }

    @Test func whatWasLeftIsFinishedWhereTheFolderIsWatched() async throws {
        let place = try placeOfToday()
        let store = place.store()
        place.facts.withLock { $0.isAway = true }
        #expect(await code { try await send(Self.photo(), key: "key-number-1", into: store) } != nil)
        place.facts.withLock { $0.isAway = false }
        await maintain(store, [nil, false])
        #expect(place.photos.isEmpty && place.facts.withLock { $0.told.isEmpty })
        await maintain(store, [true])
        #expect(place.photos.count == 1 && place.facts.withLock { $0.told.map(\.isThere) } == [false, true])
    }

    @Test func photosAreToldOfAgainOnceAnotherServerHasLeftTheFolder() async throws {
        let place = try placeOfToday()
        let (one, other) = (place.store(), place.store())
        try await send(Self.photo(), key: "key-number-1", into: one)
        let looks = Looks()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await other.maintain(every: .seconds(3_600), resting: .milliseconds(1)) {
                    looks.count.withLock { $0 += 1 }
                    return true
                }
            }
            _ = try await eventually("it was tried more than once") { looks.count.withLock { $0 } > 2 ? true : nil }
            #expect(place.facts.withLock { $0.told.count } == 2)
            await one.close()
            _ = try await eventually("the photo is told of again") {
                place.facts.withLock { $0.told.count } == 3 ? true : nil
            }
            #expect(!(await mayOpen(one)))
            group.cancelAll()
        }
        #expect(place.facts.withLock { $0.told.map(\.isThere) } == [false, true, true])
    }

    @Test func whatHasBegunGoesOnWhereTheFolderIsWatchedNoMore() async throws {
        let place = try placeOfToday()
        let (store, other) = (place.store(), place.store())
        let bytes = Self.photo()
        let id = try await store.use { _ in
            let id = try await store.begin(key: "key-number-1", size: Int64(bytes.count), holder: "a").upload.note.id
            await maintain(store, [true, false, nil, false])
            #expect(store.upload(id) != nil)
            #expect(!(await mayOpen(other)))
            _ = try await store.append(Array(bytes[..<700]), to: id, at: 0)
            await store.close()
            #expect(try await store.send(Array(bytes[700...]), to: id, at: 700).note.phase == .placed)
            #expect(!(await mayOpen(other)))
            return id
        }
        // The folder is left behind the last use, whether or not anything closes it then; the other keeps it.
        other.keep()
        let phase = try await eventually("the folder is left") {
            (try? await other.left()) == nil ? nil : other.upload(id)?.note.phase
        }
        #expect(phase == .placed && store.all.isEmpty && place.photos.count == 1)
        #expect(await code { _ = try await store.left() } == "uploadsOff")
        await other.close()
        // A later request has it for itself alone.
        #expect(try await store.known("key-number-1", size: Int64(bytes.count), holder: "a")?.note.id == id)
        _ = try await eventually("the folder is left again") { try? await other.left() }
    }

    @Test func photosComeWholeWhileTheFolderIsLeftAgainAndAgain() async throws {
        let place = try placeOfToday()
        let store = place.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { while !Task.isCancelled { await store.close() } }
            try await withThrowingTaskGroup(of: Void.self) { senders in
                for number in 0..<10 {
                    senders.addTask {
                        let photo = Self.photo(number)
                        let upload = try await self.send(photo, key: "key-number-\(number)", into: store)
                        #expect(upload.note.phase == .placed)
                    }
                }
                try await senders.waitForAll()
            }
            group.cancelAll()
        }
        #expect(place.photos.count == 10 && place.kept == [String](repeating: ".json", count: 10))
    }
}
