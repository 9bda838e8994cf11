/// The steps of the score book's tables, which lie beside the queue's.
package enum ScoreMigrations {
    /// All of them, in the order in which they are taken.
    package static let all = [
        // The score book; its room is ScoreBookSQLite. `counting`, `details`, `model` and `word` are JSON of values of
        // the same names. An arrow's `score`, `is_x`, `is_removed` and `needs_review` are what counts, for whoever asks in SQL.
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
        // Photos belong to sessions, and arrows to photos: ends follow from the photos when somebody reads, so that one
        // photo's score touches no other. A session is its folder's, up to the last slash (what `rtrim` leaves), or has none
        // where a person named it. Parked are photos that others replaced, with what people had said of them.
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
        // What people say in a review: of a session its day and archers (`details`, JSON), of a photo that it is no end, of
        // an arrow who shot it.
        Migration(
            "scores/reviews",
            """
            ALTER TABLE score_session ADD COLUMN details TEXT;
            ALTER TABLE score_photo ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE score_arrow ADD COLUMN archer TEXT;
            """),
    ]
}
