import Storage
import StorageSQL

/// One step of the tables; never changed once it was released.
struct Step {
    /// What the database remembers the step by.
    let name: String
    let sql: String

    /// All steps, in the order in which they are taken.
    static let all = tables + FactVersion.steps().map { Step(name: $0.name, sql: $0.sql) }

    /// Those that make the tables.
    private static let tables = [
        // States are JobState's raw values: 1 ready, 2 running, 3 blocked. Every index but the place's and the content's
        // holds live jobs only. `tally` counts jobs by state, each writer in rows of its own, so that none waits for
        // another. Finished rows are many and never change: the tables of live ones are vacuumed early instead.
        Step(
            name: "jobs/tables",
            sql: """
                CREATE TABLE folder (
                    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, root BYTEA NOT NULL, path BYTEA NOT NULL,
                    UNIQUE (root, path)
                );
                CREATE TABLE pipeline (
                    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, fingerprint BYTEA NOT NULL UNIQUE
                );
                CREATE TABLE owner (
                    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, host TEXT NOT NULL, boot TEXT NOT NULL,
                    pid BIGINT NOT NULL, started BIGINT NOT NULL, life BIGINT NOT NULL DEFAULT 0,
                    writer BIGINT NOT NULL DEFAULT 0,
                    since TIMESTAMPTZ NOT NULL DEFAULT now(), beat TIMESTAMPTZ NOT NULL DEFAULT 'infinity',
                    workers BIGINT NOT NULL DEFAULT 0, ended BIGINT NOT NULL DEFAULT 0,
                    takes_in BIGINT NOT NULL DEFAULT 0, version TEXT NOT NULL DEFAULT ''
                ) WITH (fillfactor = 50);
                CREATE UNIQUE INDEX owner_process ON owner (host, boot, pid, started, life);
                CREATE TABLE job (
                    id BIGINT PRIMARY KEY,
                    state BIGINT NOT NULL, attempts BIGINT NOT NULL, crashes BIGINT NOT NULL, retries BIGINT NOT NULL,
                    recoveries BIGINT NOT NULL, due BIGINT NOT NULL, turn BIGINT NOT NULL, owner BIGINT,
                    original BIGINT, held BIGINT NOT NULL, current BIGINT NOT NULL, counterpart BIGINT,
                    folder BIGINT NOT NULL, name BYTEA NOT NULL, output BYTEA NOT NULL,
                    device BIGINT NOT NULL, inode BIGINT NOT NULL, size BIGINT NOT NULL, modified BIGINT NOT NULL,
                    changed BIGINT NOT NULL, content_head BIGINT, content_tail BYTEA, pipeline BIGINT NOT NULL,
                    priority BIGINT NOT NULL, arrived BIGINT NOT NULL, claimed BIGINT, finished BIGINT,
                    failure_code TEXT, failure_message TEXT, failure_fault TEXT
                ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
                CREATE UNIQUE INDEX job_place ON job (folder, name) WHERE current = 1;
                CREATE INDEX job_ready ON job (pipeline, priority, due, id) WHERE state = 1 AND held = 0;
                CREATE INDEX job_running ON job (owner, id) WHERE state = 2;
                CREATE INDEX job_blocked ON job (due) WHERE state = 3;
                CREATE INDEX job_live ON job (id) WHERE state < 4;
                CREATE INDEX job_troubled ON job (id) WHERE state IN (3, 5, 7);
                CREATE INDEX job_follower ON job (original, id) WHERE original IS NOT NULL AND state IN (1, 3);
                CREATE INDEX job_content ON job (content_head) WHERE content_head IS NOT NULL AND original IS NULL;
                CREATE TABLE result (job BIGINT PRIMARY KEY, record BYTEA NOT NULL);
                CREATE TABLE tally (
                    writer BIGINT NOT NULL, state BIGINT NOT NULL, jobs BIGINT NOT NULL, PRIMARY KEY (writer, state)
                ) WITH (fillfactor = 50);
                CREATE TABLE duty (name TEXT PRIMARY KEY, owner BIGINT NOT NULL);
                CREATE TABLE moved (target TEXT NOT NULL);
                CREATE TABLE identity (fingerprint BYTEA NOT NULL);
                INSERT INTO identity VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
                """),
        Step(name: "book/tables", sql: BookSchema.statements),
        Step(name: "outbox/table", sql: BookSchema.outbox),
        // The number of each record's end, in the order of all ends. What ended before is numbered by its time, and its records
        // stay as they are: they name 0 as their end. Others get their numbers behind the commits that end them (`EndNumbers`).
        Step(
            name: "jobs/endings",
            sql: """
                ALTER TABLE result ADD COLUMN end_id BIGINT NOT NULL DEFAULT 0;
                CREATE TABLE new_end (
                    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job BIGINT NOT NULL
                ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
                CREATE TABLE ending (job BIGINT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, end_id BIGINT NOT NULL);
                INSERT INTO ending (job, number, end_id)
                    SELECT id, row_number() OVER (ORDER BY finished, id), 0 FROM job JOIN result ON result.job = job.id;
                CREATE TABLE ending_span (
                    last BIGINT NOT NULL, forgotten BIGINT NOT NULL, forgettings BIGINT NOT NULL
                ) WITH (fillfactor = 10);
                INSERT INTO ending_span SELECT count(*), 0, 0 FROM ending;
                """),
        // A writer's counts and its last commit in one row, in place of a row for each. A process of an older version that
        // still runs finds its table gone and ends: the counts of both together would not be true.
        Step(
            name: "counts/one-row-a-writer",
            sql: """
                LOCK TABLE tally IN ACCESS EXCLUSIVE MODE;
                CREATE TABLE counts (
                    writer BIGINT PRIMARY KEY, last_commit BIGINT,
                    waiting BIGINT NOT NULL, ready BIGINT NOT NULL, running BIGINT NOT NULL, blocked BIGINT NOT NULL,
                    done BIGINT NOT NULL, failed BIGINT NOT NULL, gone BIGINT NOT NULL, quarantined BIGINT NOT NULL,
                    cancelled BIGINT NOT NULL, history BIGINT NOT NULL
                ) WITH (fillfactor = 50);
                INSERT INTO counts
                SELECT 0, NULL, \(sumOfFormerCounts(0)), \(sumOfFormerCounts(1)), \(sumOfFormerCounts(2)),
                    \(sumOfFormerCounts(3)), \(sumOfFormerCounts(4)), \(sumOfFormerCounts(5)), \(sumOfFormerCounts(6)),
                    \(sumOfFormerCounts(7)), \(sumOfFormerCounts(8)), \(sumOfFormerCounts(100)) FROM tally;
                CREATE TABLE queue (last_number BIGINT NOT NULL, is_paused BIGINT NOT NULL);
                INSERT INTO queue SELECT \(sumOfFormerCounts(101)), \(sumOfFormerCounts(105)) FROM tally;
                DROP TABLE tally;
                """),
        // A fifth of the server's own way, for a twelfth more room; not where the server is older or was built without it.
        Step(
            name: "records/compression",
            sql: """
                DO $$
                BEGIN
                    EXECUTE 'ALTER TABLE result ALTER COLUMN record SET COMPRESSION lz4';
                    EXECUTE 'ALTER TABLE score_photo ALTER COLUMN details SET COMPRESSION lz4';
                    EXECUTE 'ALTER TABLE outbox ALTER COLUMN body SET COMPRESSION lz4';
                EXCEPTION WHEN syntax_error OR feature_not_supported THEN
                    NULL;
                END
                $$;
                """),
        // What is left of photos that were forgotten, one a place; and the pipeline for which the results of another one
        // stand, until its jobs say so themselves.
        Step(
            name: "jobs/forgotten",
            sql: """
                CREATE TABLE forgotten (
                    job BIGINT PRIMARY KEY, folder BIGINT NOT NULL, name BYTEA NOT NULL, state BIGINT NOT NULL,
                    device BIGINT NOT NULL, inode BIGINT NOT NULL, size BIGINT NOT NULL, modified BIGINT NOT NULL,
                    changed BIGINT NOT NULL, content_head BIGINT NOT NULL, content_tail BYTEA NOT NULL,
                    pipeline BIGINT NOT NULL, UNIQUE (folder, name)
                );
                ALTER TABLE pipeline ADD COLUMN successor BIGINT;
                """),
        // What the photos of ended jobs look like, apart from their records, so that all of them are read at once.
        Step(name: "jobs/likeness", sql: "CREATE TABLE likeness (job BIGINT PRIMARY KEY, likeness BYTEA NOT NULL);"),
        // Indexes of lists serve lists alone: see `JobLists`. What only claims, or looks for due jobs and copies, was answered
        // out of them where the server thought that there were hardly any live jobs, and read each of these.
        Step(
            name: "jobs/lists",
            sql: """
                DROP INDEX job_live;
                CREATE INDEX job_live ON job (id) WHERE \(JobLists.live);
                DROP INDEX job_troubled;
                CREATE INDEX job_troubled ON job (id) WHERE \(JobLists.troubled);
                """),
        // What queries ask of the photo of each job with a record, and of its findings: see PhotoFacts. What ended before is
        // due: its records are read bit by bit while a run goes on. `content` is the first half of the SHA-256.
        // A process of an older version that still runs would leave facts that do not hold any more. Each of its changes
        // writes its counts: it finds that table gone, and ends.
        Step(
            name: "jobs/facts",
            sql: """
                LOCK TABLE counts IN ACCESS EXCLUSIVE MODE;
                ALTER TABLE counts RENAME TO writer_counts;
                CREATE TABLE photo_fact (
                    job BIGINT PRIMARY KEY, content BIGINT, is_due BIGINT NOT NULL, gaps BIGINT NOT NULL,
                    marks BIGINT NOT NULL, found BIGINT NOT NULL, captured TEXT COLLATE "C", camera TEXT COLLATE "C",
                    format TEXT COLLATE "C", width BIGINT, height BIGINT, pages BIGINT, margin BIGINT,
                    models TEXT COLLATE "C", labels TEXT COLLATE "C", said TEXT COLLATE "C"
                );
                CREATE INDEX photo_fact_content ON photo_fact (content) WHERE content IS NOT NULL;
                CREATE INDEX photo_fact_due ON photo_fact (job) WHERE is_due = 1;
                CREATE TABLE finding_fact (
                    job BIGINT NOT NULL, place BIGINT NOT NULL, label TEXT COLLATE "C" NOT NULL,
                    detector TEXT COLLATE "C" NOT NULL, confidence BIGINT NOT NULL, size BIGINT, places BIGINT NOT NULL,
                    page BIGINT NOT NULL, says BIGINT NOT NULL, PRIMARY KEY (job, place)
                );
                INSERT INTO photo_fact (job, is_due, gaps, marks, found) SELECT job, 1, 0, 0, 0 FROM result;
                """),
        // Photos that were chosen into named sets, by content.
        Step(
            name: "sets/tables",
            sql: """
                CREATE TABLE photo_set (
                    name TEXT COLLATE "C" NOT NULL, content TEXT COLLATE "C" NOT NULL, PRIMARY KEY (name, content)
                );
                CREATE INDEX photo_set_content ON photo_set (content);
                """),
        // The vectors of photos, apart from their records.
        Step(name: "jobs/embedding", sql: "CREATE TABLE embedding (job BIGINT PRIMARY KEY, vectors BYTEA NOT NULL);"),
        // What has the result of another job, and its vectors, is found when that one goes.
        Step(
            name: "jobs/copies",
            sql: "CREATE INDEX job_copy ON job (original) WHERE original IS NOT NULL AND state = 4;"),
    ]

