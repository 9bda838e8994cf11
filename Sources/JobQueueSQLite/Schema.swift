import GRDB
import JobQueue

/// The database's tables, as a list of steps that only grows.
///
/// A database remembers how many steps it has taken (`user_version`). A step is never changed once it was released:
/// what is wrong with one is mended by the next.
enum Schema {
    /// Marks the file as a Quiver queue: "Quiv" in ASCII.
    static let applicationID: Int64 = 0x5175_6976

    static var version: Int { steps.count }

    /// Takes the steps that are missing, all or none of them.
    static func migrate(_ database: Database, path: String) throws {
        try database.inTransaction(.immediate) {
            let found = try check(database, path: path)
            for (number, step) in steps.enumerated().dropFirst(found) {
                try database.execute(sql: step)
                try database.execute(sql: "PRAGMA user_version = \(number + 1)")
            }
            if found == 0 { try database.execute(sql: "PRAGMA application_id = \(applicationID)") }
            return .commit
        }
    }

    /// The steps that the database has taken; throws where it is somebody else's or a newer Quiver's.
    @discardableResult
    static func check(_ database: Database, path: String) throws -> Int {
        let id = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        guard id == applicationID || (found == 0 && tables == 0) else {
            throw JobQueueError(
                .foreign, "\(path) is a database of another program. Name another file with --queue.", fault: .input)
        }
        guard found <= version else {
            throw JobQueueError(
                .newer,
                """
                \(path) was made by a newer Quiver (schema \(found), this one knows \(version)). \
                Update Quiver, or name another file with --queue.
                """,
                fault: .input)
        }
        return found
    }

    /// Throws where a reader would not find what it asks for; only a writer may take the missing steps.
    static func checkForReading(_ database: Database, path: String) throws {
        let found = try check(database, path: path)
        guard found < version else { return }
        throw JobQueueError(
            .unusable,
            found == 0
                ? "The queue \(path) has not begun yet; 'quiver run' begins it."
                : "The queue \(path) was made by an older Quiver; 'quiver run' brings it up to date.",
            fault: .input)
    }

