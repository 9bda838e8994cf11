import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Review

/// What one server leaves to the next.
extension UploadStoreTests {
    @Test func aServerGoesOnWhereTheLastOneWasKilled() async throws {
        let place = try Place()
        let bytes = Self.photo()
        do {
            let store = place.store()
            let id = try await store.begin(key: "key-number-1", size: Int64(bytes.count), holder: "a").upload.note.id
            _ = try await store.send(Array(bytes[..<900]), to: id, at: 0)
            // Nobody watches at this moment: the photo is whole, and waits for its name.
            place.facts.withLock { $0.isAway = true }
            #expect(await code { try await send(Self.photo(2), key: "key-number-2", into: store) } != nil)
            #expect(store.upload(UploadNote.id(of: "key-number-2", holder: "a"))?.note.phase == .placing)
            await store.close()
        }
        // What a crash leaves behind beside that.
        for name in ["0123456789abcdef0123.part", "0123456789abcdef0123.draft", "0123456789abcdef0123.json", "x"] {
            try Data([1, 2, 3]).write(to: place.folder[".quiver-uploads/\(name)"])
        }
        place.facts.withLock { $0.isAway = false }
        let store = place.store()
        await store.finishWhole()
        #expect(place.photos.count == 1 && place.kept == [".json", ".json", ".part"])
        let upload = try await send(bytes, key: "key-number-1", into: store)
        #expect(upload.note.phase == .placed && place.photos.count == 2 && place.kept == [".json", ".json"])
    }

    /// What a later version wrote, a damaged note, and one that cannot be read at this moment.
    @Test(arguments: [true, false]) func aWholePhotoOutlivesANoteThatIsNotUnderstood(isReadable: Bool) async throws {
        let place = try Place()
        place.facts.withLock { ($0.now, $0.isAway) = (Int64(Date().timeIntervalSince1970 * 1000), true) }
        do {
            let store = place.store()
            #expect(await code { try await send(Self.photo(), key: "key-number-1", into: store) } != nil)
            await store.close()
        }
        let note = place.folder[".quiver-uploads/\(UploadNote.id(of: "key-number-1", holder: "a")).json"]
        let whole = try Data(contentsOf: note)
        if isReadable {
            try Data(#"{"id":"?"}"#.utf8).write(to: note)
        } else {
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: note.path)
        }
        do {
            let store = place.store()
            // The superuser may read everything.
            let isRefused = !isReadable && geteuid() != 0
            #expect(await code { _ = try await store.left() } == (isRefused ? "uploadsOff" : nil))
            #expect(place.kept == [".json", ".part"])
            await store.close()
        }
        try FileManager.default.removeItem(at: note)
        try whole.write(to: note)
        place.facts.withLock { $0.isAway = false }
        let store = place.store()
        await store.finishWhole()
        #expect(place.photos.count == 1 && place.kept == [".json"])
    }

    @Test func aNoteThatIsNotUnderstoodGoesWithItsBytesAfterADay() async throws {
        let place = try Place()
        place.facts.withLock { $0.now = Int64(Date().timeIntervalSince1970 * 1000) }
        for name in ["0123456789abcdef0123.part", "0123456789abcdef0123.json"] {
            let file = place.folder[".quiver-uploads/\(name)"]
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data([1, 2, 3]).write(to: file)
        }
        for (hours, kept) in [(Int64(23), [".json", ".part"]), (Int64(2), [])] {
            place.facts.withLock { $0.now += hours * 3_600_000 }
            let store = place.store()
            _ = try await store.left()
            #expect(place.kept == kept)
            await store.close()
        }
    }

    @Test func aRenameThatWasNotWrittenDownIsNoSecondPhoto() async throws {
        let place = try Place()
        do {
            let store = place.store()
            try await send(Self.photo(), key: "key-number-1", into: store)
            await store.close()
        }
        // As after a crash between the rename and the note of it.
        let note = place.folder[".quiver-uploads/\(UploadNote.id(of: "key-number-1", holder: "a")).json"]
        var kept = try JSONDecoder().decode(UploadNote.self, from: Data(contentsOf: note))
        kept.phase = .placing
        try JSONEncoder().encode(kept).write(to: note)
        let store = place.store()
        await store.finishWhole()
        #expect(try await send(Self.photo(), key: "key-number-1", into: store).note.phase == .placed)
        #expect(place.photos.count == 1)
    }

    @Test func aFolderHasOneServer() async throws {
        let place = try Place()
        let (one, other) = (place.store(), place.store())
        _ = try await one.left()
        #expect(await code { _ = try await other.left() } == "uploadsOff")
    }

    @Test func aNoteThatLeadsElsewhereIsForgotten() async throws {
        let place = try Place()
        do {
            let store = place.store()
            try await send(Self.photo(), key: "key-number-1", into: store)
            await store.close()
        }
        let note = place.folder[".quiver-uploads/\(UploadNote.id(of: "key-number-1", holder: "a")).json"]
        var kept = try JSONDecoder().decode(UploadNote.self, from: Data(contentsOf: note))
        kept.name = "../elsewhere.jpg"
        try JSONEncoder().encode(kept).write(to: note)
        let store = place.store()
        _ = try await store.left()
        #expect(store.all.isEmpty && place.kept.isEmpty)
    }
}