    private static func sumOfFormerCounts(_ state: Int) -> String {
        "coalesce(sum(jobs) FILTER (WHERE state = \(state)), 0)::bigint"
    }

    /// The first table of every queue; a database that has others is another program's.
    static let marker = "quiver_step"
}

/// The tables of a queue: made, brought up to date, or refused.
enum Schema {
    /// The number of the lock under which steps are taken, and of the one that transactions of several rows take.
    ///
    /// The letters "quiver" as a number, so that no other program's lock of the same database is likely to be it.
    static let stepLock: Int64 = 0x71_75_69_76_65_72_00
    static let changeLock: Int64 = stepLock + 1
    /// The oldest server that has all that is asked of it.
    static let oldest = 12

    /// Takes the steps that the database lacks; one process at a time does.
    static func migrate(_ connection: PostgresConnection, place: String) throws {
        guard try !missing(connection, place: place).isEmpty else { return }
        _ = try connection.run("BEGIN")
        do {
            // Rows of a large queue are written anew, and other hosts wait for that: here, so the limits go first.
            _ = try connection.run(
                "SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)")
            _ = try connection.run("SELECT pg_advisory_xact_lock($1)", [.integer(stepLock)])
            if try !tables(connection).hasMarker {
                _ = try connection.run("CREATE TABLE \(Step.marker) (name TEXT PRIMARY KEY)")
            }
            for step in try missing(connection, place: place) {
                for statement in statements(of: step.sql) { _ = try connection.run(statement) }
                _ = try connection.run("INSERT INTO \(Step.marker) (name) VALUES ($1)", [.text(step.name)])
            }
            _ = try connection.run("COMMIT")
        } catch {
            try? connection.rollBack()
            throw error
        }
    }

