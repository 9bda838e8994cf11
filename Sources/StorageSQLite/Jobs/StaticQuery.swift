import Storage
import SystemValues

/// The statements of the queue, each prepared once a connection.
///
/// `INDEXED BY` makes SQLite refuse a statement rather than run it over the whole table one day.
enum StaticQuery: Hashable, CaseIterable {
    case job, result, current, versions, followers, insert, updateProgress, update, remove, removeResult, saveResult
    case promoteDue, claimRows, owners, running, nextDue, overview, count, lastID, lastCommit, noteCommit, identity
    case isPaused, notePause
    case find, addRecent, dropRecent, dropMain, mergeRecent, emptyRecent, sizes
    case folder, folderID, addFolder, roots, pipeline, pipelineID, addPipeline, owner, ownerID, addOwner

    /// The number of history in `tally`; no state has it.
    static let history = 100
    /// The count of numbers given out in `tally`, so that none is given twice.
    static let numbers = 101
    /// The sizes of the recent and the main table of contents in `tally`, or a little more.
    static let recent = 102
    static let main = 103
    /// The number of the last commit that changed anything, in `tally` too.
    static let commit = 104
    /// 1 while the work is paused by hand, in `tally` too.
    static let paused = 105

    private static let columns = [ColumnName].ofJob.list
    private static let finalStates = JobState.allCases.filter(\.isFinal).map { "\($0.rawValue)" }
        .joined(separator: ", ")

    var sql: String {
        switch self {
        case .job: "SELECT \(Self.columns) FROM job WHERE id = :id"
        case .result: "SELECT record FROM result WHERE job = :job"
        case .current:
            "SELECT \(Self.columns) FROM job INDEXED BY job_place WHERE folder = :folder AND name = :name AND current = 1"
        case .versions:
            """
            SELECT id, state, finished, turn, current FROM job
            WHERE id > :id AND pipeline = :pipeline AND state IN (\(Self.finalStates)) ORDER BY id LIMIT :limit
            """
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
        case .claimRows: Self.claim()
        case .owners: "SELECT DISTINCT owner FROM job INDEXED BY job_running WHERE state = 2 AND owner IS NOT NULL"
        case .running:
            "SELECT \(Self.columns) FROM job INDEXED BY job_running WHERE state = 2 AND owner = :owner ORDER BY id"
        case .nextDue: "SELECT min(due) AS due FROM job INDEXED BY job_blocked WHERE state = 3"
        case .overview: "SELECT state, jobs FROM tally WHERE state <= \(Self.history) AND jobs > 0"
        case .lastID: "SELECT jobs FROM tally WHERE state = \(Self.numbers)"
        case .lastCommit: "SELECT jobs FROM tally WHERE state = \(Self.commit)"
        case .noteCommit:
            """
            INSERT INTO tally (state, jobs) VALUES (\(Self.commit), :jobs)
            ON CONFLICT DO UPDATE SET jobs = excluded.jobs
            """
        case .isPaused: "SELECT jobs FROM tally WHERE state = \(Self.paused)"
        case .notePause:
            """
            INSERT INTO tally (state, jobs) VALUES (\(Self.paused), :jobs)
            ON CONFLICT DO UPDATE SET jobs = excluded.jobs
            """
        case .count:
            """
            INSERT INTO tally (state, jobs) VALUES (:state, :jobs)
            ON CONFLICT DO UPDATE SET jobs = jobs + excluded.jobs
            """
        case .identity: "SELECT fingerprint FROM identity"
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

extension StaticQuery {
    /// Hands out the first ready jobs.
    ///
    /// - Parameter condition: What more must hold for a job, in SQL.
    static func claim(outside condition: String = "") -> String {
        """
        UPDATE job SET state = 2, attempts = attempts + 1, turn = turn + 1, owner = :owner, claimed = :claimed
        WHERE id IN (
            SELECT id FROM job INDEXED BY job_ready WHERE state = 1 AND held = 0 AND pipeline = :pipeline\(condition)
            ORDER BY priority, due, id LIMIT :limit)
        RETURNING \([ColumnName].ofJob.list)
        """
    }

    /// That a job's file lies in none of the folders; bytes are written as digits, so that there is nothing to escape.
    static func condition(for folders: Set<FolderPlace>) -> String {
        let places = folders.map { place in
            let root = "root = \(literal(place.root))"
            guard !place.folder.isEmpty else { return "(\(root))" }
            let inside = place.folder + [UInt8(ascii: "/")]
            return "(\(root) AND (path = \(literal(place.folder)) OR "
                + "substr(path, 1, \(inside.count)) = \(literal(inside))))"
        }
        return " AND folder NOT IN (SELECT id FROM folder WHERE \(places.sorted().joined(separator: " OR ")))"
    }

    private static func literal(_ bytes: [UInt8]) -> String { "X'\(bytes.hexadecimal)'" }
}

/// Every column and every value of the queue's statements, by its name in SQL.
///
/// Values are bound and rows are read by these names alone. Where each lies in a statement is looked up once, when the
/// statement is prepared: no list of columns anywhere has to be in the order of another one.
enum ColumnName: Int, CaseIterable {
    case id, folder, name, arrived
    case state, attempts, crashes, retries, recoveries, due, turn, owner, held, claimed, finished
    case failureCode, failureMessage, failureFault
    case original, current, counterpart, output, device, inode, size, modified, changed, contentHead, contentTail,
        pipeline, priority
    case job, record, key, jobs, root, path, fingerprint, host, boot, pid, started
    /// How many rows at most.
    case limit
    /// The beginning that a path must have, and its length in bytes.
    case prefix, length

    /// The name in SQL.
    var sql: String {
        switch self {
        case .failureCode: "failure_code"
        case .failureMessage: "failure_message"
        case .failureFault: "failure_fault"
        case .contentHead: "content_head"
        case .contentTail: "content_tail"
        default: "\(self)"
        }
    }

    /// All of them, by their names in SQL.
    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.sql, $0) })
}

extension [ColumnName] {
    /// What a job keeps as long as it has a row.
    static let ofIdentity: [ColumnName] = [.id, .folder, .name, .arrived]
    /// What changes while a job is worked.
    static let ofProgress: [ColumnName] = [
        .state, .attempts, .crashes, .retries, .recoveries, .due, .turn, .owner, .held, .claimed, .finished,
        .failureCode, .failureMessage, .failureFault,
    ]
    /// What changes when a file or its leader changes.
    static let ofFile: [ColumnName] = [
        .original, .current, .counterpart, .output, .device, .inode, .size, .modified, .changed, .contentHead,
        .contentTail,
        .pipeline, .priority,
    ]
    /// All columns of a job's row.
    static let ofJob = ofIdentity + ofProgress + ofFile

    /// The columns as a list, as in `id, state`.
    var list: String { map(\.sql).joined(separator: ", ") }

    /// Their values as a list, as in `:id, :state`.
    var values: String { map { ":" + $0.sql }.joined(separator: ", ") }

    /// Their values as assignments, as in `id = :id, state = :state`.
    var assignments: String { map { "\($0.sql) = :\($0.sql)" }.joined(separator: ", ") }
}
