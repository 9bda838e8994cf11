import Storage
import StorageSQL
import SystemValues

/// The statements of the queue, each prepared once a connection.
///
/// `INDEXED BY` makes SQLite refuse a statement rather than run it over the whole table one day.
enum StaticQuery: Hashable, CaseIterable {
    case job, result, current, versions, followers, doneCopies, insert, updateProgress, update
    case remove, removeResult, saveResult
    case keepLikeness, dropLikeness, likenesses
    case keepEmbeddings, dropEmbeddings, embeddings
    case keepFacts, keepFinding, dropFacts, dropFindings, noteDueFacts, dueFacts, keptLabels
    case endings, noteEnding, dropEnding, endingSpan, noteForgotten, setTally
    case promoteDue, claimRows, owners, running, nextDue, overview, count, lastID, lastCommit, noteCommit, identity
    case isPaused, notePause, setIdentity, movedTo, noteMoved, forgetMoved
    case forgotten, forgottenPage, keepForgotten, dropForgotten, predecessors, followedPipelines, noteSuccessor
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
    /// The number of the last end, the highest that was forgotten, and how many were, in `tally` too.
    static let lastEnding = 106
    static let forgottenEnding = 107
    static let forgettings = 108

    private static let columns = [QueueColumn].ofJob.list
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
        case .doneCopies:
            "SELECT \(Self.columns) FROM job INDEXED BY job_copy WHERE original = :original AND state = 4 ORDER BY id"
        case .insert: "INSERT INTO job (\(Self.columns)) VALUES (\([QueueColumn].ofJob.values))"
        case .updateProgress: "UPDATE job SET \([QueueColumn].ofProgress.assignments) WHERE id = :id"
        case .update:
            "UPDATE job SET \(([QueueColumn].ofProgress + [QueueColumn].ofFile).assignments) WHERE id = :id"
        case .roots: "SELECT DISTINCT root FROM folder ORDER BY root"
        case .remove: "DELETE FROM job WHERE id = :id"
        case .removeResult: "DELETE FROM result WHERE job = :job"
        case .saveResult:
            """
            INSERT INTO result (job, record) VALUES (:job, :record)
            ON CONFLICT DO UPDATE SET record = excluded.record
            """
        case .keepLikeness:
            """
            INSERT INTO likeness (job, likeness) VALUES (:job, :likeness)
            ON CONFLICT DO UPDATE SET likeness = excluded.likeness
            """
        case .dropLikeness: "DELETE FROM likeness WHERE job = :job"
        case .likenesses: "SELECT job, likeness FROM likeness WHERE job > :job ORDER BY job LIMIT :limit"
        case .keepEmbeddings:
            """
            INSERT INTO embedding (job, vectors) VALUES (:job, :vectors)
            ON CONFLICT DO UPDATE SET vectors = excluded.vectors
            """
        case .dropEmbeddings: "DELETE FROM embedding WHERE job = :job"
        case .embeddings: "SELECT job, vectors FROM embedding WHERE job > :job ORDER BY job LIMIT :limit"
        case .keepFacts:
            """
            INSERT INTO photo_fact (\([QueueColumn].ofPhotoFact.list))
            VALUES (\([QueueColumn].ofPhotoFact.map(Self.fact).joined(separator: ", ")))
            ON CONFLICT DO UPDATE SET \([QueueColumn].ofPhotoFact.replacements)
            """
        case .keepFinding:
            """
            INSERT INTO finding_fact (\([QueueColumn].ofFindingFact.list)) VALUES (\([QueueColumn].ofFindingFact.values))
            """
        case .dropFacts: "DELETE FROM photo_fact WHERE job = :job"
        case .dropFindings: "DELETE FROM finding_fact WHERE job = :job"
        case .noteDueFacts:
            """
            INSERT INTO photo_fact (job, is_due, gaps, marks, found) VALUES (:job, 1, 0, 0, 0)
            ON CONFLICT DO UPDATE SET is_due = 1
            """
        case .dueFacts:
            "SELECT job FROM photo_fact INDEXED BY photo_fact_due WHERE is_due = 1 ORDER BY job LIMIT :limit"
        case .keptLabels: "SELECT DISTINCT label FROM finding_fact"
        case .endings:
            "SELECT job, number FROM ending INDEXED BY ending_number WHERE number > :number ORDER BY number LIMIT :limit"
        case .noteEnding:
            """
            INSERT INTO ending (job, number) VALUES (:job, :number)
            ON CONFLICT DO UPDATE SET number = excluded.number
            """
        case .dropEnding: "DELETE FROM ending WHERE job = :job RETURNING number"
        case .endingSpan:
            "SELECT state, jobs FROM tally WHERE state BETWEEN \(Self.lastEnding) AND \(Self.forgettings)"
        case .noteForgotten:
            """
            INSERT INTO tally (state, jobs) VALUES (\(Self.forgottenEnding), :number)
            ON CONFLICT DO UPDATE SET jobs = max(jobs, excluded.jobs)
            """
        case .setTally:
            """
            INSERT INTO tally (state, jobs) VALUES (:state, :jobs)
            ON CONFLICT DO UPDATE SET jobs = excluded.jobs
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
        case .setIdentity: "UPDATE identity SET fingerprint = :fingerprint"
        case .movedTo: "SELECT target FROM moved"
        case .noteMoved: "INSERT INTO moved (target) VALUES (:target)"
        case .forgetMoved: "DELETE FROM moved"
        case .forgotten:
            "SELECT \([QueueColumn].ofForgotten.list) FROM forgotten WHERE folder = :folder AND name = :name"
        case .forgottenPage:
            "SELECT \([QueueColumn].ofForgotten.list) FROM forgotten WHERE job > :job ORDER BY job LIMIT :limit"
        case .keepForgotten:
            """
            INSERT OR REPLACE INTO forgotten (\([QueueColumn].ofForgotten.list))
            VALUES (\([QueueColumn].ofForgotten.values))
            """
        case .dropForgotten: "DELETE FROM forgotten WHERE job = :job"
        case .predecessors: "SELECT fingerprint FROM pipeline WHERE successor = :pipeline ORDER BY id"
        case .followedPipelines: "SELECT fingerprint FROM pipeline WHERE id IN (SELECT successor FROM pipeline)"
        case .noteSuccessor: "UPDATE pipeline SET successor = :pipeline WHERE fingerprint = :fingerprint"
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
    /// What goes into a column of a photo's facts.
    private static func fact(_ column: QueueColumn) -> String {
        guard column == .isDue else { return ":" + column.sql }
        return "EXISTS (SELECT 1 FROM finding_review WHERE content = :digest AND review IS NOT NULL)"
    }

    /// Hands out the first ready jobs.
    ///
    /// - Parameters:
    ///   - pipelines: The numbers of several, of each of which the index gives the first; else the one is a value of the statement.
    ///   - condition: What more must hold for a job, in SQL.
    static func claim(of pipelines: [Int64] = [], where condition: String = "") -> String {
        func first(of pipeline: String, _ columns: String) -> String {
            """
            SELECT \(columns) FROM job INDEXED BY job_ready WHERE state = 1 AND held = 0 AND pipeline = \(pipeline)\(condition)
            ORDER BY priority, due, id LIMIT :limit
            """
        }
        let several = pipelines.map { "SELECT * FROM (\(first(of: "\($0)", "id, priority, due")))" }
        let next =
            pipelines.count > 1
            ? "SELECT id FROM (\(several.joined(separator: " UNION ALL "))) ORDER BY priority, due, id LIMIT :limit"
            : first(of: ":pipeline", "id")
        return """
            UPDATE job SET state = 2, attempts = attempts + 1, turn = turn + 1, owner = :owner, claimed = :claimed
            WHERE id IN (\(next))
            RETURNING \([QueueColumn].ofJob.list)
            """
    }
}

extension JobConditions {
    /// Conditions with their values written out; bytes are written as digits, so that there is nothing to escape.
    static var literal: JobConditions {
        JobConditions { value in
            switch value {
            case .number(let number): String(number)
            // Written out there is no bound on how many.
            case .oneOf(let numbers): "IN (\(numbers.map(String.init).joined(separator: ",")))"
            case .bytes(let bytes): "X'\(bytes.hexadecimal)'"
            case .text(let text): "CAST(X'\(Array(text.utf8).hexadecimal)' AS TEXT)"
            }
        }
    }
}

extension [QueueColumn] {
    /// Their values as a list, as in `:id, :state`.
    var values: String { map { ":" + $0.sql }.joined(separator: ", ") }

    /// Their values as assignments, as in `id = :id, state = :state`.
    var assignments: String { map { "\($0.sql) = :\($0.sql)" }.joined(separator: ", ") }

    /// Their values in the place of a row's own, as in `gaps = excluded.gaps`.
    var replacements: String { dropFirst().map { "\($0.sql) = excluded.\($0.sql)" }.joined(separator: ", ") }
}