    /// The steps that the database lacks.
    ///
    /// - Throws: `JobQueueError` where it is another program's or a newer Quiver's.
    static func missing(_ connection: PostgresConnection, place: String) throws -> [Step] {
        guard let major = Int(connection.version.prefix { $0 != "." }), major >= oldest else {
            throw JobQueueError(
                .unusable,
                "The server of the database \(place) is PostgreSQL \(connection.version), and a queue needs \(oldest) or newer. "
                    + "Update it, or name another server.", fault: .input)
        }
        if let encoding = connection.encoding, encoding != "UTF8" {
            throw JobQueueError(
                .unusable,
                "The database \(place) keeps texts as \(encoding), and a queue needs UTF8. "
                    + "Make one with 'createdb --encoding=UTF8 --template=template0 NAME', and name that.",
                fault: .input)
        }
        let there = try tables(connection)
        guard there.hasMarker else {
            guard there.count == 0 else {
                throw JobQueueError(
                    .foreign,
                    "The database \(place) has tables of another program. Make one for Quiver alone with 'createdb'.",
                    fault: .input)
            }
            return Step.all
        }
        let taken = Set(try connection.run("SELECT name FROM \(Step.marker)").map { $0.text(0) ?? "" })
        if let unknown = taken.subtracting(Step.all.map(\.name)).min() {
            throw JobQueueError(
                .newer,
                "The database \(place) was made by a newer Quiver (step \(unknown)). Update Quiver on this host.",
                fault: .input)
        }
        return Step.all.filter { !taken.contains($0.name) }
    }

