/// The steps of former versions, word for word as they were released: `user_version` counted how many were taken.
///
/// Never to be changed: whatever these make must open for ever.
enum FormerSchemas {
    static let steps = [
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
        "ALTER TABLE job ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;",
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
    ]

    /// The statements that make a database of the given version.
    static func database(_ version: Int) -> String {
        steps[..<version].joined(separator: "\n")
            + "PRAGMA application_id = \(0x5175_6976); PRAGMA user_version = \(version);"
    }
}
