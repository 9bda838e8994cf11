/// The steps of the queue's own tables.
enum JobMigrations {
    static let all = [
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
    ]
}
