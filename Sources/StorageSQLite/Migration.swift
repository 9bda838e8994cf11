import StorageSQL

/// One step of the queue's tables.
///
/// A step is never changed once it was released: what is wrong with one is mended by the next.
package struct Migration: Sendable {
    /// What the database remembers the step by: the subject, a slash, and what the step brings.
    package let name: String
    /// The number of the step in databases that counted their steps; nil for steps of a later time.
    package let formerVersion: Int?
    /// The statements that take the step.
    package let sql: String

    private init(_ name: String, formerVersion: Int? = nil, _ sql: String) {
        self.name = name
        self.formerVersion = formerVersion
        self.sql = sql
    }

    /// All steps, in the order in which they are taken.
    package static let all = tables + FactVersion.steps().map { Migration($0.name, $0.sql) }

    /// Those that make the tables: jobs, score book, reviews.
    private static let tables = [
        // States are JobState's raw values: 1 ready, 2 running, 3 blocked. Every index but the place's holds live jobs
        // only, so that a million finished ones cost nothing. `tally` counts jobs by state, and a few other things;
        // `young` and `old` find the job that leads a content.
        Migration(
            "jobs/tables", formerVersion: 1,
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
            """),
        // A rewrite that keeps size and modification time shows in the change time alone; 0 where it was not noted.
        Migration(
            "jobs/change-time", formerVersion: 3,
            "ALTER TABLE job ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;"),
        // The finished job that a re-run is to replace, and the re-run that a finished job has outlived.
        Migration("jobs/counterpart", "ALTER TABLE job ADD COLUMN counterpart INTEGER;"),
        // Jobs are 1, 2, 3 in every queue: which queue is meant, a number of its own tells.
        Migration(
            "jobs/identity",
            """
            CREATE TABLE identity (fingerprint BLOB NOT NULL) STRICT;
            INSERT INTO identity VALUES (randomblob(32));
            """),
        // The score book. `counting`, `details`, `model` and `word` are JSON of values of
        // the same names. An arrow's `score`, `is_x`, `is_removed` and `needs_review` are what counts, for queries in SQL.
        Migration(
            "scores/tables", formerVersion: 2,
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
            """),
        // Photos belong to sessions, and arrows to photos: ends follow from the photos when they are read, so that one
        // photo's score touches no other. A session is its folder's, up to the last slash (what `rtrim` leaves), or has none
        // where a user named it. Parked are photos that others replaced, with their manual corrections.
        Migration(
            "scores/photos-of-sessions", formerVersion: 4,
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
            """),
        // Several photos may have been scored under one file's path, each with its end: `path` is a photo's name in the
        // book, `file` where its file was.
        Migration(
            "scores/names-used-again",
            """
            ALTER TABLE score_photo ADD COLUMN file TEXT NOT NULL DEFAULT '';
            UPDATE score_photo SET file = path;
            CREATE INDEX score_photo_file ON score_photo (file);
            """),
        // What users say in a review: of a session its day and archers (`details`, JSON), of a photo that it is no end, of
        // an arrow who shot it.
        Migration(
            "scores/reviews",
            """
            ALTER TABLE score_session ADD COLUMN details TEXT;
            ALTER TABLE score_photo ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE score_arrow ADD COLUMN archer TEXT;
            """),
        // What users said of a photo's findings, by its SHA-256; `review` is JSON, and NULL where it was withdrawn.
        Migration(
            "reviews/table",
            """
            CREATE TABLE finding_review (
                content TEXT PRIMARY KEY, revision INTEGER NOT NULL, review TEXT
            ) STRICT;
            """),
        // Whose sheets are older than the book: a session's row and a day of its photos, or all of them where `day` is
        // empty. Former versions left sheets as they were when a session was changed on the page, so all are due.
        Migration(
            "scores/sheets",
            """
            CREATE TABLE score_sheet (
                session TEXT NOT NULL, day TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (session, day)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO score_sheet (session, day, number) SELECT name, '', id FROM score_session;
            """),
        // Where the queue was moved to, in a row or none: no run goes on in a queue that was moved.
        Migration("jobs/moved", "CREATE TABLE moved (target TEXT NOT NULL) STRICT;"),
        // Messages for hooks, made in the transactions that change what they tell of. States are OutboxState's raw values: 0
        // waits. The messages of a hook in one `line` are delivered in their order; `owner` is the process that is delivering.
        // A number is never given again, for receivers know a message by it. `subject` and `answer` are values of those names.
        Migration(
            "outbox/table",
            """
            CREATE TABLE outbox (
                id INTEGER PRIMARY KEY AUTOINCREMENT, hook TEXT NOT NULL, line TEXT NOT NULL, subject TEXT NOT NULL,
                job INTEGER, event TEXT NOT NULL, made INTEGER NOT NULL, since INTEGER NOT NULL, state INTEGER NOT NULL,
                attempts INTEGER NOT NULL, due INTEGER NOT NULL, owner TEXT, ended INTEGER, answer TEXT,
                body TEXT NOT NULL
            ) STRICT;
            CREATE INDEX outbox_due ON outbox (hook, due) WHERE state = 0;
            CREATE INDEX outbox_line ON outbox (hook, line) WHERE state = 0;
            CREATE INDEX outbox_owner ON outbox (owner) WHERE state = 0 AND owner IS NOT NULL;
            CREATE INDEX outbox_state ON outbox (state, ended, hook);
            CREATE INDEX outbox_job ON outbox (job) WHERE job IS NOT NULL;
            """),
        // The last end of each job that has a record, in the order of all ends: what programs follow by a cursor. What ended
        // before is numbered by its time. In `tally` 106 is the last number, and 107 the highest that was forgotten.
        Migration(
            "jobs/endings",
            """
            CREATE TABLE ending (job INTEGER PRIMARY KEY, number INTEGER NOT NULL) STRICT;
            INSERT INTO ending (job, number)
                SELECT job.id, row_number() OVER (ORDER BY job.finished, job.id)
                FROM result JOIN job ON job.id = result.job;
            CREATE INDEX ending_number ON ending (number);
            INSERT OR REPLACE INTO tally (state, jobs) SELECT 106, count(*) FROM ending;
            """),
        // What is left of photos that were forgotten, one a place; and the pipeline for which the results of another one
        // stand, until its jobs say so themselves.
        Migration(
            "jobs/forgotten",
            """
            CREATE TABLE forgotten (
                job INTEGER PRIMARY KEY, folder INTEGER NOT NULL, name BLOB NOT NULL, state INTEGER NOT NULL,
                device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
                changed INTEGER NOT NULL, content_head INTEGER NOT NULL, content_tail BLOB NOT NULL,
                pipeline INTEGER NOT NULL, UNIQUE (folder, name)
            ) STRICT;
            ALTER TABLE pipeline ADD COLUMN successor INTEGER;
            """),
        // What the photos of ended jobs look like, apart from their records, so that all of them are read at once.
        Migration(
            "jobs/likeness", "CREATE TABLE likeness (job INTEGER PRIMARY KEY, likeness BLOB NOT NULL) STRICT;"),
        // What queries ask of the photo of each job with a record, and of its findings: see PhotoFacts. What ended before is
        // due: its records are read bit by bit while a run goes on. `content` is the first half of the SHA-256.
        Migration(
            "jobs/facts",
            """
            CREATE TABLE photo_fact (
                job INTEGER PRIMARY KEY, content INTEGER, is_due INTEGER NOT NULL, gaps INTEGER NOT NULL,
                marks INTEGER NOT NULL, found INTEGER NOT NULL, captured TEXT, camera TEXT, format TEXT, width INTEGER,
                height INTEGER, pages INTEGER, margin INTEGER, models TEXT, labels TEXT, said TEXT
            ) STRICT;
            CREATE INDEX photo_fact_content ON photo_fact (content) WHERE content IS NOT NULL;
            CREATE INDEX photo_fact_due ON photo_fact (job) WHERE is_due = 1;
            CREATE TABLE finding_fact (
                job INTEGER NOT NULL, place INTEGER NOT NULL, label TEXT NOT NULL, detector TEXT NOT NULL,
                confidence INTEGER NOT NULL, size INTEGER, places INTEGER NOT NULL, page INTEGER NOT NULL,
                says INTEGER NOT NULL, PRIMARY KEY (job, place)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO photo_fact (job, is_due, gaps, marks, found) SELECT job, 1, 0, 0, 0 FROM ending;
            """),
        // Photos that were chosen into named sets, by content.
        Migration(
            "sets/tables",
            """
            CREATE TABLE photo_set (
                name TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (name, content)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX photo_set_content ON photo_set (content);
            """),
        // A row has all vectors of a photo, so that four thousand bytes of a page hold three photos of 512 numbers.
        Migration(
            "jobs/embedding", "CREATE TABLE embedding (job INTEGER PRIMARY KEY, vectors BLOB NOT NULL) STRICT;"),
        // What has the result of another job, and its vectors, is found when that one goes.
        Migration(
            "jobs/copies", "CREATE INDEX job_copy ON job (original) WHERE original IS NOT NULL AND state = 4;"),
    ]
}
