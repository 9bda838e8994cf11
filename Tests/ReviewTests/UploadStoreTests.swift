import Control
import Foundation
import JSONTree
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Review

/// Uploads with a clock, a disk and a supervisor of the test's own.
@Suite struct UploadStoreTests {
    /// A watched folder, and what the store asks for.
    final class Place: Sendable {
        struct Facts {
            var now: Int64 = 1_800_000_000_000
            var free: Int64 = 1 << 40
            var isAway = false
            /// Where the watcher takes no photo.
            var refused: Set<String> = []
            /// What the supervisor was told, with whether the photo had its name.
            var told: [(name: String, isThere: Bool)] = []
        }

        struct Away: Error {}

        let folder: TemporaryFolder
        let facts = Mutex(Facts())

        init() throws { folder = try TemporaryFolder() }

        func store(_ change: (inout UploadStore.Rules) -> Void = { _ in }) -> UploadStore {
            var rules = UploadStore.Rules(most: 10_000, quota: 100_000)
            rules.margin = 1_000
            change(&rules)
            return UploadStore(
                in: FilePath(folder.url.path).resolvedPath, rules: rules, now: { self.facts.withLock(\.now) },
                free: { _ in self.facts.withLock(\.free) }
            ) { _, file, _, isThere in
                try self.facts.withLock { facts in
                    if facts.isAway { throw Away() }
                    if let folder = file.removingLastComponent().lastComponent?.string, facts.refused.contains(folder) {
                        throw ControlError(.refused, "no watched folder takes it", fault: .environment)
                    }
                    facts.told.append((file.lastComponent?.string ?? "", isThere))
                }
            }
        }

