/// The statements of the queue, each prepared once a connection.
///
/// `INDEXED BY` makes SQLite refuse a statement rather than run it over the whole table one day.
enum StaticQuery: Hashable, CaseIterable {
    case job, result, current, followers, insert, updateProgress, update, remove, removeResult, saveResult
    case promoteDue, claimRows, owners, running, nextDue, overview, count, lastID
    case find, addRecent, dropRecent, dropMain, mergeRecent, emptyRecent, sizes
    case folder, folderID, addFolder, roots, pipeline, pipelineID, addPipeline, owner, ownerID, addOwner

    /// The number of history in `tally`; no state has it.
    static let history = 100
    /// The count of numbers given out in `tally`, so that none is given twice.
    static let numbers = 101
    /// The sizes of the recent and the main table of contents in `tally`, or a little more.
    static let recent = 102
    static let main = 103

    private static let columns = [ColumnName].ofJob.list

    var sql: String {
        switch self {
        case .job: "SELECT \(Self.columns) FROM job WHERE id = :id"
        case .result: "SELECT record FROM result WHERE job = :job"
        case .current:
            "SELECT \(Self.columns) FROM job INDEXED BY job_place WHERE folder = :folder AND name = :name AND current = 1"
        case .followers:
            """
            SELECT \(Self.columns) FROM job INDEXED BY job_follower
            WHERE original = :original AND state IN (1, 3) ORDER BY id
            """
        case .insert: "INSERT INTO job (\(Self.columns)) VALUES (\([ColumnName].ofJob.values))"
        case .updateProgress: "UPDATE job SET \([ColumnName].ofProgress.assignments) WHERE id = :id"
        case .update:
            "UPDATE job SET \(([ColumnName].ofProgress + [ColumnName].ofFile).assignments) WHERE id = :id"
        case .roots: "SELECT DISTINCT root FROM folder ORDER BY root"
        case .remove: "DELETE FROM job WHERE id = :id"
        case .removeResult: "DELETE FROM result WHERE job = :job"
        case .saveResult:
            """
            INSERT INTO result (job, record) VALUES (:job, :record)
            ON CONFLICT DO UPDATE SET record = excluded.record
            """
        case .promoteDue: "UPDATE job INDEXED BY job_blocked SET state = 1 WHERE state = 3 AND due <= :due RETURNING id"
        case .claimRows:
            """
            UPDATE job SET state = 2, attempts = attempts + 1, turn = turn + 1, owner = :owner, claimed = :claimed
            WHERE id IN (
                SELECT id FROM job INDEXED BY job_ready WHERE state = 1 AND held = 0 AND pipeline = :pipeline
                ORDER BY priority, due, id LIMIT :limit)
            RETURNING \(Self.columns)
            """
        case .owners: "SELECT DISTINCT owner FROM job INDEXED BY job_running WHERE state = 2 AND owner IS NOT NULL"
        case .running:
            "SELECT \(Self.columns) FROM job INDEXED BY job_running WHERE state = 2 AND owner = :owner ORDER BY id"
        case .nextDue: "SELECT min(due) AS due FROM job INDEXED BY job_blocked WHERE state = 3"
        case .overview: "SELECT state, jobs FROM tally WHERE state <= \(Self.history) AND jobs > 0"
        case .lastID: "SELECT jobs FROM tally WHERE state = \(Self.numbers)"
        case .count:
            """
            INSERT INTO tally (state, jobs) VALUES (:state, :jobs)
            ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs
            """
        case .find: "SELECT job FROM young WHERE key = :key UNION ALL SELECT job FROM old WHERE key = :key"
        case .addRecent: "INSERT INTO young (key, job) VALUES (:key, :job)"
        case .dropRecent: "DELETE FROM young WHERE key = :key AND job = :job"
        case .dropMain: "DELETE FROM old WHERE key = :key AND job = :job"
        case .mergeRecent: "INSERT INTO old SELECT key, job FROM young ORDER BY key, job"
        case .emptyRecent: "DELETE FROM young"
        case .sizes: "SELECT state, jobs FROM tally WHERE state IN (\(Self.recent), \(Self.main))"
        case .folder: "SELECT root, path FROM folder WHERE id = :id"
        case .folderID: "SELECT id FROM folder WHERE root = :root AND path = :path"
        case .addFolder: "INSERT INTO folder (root, path) VALUES (:root, :path) RETURNING id"
        case .pipeline: "SELECT fingerprint FROM pipeline WHERE id = :id"
        case .pipelineID: "SELECT id FROM pipeline WHERE fingerprint = :fingerprint"
        case .addPipeline: "INSERT INTO pipeline (fingerprint) VALUES (:fingerprint) RETURNING id"
        case .owner: "SELECT host, boot, pid, started FROM owner WHERE id = :id"
        case .ownerID:
            "SELECT id FROM owner WHERE host = :host AND boot = :boot AND pid = :pid AND started = :started"
        case .addOwner:
            "INSERT INTO owner (host, boot, pid, started) VALUES (:host, :boot, :pid, :started) RETURNING id"
        }
    }
}
