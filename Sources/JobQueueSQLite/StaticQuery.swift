/// The statements of the queue, each prepared once a connection.
///
/// `INDEXED BY` makes SQLite refuse a statement rather than run it over the whole table one day.
enum StaticQuery: Hashable {
    case job, result, current, followers, insert, advance, rewrite, remove, removeResult, keep
    case wake, take, owners, running, nextDue, overview, count, lastID
    case find, addYoung, dropYoung, dropOld, pourOut, emptyYoung, sizes
    case folder, folderID, addFolder, roots, pipeline, pipelineID, addPipeline, owner, ownerID, addOwner

    /// The number of history in `tally`; no state has it.
    static let history = 100
    /// The count of numbers given out in `tally`, so that none is given twice.
    static let numbers = 101
    /// The sizes of the tables `young` and `old` in `tally`, or a little more.
    static let young = 102
    static let old = 103

    static let columns = """
        id, state, attempts, crashes, retries, recoveries, due, turn, owner, original, held, current, \
        folder, name, output, device, inode, size, modified, content_head, content_tail, pipeline, priority, \
        arrived, claimed, finished, failure_code, failure_message, failure_fault, changed
        """

    var sql: String {
        switch self {
        case .job: "SELECT \(Self.columns) FROM job WHERE id = ?"
        case .result: "SELECT record FROM result WHERE job = ?"
        case .current:
            "SELECT \(Self.columns) FROM job INDEXED BY job_place WHERE folder = ? AND name = ? AND current = 1"
        case .followers:
            """
            SELECT \(Self.columns) FROM job INDEXED BY job_follower
            WHERE original = ? AND state IN (1, 3) ORDER BY id
            """
        case .insert:
            """
            INSERT INTO job (
                id, state, attempts, crashes, retries, recoveries, due, turn, held, original, current,
                folder, name, output, device, inode, size, modified, content_head, content_tail, pipeline, priority,
                arrived, changed)
            VALUES (?, ?, 0, 0, 0, 0, ?, 0, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .advance:
            """
            UPDATE job SET state = ?, attempts = ?, crashes = ?, retries = ?, recoveries = ?, due = ?, turn = ?,
                owner = ?, held = ?, claimed = ?, finished = ?,
                failure_code = ?, failure_message = ?, failure_fault = ?
            WHERE id = ?
            """
        case .rewrite:
            """
            UPDATE job SET state = ?, attempts = ?, crashes = ?, retries = ?, recoveries = ?, due = ?, turn = ?,
                owner = ?, held = ?, claimed = ?, finished = ?,
                failure_code = ?, failure_message = ?, failure_fault = ?,
                original = ?, current = ?, output = ?, device = ?, inode = ?, size = ?, modified = ?,
                content_head = ?, content_tail = ?, pipeline = ?, priority = ?, changed = ?
            WHERE id = ?
            """
        case .roots: "SELECT DISTINCT root FROM folder ORDER BY root"
        case .remove: "DELETE FROM job WHERE id = ?"
        case .removeResult: "DELETE FROM result WHERE job = ?"
        case .keep: "INSERT INTO result (job, record) VALUES (?, ?) ON CONFLICT DO UPDATE SET record = excluded.record"
        case .wake: "UPDATE job INDEXED BY job_blocked SET state = 1 WHERE state = 3 AND due <= ? RETURNING id"
        case .take:
            """
            UPDATE job SET state = 2, attempts = attempts + 1, turn = turn + 1, owner = ?, claimed = ?
            WHERE id IN (
                SELECT id FROM job INDEXED BY job_ready WHERE state = 1 AND held = 0 AND pipeline = ?
                ORDER BY priority, due, id LIMIT ?)
            RETURNING \(Self.columns)
            """
        case .owners: "SELECT DISTINCT owner FROM job INDEXED BY job_running WHERE state = 2 AND owner IS NOT NULL"
        case .running:
            "SELECT \(Self.columns) FROM job INDEXED BY job_running WHERE state = 2 AND owner = ? ORDER BY id"
        case .nextDue: "SELECT min(due) FROM job INDEXED BY job_blocked WHERE state = 3"
        case .overview: "SELECT state, jobs FROM tally WHERE state <= \(Self.history) AND jobs > 0"
        case .lastID: "SELECT jobs FROM tally WHERE state = \(Self.numbers)"
        case .count:
            "INSERT INTO tally (state, jobs) VALUES (?, ?) ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs"
        case .find: "SELECT job FROM young WHERE key = ?1 UNION ALL SELECT job FROM old WHERE key = ?1"
        case .addYoung: "INSERT INTO young (key, job) VALUES (?, ?)"
        case .dropYoung: "DELETE FROM young WHERE key = ? AND job = ?"
        case .dropOld: "DELETE FROM old WHERE key = ? AND job = ?"
        case .pourOut: "INSERT INTO old SELECT key, job FROM young ORDER BY key, job"
        case .emptyYoung: "DELETE FROM young"
        case .sizes: "SELECT state, jobs FROM tally WHERE state IN (\(Self.young), \(Self.old))"
        case .folder: "SELECT root, path FROM folder WHERE id = ?"
        case .folderID: "SELECT id FROM folder WHERE root = ? AND path = ?"
        case .addFolder: "INSERT INTO folder (root, path) VALUES (?, ?) RETURNING id"
        case .pipeline: "SELECT fingerprint FROM pipeline WHERE id = ?"
        case .pipelineID: "SELECT id FROM pipeline WHERE fingerprint = ?"
        case .addPipeline: "INSERT INTO pipeline (fingerprint) VALUES (?) RETURNING id"
        case .owner: "SELECT host, boot, pid, started FROM owner WHERE id = ?"
        case .ownerID: "SELECT id FROM owner WHERE host = ? AND boot = ? AND pid = ? AND started = ?"
        case .addOwner: "INSERT INTO owner (host, boot, pid, started) VALUES (?, ?, ?, ?) RETURNING id"
        }
    }
}