        /// Names of what lies there, hidden ones left out.
        var photos: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? [])
                .filter { !$0.hasPrefix(".") }.sorted()
        }

        /// How the names of what is kept end, without the lock.
        var kept: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder[".quiver-uploads"].path)) ?? [])
                .filter { $0 != "lock" }.map { String($0.drop { $0 != "." }) }.sorted()
        }
    }

    /// A small photo whose content is its own.
    static func photo(_ number: Int = 0, _ count: Int = 2_000) -> [UInt8] {
        let data = (0..<count).map { UInt8(1 + (number * 31 + $0 * 7) % 200) }
        return [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 1, 0xFF, 0xDA, 0, 2] + data + [0xFF, 0xD9]
    }

    /// Sends a photo in pieces of so many bytes.
    @discardableResult
    func send(
        _ bytes: [UInt8], key: String, pieces: Int = 700, into store: UploadStore, holder: String = "a"
    ) async throws -> Upload {
        var upload = try await store.begin(key: key, size: Int64(bytes.count), holder: holder).upload
        while upload.note.phase == .receiving, upload.received < upload.note.size {
            let start = Int(upload.received)
            let piece = Array(bytes[start..<min(bytes.count, start + pieces)])
            upload = try await store.send(piece, to: upload.note.id, at: Int64(start))
        }
        return upload
    }

    func code(_ body: () async throws -> Void) async -> String? {
        do { try await body() } catch let problem as Problem { return problem.codeName } catch { return "\(error)" }
        return nil
    }

    @Test func aPhotoGetsANameOfTheServersOwnOnceItIsWhole() async throws {
        let place = try Place()
        let store = place.store()
        let bytes = Self.photo()
        let half = try await store.begin(key: "../../etc/passwd", size: Int64(bytes.count), holder: "a").upload
        _ = try await store.send(Array(bytes[..<1000]), to: half.note.id, at: 0)
        #expect(place.photos.isEmpty && place.kept == [".json", ".part"])
        let whole = try await store.send(Array(bytes[1000...]), to: half.note.id, at: 1000)
        #expect(whole.note.phase == .placed && whole.note.content == SHA256.hash(bytes).hexadecimal)
        let name = try #require(whole.note.name)
        #expect(name.wholeMatch(of: #/\d{8}-\d{6}-[0-9a-f]{8}\.jpg/#) != nil && place.photos == [name])
        #expect(try Data(contentsOf: place.folder[name]) == Data(bytes))
        #expect(place.kept == [".json"])
        // The supervisor hears of it before it is there, and behind that.
        #expect(place.facts.withLock { $0.told.map(\.isThere) } == [false, true])
    }

    @Test func theSameKeyIsTheSamePhoto() async throws {
        let place = try Place()
        let store = place.store()
        let first = try await send(Self.photo(), key: "key-number-1", into: store)
        let again = try await send(Self.photo(), key: "key-number-1", into: store)
        #expect(first.note == again.note && place.photos.count == 1)
        let size = Int64(Self.photo().count)
        #expect(try await store.known("key-number-1", size: size, holder: "a")?.note == first.note)
        #expect(try await store.known("key-number-2", size: size, holder: "a") == nil)
        #expect(await code { _ = try await store.known("key-number-1", size: 9, holder: "a") } == "keyUsed")
        #expect(await code { try await send(Self.photo(1, 2_001), key: "key-number-1", into: store) } == "keyUsed")
        // Another token's key is its own business.
        let other = try await send(Self.photo(), key: "key-number-1", into: store, holder: "b")
        #expect(other.note.phase == .placed && other.note.id != first.note.id && place.photos.count == 2)
        for key in ["short", "", String(repeating: "k", count: 201), "with\nline", "with\u{7F}delete", "ключ-ключ"] {
            #expect(await code { try await send(Self.photo(), key: key, into: store) } == "badRequest", "\(key)")
        }
    }

    @Test func piecesComeInOrderOrTwiceAndNoOtherWay() async throws {
        let place = try Place()
        let store = place.store()
        let bytes = Self.photo()
        let id = try await store.begin(key: "key-number-1", size: Int64(bytes.count), holder: "a").upload.note.id
        await #expect(throws: UploadProblem.OutOfOrder.self) { _ = try await store.send([1], to: id, at: 1) }
        #expect(try await store.send(Array(bytes[..<800]), to: id, at: 0).received == 800)
        // Twice, with other bytes: what is there stays.
        #expect(try await store.send([UInt8](repeating: 9, count: 500), to: id, at: 100).received == 800)
        await #expect(throws: UploadProblem.OutOfOrder.self) { _ = try await store.send([1], to: id, at: 801) }
        // One that overlaps goes on behind what is there.
        #expect(try await store.send(Array(bytes[600..<1200]), to: id, at: 600).received == 1200)
        for (offset, count) in [(Int64(1200), bytes.count), (-1, 1), (.max, 1), (Int64(bytes.count), 1)] {
            let piece = [UInt8](repeating: 1, count: count)
            #expect(await code { _ = try await store.send(piece, to: id, at: offset) } == "tooLarge", "\(offset)")
        }
        let whole = try await store.send(Array(bytes[1200...]), to: id, at: 1200)
        #expect(try Data(contentsOf: place.folder[#require(whole.note.name)]) == Data(bytes))
        // Once more after the end: as if written.
        #expect(try await store.send(Array(bytes[1200...]), to: id, at: 1200).note == whole.note)
    }

    @Test(arguments: ["0123456789abcdef0123", "", "..", "../../etc/passwd", "lock", String(repeating: "a", count: 20)])
    func whatNoUploadIsCalledIsUnknown(id: String) async throws {
        let store = try Place().store()
        #expect(await code { _ = try await store.send([1], to: id, at: 0) } == "unknown")
        #expect(await code { _ = try await store.giveUp(id) } == "unknown")
    }

    @Test func whatIsNoPhotoIsRefusedAndLeavesNothing() async throws {
        let place = try Place()
        let store = place.store()
        for (number, bytes) in [Array("#!/bin/sh\nrm -rf /\n".utf8), Self.photo().dropLast(2)].enumerated() {
            let upload = try await send(Array(bytes), key: "key-number-\(number)", into: store)
            #expect(upload.note.phase == .refused && upload.note.refusal?.code == "notAPhoto")
        }
        #expect(place.photos.isEmpty && place.kept == [".json", ".json"])
        #expect(await code { try await send(Self.photo(0, 10_000), key: "key-number-9", into: store) } == "tooLarge")
        #expect(await code { _ = try await store.begin(key: "key-number-9", size: 0, holder: "a") } == "badRequest")
        #expect(await code { _ = try await store.begin(key: "key-number-9", size: -5, holder: "a") } == "badRequest")
        // Given up, its key is free again.
        let id = UploadNote.id(of: "key-number-0", holder: "a")
        _ = try await store.giveUp(id)
        #expect(try await send(Self.photo(), key: "key-number-0", into: store).note.phase == .placed)
        #expect(await code { _ = try await store.giveUp(id) } == "isWhole")
    }

    @Test func aQuotaIsSharedByAllWhoComeAtOnce() async throws {
        let place = try Place()
        let store = place.store { $0.quota = 10_000 }
        let results = await withTaskGroup(of: String?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    await self.code { _ = try await store.begin(key: "key-number-\(number)", size: 1_000, holder: "a") }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == nil } == 10 && results.count { $0 == "quota" } == 10)
        #expect(try await store.left() == 0)
        _ = try await store.giveUp(#require(store.all.first).note.id)
        #expect(try await store.left() == 1_000)
        // What is promised to others is not free on the disk either.
        place.facts.withLock { $0.free = 1_000 + 9_000 + 500 }
        #expect(try await store.left() == 500)
        #expect(await code { _ = try await store.begin(key: "key-number-x", size: 600, holder: "b") } == "quota")
    }

    @Test func aHolderHasSoManyOnTheirWay() async throws {
        let place = try Place()
        let store = place.store { $0.mostAtOnce = 2 }
        for number in 0..<2 { _ = try await store.begin(key: "key-number-\(number)", size: 100, holder: "a") }
        #expect(await code { _ = try await store.begin(key: "key-number-2", size: 100, holder: "a") } == "busy")
        _ = try await store.begin(key: "key-number-3", size: 100, holder: "b")
        // What was left lying counts no more, and is forgotten after a day.
        place.facts.withLock { $0.now += 2 * 3_600_000 }
        let last = try await store.begin(key: "key-number-2", size: 100, holder: "a").upload
        _ = try await store.send([1], to: last.note.id, at: 0)
        place.facts.withLock { $0.now += 23 * 3_600_000 }
        await store.sweep()
        #expect(store.all.map(\.note.key) == ["key-number-2"] && place.kept == [".json", ".part"])
        place.facts.withLock { $0.now += 24 * 3_600_000 }
        await store.sweep()
        #expect(store.all.isEmpty && place.kept.isEmpty)
    }

    @Test func whatWasOnlyAnnouncedHoldsRoomForAnHour() async throws {
        let place = try Place()
        let store = place.store { $0.quota = 10_000 }
        let begun = try await store.begin(key: "key-number-1", size: 6_000, holder: "a").upload
        _ = try await store.send([0xFF], to: begun.note.id, at: 0)
        _ = try await store.begin(key: "key-number-2", size: 4_000, holder: "a")
        for (minutes, left) in [(Int64(59), Int64(0)), (2, 4_000)] {
            place.facts.withLock { $0.now += minutes * 60_000 }
            await store.sweep()
            #expect(try await store.left() == left)
        }
        #expect(store.all.map(\.note.key) == ["key-number-1"])
    }

    @Test func aPhotoWhoseFolderIsNotWatchedAnyMoreGoesToTheWatchedOne() async throws {
        let place = try Place()
        try FileManager.default.createDirectory(at: place.folder["day"], withIntermediateDirectories: true)
        place.facts.withLock { $0.refused = ["day"] }
        let store = place.store()
        let bytes = Self.photo()
        for key in ["key-number-1", "key-number-2"] {
            let begun = try await store.begin(
                key: key, size: Int64(bytes.count), holder: "a", target: UploadTarget(folder: "day")
            ).upload
            #expect(await code { _ = try await store.send(bytes, to: begun.note.id, at: 0) } != nil)
        }
        // It can be given up, and else finds its place.
        _ = try await store.giveUp(UploadNote.id(of: "key-number-2", holder: "a"))
        await store.finishWhole()
        let upload = try #require(store.upload(UploadNote.id(of: "key-number-1", holder: "a")))
        let name = try #require(upload.note.name)
        #expect(upload.note.phase == .placed && place.photos == [name, "day"].sorted())
        #expect(store.all.count == 1)
    }

    @Test(arguments: ["receiving", "waiting", "reading", "done", "failed"])
    func onlyAPieceThatIsNotTheLastOneChangesNothingThatOtherAnswersShow(state: String) {
        #expect(UploadsAPI.isReceiving(.json(["state": .string(state)])) == (state == "receiving"))
        #expect(!UploadsAPI.isReceiving(.empty))
    }
}
