import Findings
import Foundation
import GRDB
import Scoring
import Storage
import StorageSQLite
import TestSupport
import Testing

/// Books that former versions made, and books in which something cannot be read.
@Suite struct OldBookTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder["queue.sqlite"].path
    }

    private func transaction<T>(_ body: (any ScoreTransaction) throws -> T) throws -> T {
        try Book.queue(path: path).transaction { try body($0.scores) }
    }

    private func sql(_ statements: String) throws {
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: statements) }
    }

    private func marks(_ name: String) throws -> [[String]] {
        let session = try SQLiteQueueReader(path: path).read { try $0.scores.session(named: name) }
        return session?.rounds.flatMap(\.ends).map { $0.arrows.map(\.value.mark) } ?? []
    }

    /// The tables of schema 3 with two photos of one end, a correction and an arrow that a person added.
    private func makeOldBook() throws {
        _ = try transaction { try $0.sessions() }
        for table in ["session", "photo", "arrow", "parked", "sheet"] { try sql("DROP TABLE score_\(table)") }
        try sql("DROP TABLE finding_review")
        try sql(Self.oldSchema)
        try sql("ALTER TABLE job DROP COLUMN counterpart; DROP TABLE identity; DROP TABLE moved; DROP TABLE outbox")
        try sql("DROP TABLE ending; DROP TABLE forgotten; ALTER TABLE pipeline DROP COLUMN successor")
        try sql("DROP INDEX job_copy")
        try sql("DROP TABLE likeness; DROP TABLE embedding; DROP TABLE photo_set")
        try sql("DROP TABLE photo_fact; DROP TABLE finding_fact")
        try sql("DROP TABLE migration; PRAGMA user_version = 3")
    }

    @Test func anOldBookIsTakenOn() throws {
        try makeOldBook()
        // Whoever only reads waits for the first that writes.
        #expect(throws: JobQueueError.self) { try SQLiteQueueReader(path: path) }
        _ = try transaction { try $0.sessions() }
        #expect(try marks("day") == [["9", "9", "5"]])
        // Its photos keep their session and their corrections when they are worked again.
        let again = Readings.photo(
            "/photos/day/1.jpg", [Readings.arrow(0.15), Readings.arrow(0.35)], session: "day",
            folder: "/photos/day/", content: "aa")
        #expect(try transaction { try $0.store(again) } == StoreOutcome())
        #expect(try marks("day") == [["9", "9"], ["5"]])
        #expect(try transaction { try $0.corrections() }.map(\.said) == ["9", "5"])
    }

    @Test func aNewPropertyLeavesOldBooksReadable() throws {
        try makeOldBook()
        _ = try transaction { try $0.sessions() }
        // What the first version did not store is missing: everything that has a default since.
        try sql(
            """
            UPDATE score_session SET counting = '{}';
            UPDATE score_arrow SET model = json_remove(model, '$.source', '$.needsReview', '$.reviewReasons');
            UPDATE score_arrow SET word = json_remove(word, '$.isX', '$.isRemoved');
            """)
        // Without a layout each photo is an end.
        #expect(try marks("day") == [["9", "9"], ["5"]])
    }

    @Test func aDoubtOfALaterVersionIsADoubt() throws {
        _ = try transaction { try $0.store(Readings.photo("day/1.jpg", [Readings.arrow(0.15)])) }
        try sql(#"UPDATE score_arrow SET model = json_set(model, '$.reviewReasons', json('["fromTheFuture"]'))"#)
        let session = try SQLiteQueueReader(path: path).read { try $0.scores.session(named: "day") }
        #expect(session?.rounds[0].ends[0].arrows[0].value.reviewReasons == [.lowConfidence])
    }

    /// One photo that cannot be read costs its own end and no other, and working it again mends it.
    @Test(arguments: [
        "UPDATE score_arrow SET model = '{}'", "UPDATE score_arrow SET model = 'nothing', word = 'nothing'",
        "UPDATE score_photo SET details = '{'",
    ])
    func damageIsNamedAndMendedByWorkingAgain(_ damage: String) throws {
        let arrows = [Readings.arrow(0.15), Readings.arrow(0.35)]
        let reading = Readings.photo("day/1.jpg", arrows, content: "aa")
        _ = try transaction { verbs in
            try verbs.store(reading)
            try verbs.correct(Correction(photo: "day/1.jpg", arrow: 2, value: Correction.Value(score: 4)))
        }
        try sql(damage)
        _ = try transaction { try $0.store(Readings.photo("day/2.jpg", arrows)) }
        let ends = try SQLiteQueueReader(path: path).read { try $0.scores.session(named: "day") }?.rounds.flatMap(
            \.ends)
        #expect(ends?.map { $0.trouble == nil } == [false, true])
        #expect(ends?.first?.trouble?.contains("day/1.jpg") == true)
        #expect(throws: ScoreBookError.self) {
            try transaction { try $0.correct(Correction(photo: "day/1.jpg", arrow: 1, value: .removed)) }
        }
        _ = try transaction { try $0.store(reading) }
        #expect(try marks("day") == [["9", "4"], ["9", "7"]])
    }

    private static let face = """
        {"center":{"x":600,"y":600},"confidence":0.9,"homography":[1,0,-600,0,1,-600,0,0,500],\
        "outline":{"a":500,"angleDeg":0,"b":500,"cx":600,"cy":600},"residual":0.02,"sizeAssumed":false,"type":"wa-122"}
        """

    private static func arrow(_ x: Double, score: Int) -> String {
        """
        {"boundingBox":{"height":9,"width":9,"x":1,"y":1},"clockPositionDeg":0,"confidence":0.9,"distanceFromCenter":\(x),\
        "distanceMm":1,"distanceToLine":0.3,"face":0,"id":1,"isX":false,"kind":"arrow","needsReview":false,\
        "normalizedX":\(x),"normalizedY":0,"pixelX":\(600 + 500 * x),"pixelY":600,"reviewReasons":[],"score":\(score),\
        "source":"model"}
        """
    }

    private static func photo(_ number: Int) -> String {
        """
        {"photo":{"faces":[\(face)],"height":1200,"path":"/photos/day/\(number).jpg","width":1200},"session":"day"}
        """
    }

    private static let oldSchema = """
        CREATE TABLE score_session (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, counting TEXT NOT NULL
        ) STRICT;
        CREATE TABLE score_round (
            id INTEGER PRIMARY KEY, session INTEGER NOT NULL, number INTEGER NOT NULL, UNIQUE (session, number)
        ) STRICT;
        CREATE TABLE score_end (
            id INTEGER PRIMARY KEY, round INTEGER NOT NULL, number INTEGER NOT NULL, UNIQUE (round, number)
        ) STRICT;
        CREATE TABLE score_photo (
            id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, end_id INTEGER NOT NULL, position INTEGER NOT NULL,
            captured INTEGER, details TEXT
        ) STRICT;
        CREATE INDEX score_photo_end ON score_photo (end_id, position);
        CREATE TABLE score_arrow (
            id INTEGER PRIMARY KEY, end_id INTEGER NOT NULL, number INTEGER NOT NULL, photo INTEGER NOT NULL,
            score INTEGER NOT NULL, is_x INTEGER NOT NULL, is_removed INTEGER NOT NULL,
            needs_review INTEGER NOT NULL, model TEXT, word TEXT, UNIQUE (end_id, number)
        ) STRICT;
        CREATE INDEX score_arrow_photo ON score_arrow (photo);
        INSERT INTO score_session VALUES (4, 'day', '{"layout":{"photosPerEnd":2},"scoring":{"confidence":0.35,\
        "count":"auto","lineRule":"higher","shaftDiameter":5.5,"system":"olympic"}}');
        INSERT INTO score_round VALUES (5, 4, 1);
        INSERT INTO score_end VALUES (6, 5, 1);
        INSERT INTO score_photo VALUES (7, '/photos/day/1.jpg', 6, 0, NULL, '\(photo(1))');
        INSERT INTO score_photo VALUES (8, '/photos/day/2.jpg', 6, 1, NULL, '\(photo(2))');
        INSERT INTO score_arrow VALUES (1, 6, 1, 7, 9, 0, 0, 0, '\(arrow(0.15, score: 9))', NULL);
        INSERT INTO score_arrow VALUES (2, 6, 2, 7, 9, 0, 0, 0, '\(arrow(0.35, score: 7))',
            '{"isRemoved":false,"isX":false,"score":9}');
        INSERT INTO score_arrow VALUES (3, 6, 3, 8, 5, 0, 0, 0, NULL, '{"isRemoved":false,"isX":false,"score":5}');
        """
}