    private static let steps = [
        // 1. States are JobState's raw values: 1 ready, 2 running, 3 blocked. Every index but the place's holds live jobs
        // only, so that a million finished ones cost nothing. `tally` counts jobs by state, and a few other things;
        // `young` and `old` find the job that leads a content.
        """
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY, root BLOB NOT NULL, path BLOB NOT NULL, UNIQUE (root, path)
        ) STRICT;
        CREATE TABLE pipeline (id INTEGER PRIMARY KEY, fingerprint BLOB NOT NULL UNIQUE) STRICT;
        CREATE TABLE owner (
            id INTEGER PRIMARY KEY, host TEXT NOT NULL, boot TEXT NOT NULL, pid INTEGER NOT NULL,
            started INTEGER NOT NULL, UNIQUE (host, boot, pid, started)
        ) STRICT;
        CREATE TABLE job (
            id INTEGER PRIMARY KEY,
            state INTEGER NOT NULL, attempts INTEGER NOT NULL, crashes INTEGER NOT NULL, retries INTEGER NOT NULL,
            recoveries INTEGER NOT NULL, due INTEGER NOT NULL, turn INTEGER NOT NULL, owner INTEGER,
            original INTEGER, held INTEGER NOT NULL, current INTEGER NOT NULL,
            folder INTEGER NOT NULL, name BLOB NOT NULL, output BLOB NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
            content_head INTEGER, content_tail BLOB, pipeline INTEGER NOT NULL, priority INTEGER NOT NULL,
            arrived INTEGER NOT NULL, claimed INTEGER, finished INTEGER,
            failure_code TEXT, failure_message TEXT, failure_fault TEXT
        ) STRICT;
        CREATE UNIQUE INDEX job_place ON job (folder, name) WHERE current = 1;
        CREATE INDEX job_ready ON job (pipeline, priority, due) WHERE state = 1 AND held = 0;
        CREATE INDEX job_running ON job (owner) WHERE state = 2;
        CREATE INDEX job_blocked ON job (due) WHERE state = 3;
        CREATE INDEX job_follower ON job (original) WHERE original IS NOT NULL AND state IN (1, 3);
        CREATE TABLE result (job INTEGER PRIMARY KEY, record BLOB NOT NULL) STRICT;
        CREATE TABLE young (
            key INTEGER NOT NULL, job INTEGER NOT NULL, PRIMARY KEY (key, job)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE old (key INTEGER NOT NULL, job INTEGER NOT NULL, PRIMARY KEY (key, job)) STRICT, WITHOUT ROWID;
        CREATE TABLE tally (state INTEGER PRIMARY KEY, jobs INTEGER NOT NULL) STRICT;
        """,
        // 2. The score book; its room is ScoreBookSQLite. `counting`, `details`, `model` and `word` are JSON of values of
        // the same names. An arrow's `score`, `is_x`, `is_removed` and `needs_review` are what counts, for whoever asks in SQL.
        """
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
        """,
        // 3. A rewrite that keeps size and modification time shows in the change time alone; 0 where it was not noted.
        "ALTER TABLE job ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;",
        // 4. Photos belong to sessions, and arrows to photos: ends follow from the photos when somebody reads, so that one
        // photo's score touches no other. A session is its folder's, up to the last slash (what `rtrim` leaves), or has none
        // where a person named it. Parked are photos that others replaced, with what people had said of them.
        """
        ALTER TABLE score_session ADD COLUMN folder TEXT;
        ALTER TABLE score_photo RENAME TO former_photo;
        ALTER TABLE score_arrow RENAME TO former_arrow;
        CREATE TABLE score_photo (
            id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, session INTEGER NOT NULL, captured INTEGER, details TEXT
        ) STRICT;
        INSERT INTO score_photo (id, path, session, captured, details)
            SELECT former_photo.id, path, score_round.session, captured, details
            FROM former_photo JOIN score_end ON score_end.id = end_id JOIN score_round ON score_round.id = round;
        CREATE TABLE score_arrow (
            id INTEGER PRIMARY KEY, photo INTEGER NOT NULL, number INTEGER NOT NULL,
            score INTEGER NOT NULL, is_x INTEGER NOT NULL, is_removed INTEGER NOT NULL,
            needs_review INTEGER NOT NULL, model TEXT, word TEXT, UNIQUE (photo, number)
        ) STRICT;
        INSERT INTO score_arrow (id, photo, number, score, is_x, is_removed, needs_review, model, word)
            SELECT id, photo, number, score, is_x, is_removed, needs_review, model, word FROM former_arrow;
        DROP TABLE former_photo;
        DROP TABLE former_arrow;
        DROP TABLE score_end;
        DROP TABLE score_round;
        CREATE INDEX score_photo_session ON score_photo (session);
        CREATE INDEX score_arrow_word ON score_arrow (photo) WHERE word IS NOT NULL;
        CREATE UNIQUE INDEX score_session_folder ON score_session (folder);
        UPDATE OR IGNORE score_session SET folder = (
            SELECT rtrim(path, replace(path, '/', '')) FROM score_photo
            WHERE session = score_session.id ORDER BY score_photo.id LIMIT 1
        );
        UPDATE score_session SET folder = '?' || id WHERE folder IS NULL;
        CREATE TABLE score_parked (
            id INTEGER PRIMARY KEY, path TEXT NOT NULL, content TEXT NOT NULL, details TEXT NOT NULL,
            UNIQUE (content, path)
        ) STRICT;
        """,
        // 5. Several photos may have been scored under one file's path, each with its end: `path` is a photo's name in the
        // book, `file` where its file was.
        """
        ALTER TABLE score_photo ADD COLUMN file TEXT NOT NULL DEFAULT '';
        UPDATE score_photo SET file = path;
        CREATE INDEX score_photo_file ON score_photo (file);
        """,
    ]
}
