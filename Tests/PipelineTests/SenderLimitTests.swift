import Control
import Foundation
import JSONTree
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Supervisor

/// Senders that are told to wait while enough photos do.
@Suite(.timeLimit(.minutes(30))) final class SenderLimitTests: Sendable {
    private let temporary: TemporaryFolder
    private let waiting = Mutex(0)
    private let ended = Mutex(0)
    private let time = Mutex<UnixMillis>(1_795_694_400_000)
    private let told = Mutex<[String]>([])

    init() throws {
        temporary = try TemporaryFolder()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(at: temporary[name], withIntermediateDirectories: true)
        }
    }

    private func limit(_ full: Int = 100, wait: LiveStatus.Wait? = nil) -> SenderLimit {
        SenderLimit(
            SenderLimit.Parts(
                full: full, roots: ["a", "b", "missing"].map { Array(temporary[$0].path.utf8) },
                folders: PhotoFolders(),
                unfinished: { self.waiting.withLock { $0 } }, ended: { self.ended.withLock { $0 } }, wait: { wait },
                tell: { event in
                    if case .warning(let text) = event { self.told.withLock { $0.append(text) } }
                }, now: { self.time.withLock { $0 } }))
    }

    private func mark(_ folder: String) -> JSONValue? {
        guard let data = try? Data(contentsOf: temporary["\(folder)/.quiver-full"]) else { return nil }
        return (try? JSONParser.parse(Array(data)).value) ?? nil
    }

    /// Photos end, and time passes.
    private func pass(seconds: Int64, waiting count: Int, ended: Int = 0) {
        time.withLock { $0 += seconds * 1000 }
        waiting.withLock { $0 = count }
        self.ended.withLock { $0 += ended }
    }

    @Test func theMarkComesOnceAndGoesWhenATenthIsDone() async throws {
        let limit = limit()
        for (count, isFull) in [
            (99, false), (100, true), (99, true), (91, true), (90, false), (99, false), (250, true),
        ] {
            pass(seconds: 5, waiting: count, ended: 1)
            try await limit.look()
            #expect((limit.fullFor != nil) == isFull, "\(count)")
            for folder in ["a", "b"] { #expect((mark(folder) != nil) == isFull, "\(count) in \(folder)") }
        }
        #expect(mark("a")?["waiting"] == 250 && mark("a")?["full"] == 100)
        #expect(mark("a")?["retryAfter"] == limit.fullFor.map { .integer($0) })
        #expect(told.withLock { $0.count } == 3)
        #expect(told.withLock { $0[0] }.hasPrefix("100 photos wait, and 'intake.full' is 100"))
        await limit.clear()
        #expect(mark("a") == nil && mark("b") == nil)
        let left = try FileManager.default.contentsOfDirectory(atPath: temporary["a"].path)
        #expect(left.isEmpty, "\(left)")
    }

    /// Senders that are told a time come back when there is room, by the pace of the last minutes.
    @Test func theTimeFollowsThePaceAndTheHours() async throws {
        let limit = limit()
        pass(seconds: 0, waiting: 50)
        try await limit.look()
        // Ten photos in twenty seconds; sixty have to end until there are ninety.
        pass(seconds: 20, waiting: 150, ended: 10)
        try await limit.look()
        #expect(limit.fullFor == 120)
        // Before there is a pace, a minute; while photos wait for their hour, the time until then as well.
        let start = time.withLock { $0 }
        let late = self.limit(wait: LiveStatus.Wait(cause: .hours, why: "later", until: start + 600_000))
        try await late.look()
        #expect(late.fullFor == 660)
        let night = self.limit(wait: LiveStatus.Wait(cause: .hours, why: "later", until: start + 36_000_000))
        try await night.look()
        #expect(night.fullFor == 3_600)
    }

    /// What a run left that was killed says nothing.
    @Test func anOldMarkIsRemovedAndANewOneIsWrittenEveryMinute() async throws {
        try Data("{}".utf8).write(to: temporary["a/.quiver-full"])
        let limit = limit()
        try await limit.look()
        #expect(mark("a") == nil)
        pass(seconds: 5, waiting: 120)
        try await limit.look()
        pass(seconds: 30, waiting: 130)
        try await limit.look()
        #expect(mark("a")?["waiting"] == 120)
        pass(seconds: 30, waiting: 140)
        try await limit.look()
        #expect(mark("a")?["waiting"] == 140)
    }

    /// A link under the mark's name leads nowhere, and a folder under it is said once.
    @Test func aMarkIsNoWayOutOfTheFolder() async throws {
        let other = temporary["other.txt"]
        try Data("mine".utf8).write(to: other)
        try FileManager.default.createSymbolicLink(at: temporary["a/.quiver-full"], withDestinationURL: other)
        let taken = temporary["b/.quiver-full/inner"]
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        let limit = limit()
        for count in [120, 20, 120] {
            pass(seconds: 61, waiting: count)
            try await limit.look()
        }
        #expect(mark("a")?["waiting"] == 120)
        #expect(try String(contentsOf: other, encoding: .utf8) == "mine")
        #expect(FileManager.default.fileExists(atPath: taken.path))
        #expect(told.withLock { $0.filter { $0.contains("senders cannot be told") }.count } == 1)
    }
}