    /// Throws where a reader would not find what it asks for; only a writer takes the missing steps.
    static func checkForReading(_ connection: PostgresConnection, place: String) throws {
        let missing = try missing(connection, place: place)
        guard !missing.isEmpty else { return }
        throw JobQueueError(
            .unusable,
            missing.count == Step.all.count
                ? "The queue \(place) has not begun yet; 'quiver run' begins it."
                : "The queue \(place) was made by an older Quiver; 'quiver run' brings it up to date.", fault: .input)
    }

    /// How many tables there are, and whether the queue's first one is among them.
    ///
    /// Both in one look: between two another process may have made them all.
    private static func tables(_ connection: PostgresConnection) throws -> (count: Int64, hasMarker: Bool) {
        // Read as rows: after the wait for another process's steps 'to_regclass' still tells what this one knew before.
        let found = try connection.run(
            """
            SELECT count(*), count(*) FILTER (WHERE relname = $1) FROM pg_catalog.pg_class
            WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
            """, [.text(Step.marker)])[0]
        return (found.integer(0), found.integer(1) > 0)
    }

    /// The statements of a text; a line that ends with a semicolon ends one, but within a function's body.
    private static func statements(of text: String) -> [String] {
        var statements: [String] = []
        var open = ""
        for line in text.split(separator: "\n") {
            open += line + "\n"
            let isInBody = open.components(of: "$$") % 2 == 1
            guard line.last == ";", !isInBody else { continue }
            statements.append(open)
            open = ""
        }
        return open.isEmpty ? statements : statements + [open]
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
