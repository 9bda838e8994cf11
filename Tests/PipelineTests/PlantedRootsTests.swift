import Control
import Foundation
import GRDB
import Storage
import StorageTesting
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// Photos of a queue that the run was not told of: their folder may be a stranger's word.
@Suite struct PlantedRootsTests {
    private static let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))

    @Test(arguments: [
        ("/in", "a.jpg", true), ("/in", "day/a.jpg", true), ("/in/day", "a.jpg", true), ("/more", "one.jpg", true),
        ("/etc", "passwd", false), ("/", "etc/passwd", false), ("/inside", "a.jpg", false),
        ("/more", "two.jpg", false), ("/in/../etc", "passwd", false), ("/in", "../etc/passwd", false),
    ])
    func onlyWhatTheRunWasToldOfIsWorkedAndMoved(root: String, path: String, isMoved: Bool) async throws {
        let queue = QueueService(MemoryQueueStore())
        let arrival = NewJob(
            place: Place(root: Array(root.utf8), path: Array(path.utf8)), output: Array("a.jpg.json".utf8),
            stamp: FileIdentity(device: 1, inode: 2, size: 3, mtimeNanoseconds: 4), content: Self.pipeline,
            pipeline: Self.pipeline)
        _ = try await queue.enqueue([arrival], at: 1)
        let owner = Owner(host: "test", boot: "1", pid: 1, started: 1)
        let claim = try #require(
            try await queue.claim(ClaimRequest(limit: 1, owner: owner, pipelines: [Self.pipeline]), at: 2).first)
        let roots = RunRoots(["/in", "/more/one.jpg"])
        let rules = Publisher.Rules(retries: 0, backoff: .zero, after: .move, roots: roots)
        #expect((rules.move(of: claim, .done) != nil) == isMoved)
        // Nor is it copied into the folder of copies.
        #expect(rules.holds(claim.place) == isMoved)
        guard !path.hasPrefix("..") else {
            // Below a root that the run was told of, and not opened.
            for followsLinks in [true, false] {
                #expect(throws: FileGone.self) { _ = try OpenedPhoto(claim, followsLinks: followsLinks) }
            }
            return
        }
        // Nor would a worker be given it, nor is it tried again while the run goes on; the summary counts it.
        _ = try await queue.complete([(claim.id, .released)], at: 3)
        let others = OtherFolders(queue: queue, roots: roots, pipelines: [Self.pipeline], now: { 4 })
        try await others.setAside()
        #expect(try await others.count() == (isMoved ? 0 : 1))
        let again = ClaimRequest(limit: 1, owner: owner, pipelines: [Self.pipeline])
        #expect(try await queue.claim(again, at: 5).count == (isMoved ? 1 : 0))
        _ = try await queue.change(.cancel(JobFilter()), at: 6)
        let handler = CommandHandler(
            queue: queue, backfill: nil, roots: roots, pipeline: { _ in Self.pipeline }, now: { 7 }, status: { nil })
        let reply = await handler.answer(.retry(JobChoice(states: ["cancelled"])))
        if isMoved {
            #expect(reply == .changed(1))
        } else if case .error(let error) = reply {
            #expect(error.code == "refused" && error.message.contains("was not told of"), "\(error)")
        } else {
            Issue.record("a planted photo was tried again: \(reply)")
        }
        // Where a run names no folders, as in tests of the publisher alone, all are moved.
        let all = Publisher.Rules(retries: 0, backoff: .zero, after: .move)
        #expect(all.move(of: claim, .failed) != nil && all.move(of: claim, .cancelled) == nil)
    }

    /// Who prepares a queue also writes its counts, and what of it is history.
    @Test(arguments: [0, 1]) func rowsThatNoCountTellsOfAreNotWorked(current: Int) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(1)
        #expect(try fixtures.run().status == 0)
        let record = fixtures.output.appendingPathComponent("00000.jpg.json")
        try FileManager.default.removeItem(at: record)
        try DatabaseQueue(path: fixtures.queue.path).write {
            try $0.execute(sql: "UPDATE job SET state = 1, current = ?", arguments: [current])
        }
        try fixtures.add(1, in: "../mine", from: 7)
        let mine = fixtures.folder.appendingPathComponent("mine").path
        let ended = try fixtures.program.run(
            "run", mine, "--output", fixtures.output.path, "--model", RunFixtures.model)
        #expect(ended.status == 0 && ended.output.contains("1 done"), "\(ended.output) \(ended.talk)")
        #expect(!FileManager.default.fileExists(atPath: record.path))
    }
}
