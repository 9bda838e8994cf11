import Control
import Findings
import Foundation
import Geometry
import Results
import Scoring
import Settings
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor

/// Evidence that comes with the records of a run, whichever photo ends first.
@Suite struct LiveSequencesTests {
    private static let root = "/photos/day"

    /// The record of a photo that shows a cup or none.
    private static func record(
        _ name: String, cup: Bool, second: Int64? = nil, content: String? = nil, copyOf: String? = nil,
        state: Record.State = .done, fault: Fault = .input
    ) -> Record {
        let box = Box(x: 0, y: 0, width: 10, height: 10)
        let found = cup ? [Detection(label: "cup", classId: 0, confidence: 0.9, box: box)] : []
        let captured = second.map { CameraClock.text(1_780_000_000_000 + $0 * 1000) }
        let photo = PhotoResult(
            image: .init(width: 100, height: 100, orientation: 1, format: "jpeg"),
            results: [DetectorResult(detector: "objects", task: .detect, found: .detections(found))],
            imageMetadata: .init(width: 100, height: 100, orientation: 1, format: "jpeg", captured: captured))
        return Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 1)),
            source: .init(
                path: FilePath("\(root)/\(name)"), bytes: 1, sha256: content ?? name,
                duplicateOf: copyOf.map { FilePath("\(root)/\($0)") }),
            state: state, error: state == .done ? nil : .init(code: "broken", message: "It failed.", fault: fault),
            attempts: 1, photo: state == .done ? photo : PhotoResult())
    }

    private static let query: Settings.SequenceQuery = {
        var query = Settings.SequenceQuery()
        query.label = "cup"
        return query
    }()

    /// A client that keeps what it was told, and the folder's sequence that tells it.
    private struct Scene {
        let questions: SequenceQuestions
        var sequence: FolderSequence
        var events: [Int: SequenceEvent] = [:]
        var said: [String] = []
        var last = 0

        init() throws {
            questions = try SequenceQuestions([LiveSequencesTests.query], actions: nil)
            sequence = FolderSequence(questions)
        }

        mutating func take(_ records: Record...) {
            sequence.take(records.compactMap { SequenceStep($0, questions) })
            for change in sequence.changes(last: &last) {
                events[change.id] = change.reason == .withdrawn ? nil : change.event
                said.append("\(change.reason?.rawValue ?? change.kind.rawValue) \(change.id)")
            }
        }
    }

    /// Numbers that look like chance and are the same at each run.
    private struct Chance: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 33)
        }
    }

    @Test(
        "whichever photo ends first, a client knows in the end what `sequence` says of the records",
        arguments: [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3)] as [(UInt64, Int)])
    func order(seed: UInt64, timeless: Int) throws {
        var chance = Chance(state: seed)
        // All photos have a time, none has, one in two, one in three.
        let records = (0..<90).map { index in
            let isTimed = timeless == 0 || timeless > 1 && index % timeless == 0
            return Self.record(
                "\(index).jpg", cup: Bool.random(using: &chance), second: isTimed ? Int64(index + index / 20 * 9) : nil)
        }
        // Some photos are worked twice, the first time with another answer.
        let earlier = records.indices.filter { $0 % 11 == 0 }.map { Self.record("\($0).jpg", cup: true) }
        var scene = try Scene()
        for record in earlier.shuffled(using: &chance) + records.shuffled(using: &chance) { scene.take(record) }
        let photos = CapturedPhoto.inOrder(records.compactMap { SequencePhoto($0) }, by: \.photo)
        let expected = try #require(scene.questions.finders.first).events(in: photos.map(\.frame))
        #expect(!expected.isEmpty && Set(scene.events.values) == Set(expected))
        // All at once comes to the same.
        var other = FolderSequence(scene.questions)
        var last = 0
        other.take((earlier + records.reversed()).compactMap { SequenceStep($0, scene.questions) })
        let added = other.changes(last: &last).filter { $0.kind == .added }
        #expect(Set(added.map(\.event)) == Set(expected))
    }

    @Test(
        "what becomes of a photo is what becomes of its record",
        arguments: [
            // Worked anew with another answer.
            (record("2.jpg", cup: false), ["added 1", "withdrawn 1"]),
            // Worked anew and broken: its record says so now.
            (record("2.jpg", cup: false, state: .failed), ["added 1", "withdrawn 1"]),
            // Worked anew without an answer: its former record stands.
            (record("2.jpg", cup: false, state: .failed, fault: .environment), ["added 1"]),
            (record("2.jpg", cup: false, state: .cancelled), ["added 1"]),
            (record("2.jpg", cup: false, state: .gone), ["added 1"]),
            // Another photo of the same name, which shows it too, or cannot be read: that one gets a record with a number.
            (record("2.jpg", cup: true, content: "other"), ["added 1"]),
            (record("2.jpg", cup: false, content: "other", state: .failed), ["added 1"]),
            // The name holds a copy of its neighbour now, which is no moment of its own.
            (record("2.jpg", cup: true, content: "1.jpg", copyOf: "1.jpg"), ["added 1", "withdrawn 1"]),
            // A copy in between counts for nothing.
            (record("2b.jpg", cup: false, content: "1.jpg", copyOf: "1.jpg"), ["added 1"]),
            (record("4.jpg", cup: true), ["added 1", "updated 1"]),
        ] as [(Record, [String])])
    func fates(record: Record, said: [String]) throws {
        var scene = try Scene()
        for name in ["1.jpg", "3.jpg", "2.jpg"] { scene.take(Self.record(name, cup: true)) }
        scene.take(record)
        #expect(scene.said == said)
    }

    /// A queue in memory whose first photos ended before the run and whose last ones ended in it.
    ///
    /// - Parameter folder: Where the host has the photos that wrote their records.
    private func queue(
        _ names: [(name: String, ended: UnixMillis)], recordedIn folder: String = root, copies: [String: String] = [:]
    ) async throws -> QueueService {
        let queue = QueueService(MemoryQueueStore())
        let pipeline = Fingerprint(head: 1, tail: (2, 3, 4))
        for (number, photo) in names.enumerated() {
            let job = NewJob(
                place: Place(root: Array("/photos".utf8), path: Array("day/\(photo.name)".utf8)),
                output: Array("day/\(photo.name).json".utf8),
                stamp: FileIdentity(device: 1, inode: UInt64(number), size: 3, mtimeNanoseconds: 4),
                content: Fingerprint(head: UInt64(number + 1), tail: (9, 9, 9)), pipeline: pipeline)
            _ = try await queue.enqueue([job], at: 1)
            let request = ClaimRequest(limit: 1, owner: Owner.current(), pipelines: [pipeline])
            let claim = try #require(try await queue.claim(request, at: 2).first)
            let record = Self.record(photo.name, cup: true, copyOf: copies[photo.name])
            let line = Array(record.line.replacing(Self.root, with: folder).utf8)
            _ = try await queue.complete([(claim.id, .done(line))], at: photo.ended)
        }
        return queue
    }

    @Test func whatEarlierRunsFoundCountsAndIsNotSaidAgain() async throws {
        let queue = try await queue([("1.jpg", 3), ("2.jpg", 4), ("deeper/1.jpg", 4), ("3.jpg", 10), ("4.jpg", 11)])
        let former = FormerResults(queue: queue, before: 5)
        let paths = try await former.records(in: FilePath(Self.root)).map(\.source.path)
        #expect(paths == ["\(Self.root)/1.jpg", "\(Self.root)/2.jpg"])
        #expect(try await former.records(in: "/photos").isEmpty)
        #expect(try await former.records(in: "/elsewhere").isEmpty)

        let (changes, told) = (try SequenceChanges(SequenceQuestions([Self.query], actions: nil)), Told())
        let live = LiveSequences(changes, former: former, tell: told.take)
        changes.take(.ended(Self.record("3.jpg", cup: true)))
        #expect(try await live.update())
        #expect(told.words == ["added 3"])
        changes.take(.ended(Self.record("4.jpg", cup: true)))
        changes.take(.intakeEnded)
        #expect(try await live.update())
        #expect(told.words == ["added 3", "updated 4"])

        // The next run begins with the same results.
        let (later, heard) = (try SequenceChanges(SequenceQuestions([Self.query], actions: nil)), Told())
        let next = LiveSequences(later, former: FormerResults(queue: queue, before: 20), tell: heard.take)
        for (name, cup) in [("5.jpg", true), ("6.jpg", false), ("7.jpg", false), ("8.jpg", false)] {
            later.take(.ended(Self.record(name, cup: cup)))
        }
        #expect(try await next.update())
        #expect(heard.words == ["updated 5", "missed 5"])
    }

    /// Hosts have a share at different paths, and its photos are one sequence.
    @Test func photosOfOtherHostsAreOfTheSameFolder() async throws {
        let queue = try await queue(
            [("1.jpg", 3), ("2.jpg", 4), ("2b.jpg", 4)], recordedIn: "/mnt/club/day", copies: ["2b.jpg": "2.jpg"])
        let former = FormerResults(queue: queue, before: 5)
        let records = try await former.records(in: FilePath(Self.root))
        #expect(records.map(\.source.path) == ["1.jpg", "2.jpg", "2b.jpg"].map { "\(Self.root)/\($0)" })
        #expect(records.compactMap(SequencePhoto.init).map(\.folder) == [Self.root, Self.root], "a copy is no moment")
    }

    /// What was told of sequences: what has become of it, and of how many photos.
    private final class Told: Sendable {
        private let said = Mutex<[String]>([])

        var words: [String] { said.withLock { $0 } }

        func take(_ event: RunEvent) {
            guard case .sequence(let news) = event else { return }
            let change = news.change
            let word = change.reason?.rawValue ?? change.kind.rawValue
            said.withLock { $0.append("\(word) \(change.event.frames.count)") }
        }
    }

    @Test func keypointsAreAskedForByAnyMeasure() throws {
        var (near, pinch) = (Settings.SequenceQuery(), Settings.SequenceQuery())
        (near.near, near.distance, near.measure) = (["leftWrist", "nose"], 0.1, .photo)
        (pinch.gesture, pinch.measure, pinch.detector) = (.pinch, .metres, "hands")
        let asked = try SequenceQuestions([near, pinch, Self.query], actions: nil).finders.map(\.question.subject)
        let expected: [SequenceQuestion.Subject] = [
            .nearKeypoints("leftWrist", "nose", Nearness(0.1, of: .photo), detector: nil),
            .pinch(.touching(.metres), detector: "hands"), .label("cup", detector: nil),
        ]
        #expect(asked == expected)
    }

    @Test func clientsReadNewsAsOneLine() throws {
        var scene = try Scene()
        for (name, second) in [("1.jpg", 1), ("2.jpg", 2), ("3.jpg", 3)] as [(String, Int64)] {
            scene.take(Self.record(name, cup: true, second: second))
        }
        let event = try #require(scene.events[1])
        let news = SequenceNews(folder: Self.root, change: EvidenceChange(.removed, .gap, id: 7, event: event))
        #expect(
            RunEvent.sequence(news).json.line
                == #"{"event":"sequence","change":"removed","because":"gap","id":7,"folder":"/photos/day","#
                + #""what":"label","detector":"objects","label":"cup","begins":"\#(Self.moment(1))","#
                + #""ends":"\#(Self.moment(3))","first":"/photos/day/1.jpg","last":"/photos/day/3.jpg","photos":3,"#
                + #""best":0.9,"mean":0.9,"released":false}"#)
    }

    private static func moment(_ second: Int64) -> String {
        CameraClock.text(1_780_000_000_000 + second * 1000)
    }
}
