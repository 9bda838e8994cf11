import GRDB
import Storage
import StorageSQL

/// One connection's prepared statements, and the rows read and written through them.
///
/// Used by one thread at a time, inside a transaction; the rules are those of `JobTable`.
final class SQLRows {
    let database: Database
    var names = Names()
    /// What the transaction adds to each number in `tally`.
    var tally: [Int: Int] = [:]
    /// How many rows the recent and the main table of contents have, once they were asked for.
    var sizes: (recent: Int, main: Int)?
    /// The folder that was looked up last.
    private var last: (folder: Names.Folder, id: Int64)?
    /// The last number that was given, once it was asked for.
    var lastID: Int64?
    /// Which ends there are, once it was asked for.
    var span: EndingSpan?
    /// Jobs whose record was kept by this transaction, and no facts for it.
    var withoutFacts: Set<Int64> = []
    private var queries: [StaticQuery: Query] = [:]

    init(_ database: Database) {
        self.database = database
    }

    /// A statement that is prepared once a connection.
    func query(_ name: StaticQuery) throws -> Query {
        if let query = queries[name] { return query }
        let query = try Query(database, name.sql)
        queries[name] = query
        return query
    }

    /// Writes what the transaction has added up; the last thing before its commit.
    func finish() throws {
        for job in withoutFacts.sorted() { try noteDueFacts(of: job) }
        withoutFacts.removeAll()
        try mergeRecent()
        for (state, change) in tally where change != 0 {
            try query(.count).run {
                $0.set(.state, state)
                $0.set(.jobs, change)
            }
        }
        tally.removeAll(keepingCapacity: true)
    }

    /// Forgets what the transaction has done, because it did not happen.
    func forget() {
        tally.removeAll()
        withoutFacts.removeAll()
        names = Names()
        last = nil
        lastID = nil
        span = nil
        sizes = nil
    }

    /// A number that no job has had.
    func nextID() throws -> Int64 {
        let last = try lastNumber().rawValue
        lastID = last + 1
        tally[StaticQuery.numbers, default: 0] += 1
        return last + 1
    }

    /// Counts a job as it is, `by` times; history has one number for all its states.
    func count(_ job: Job, by change: Int) {
        tally[job.isCurrent ? job.state.rawValue : StaticQuery.history, default: 0] += change
    }

    func folder(of place: Place) throws -> Int64? {
        // Photos come folder by folder.
        if let last, last.folder.root == place.root, place.folderSlice == last.folder.path[...] { return last.id }
        let folder = Names.Folder(root: place.root, path: place.folder)
        guard let id = try names.number(of: folder, { try query(.folderID) }) else { return nil }
        last = (folder, id)
        return id
    }

    func number(of pipeline: Fingerprint) throws -> Int64? {
        try names.number(of: pipeline) { try query(.pipelineID) }
    }

    func number(of owner: Owner) throws -> Int64? {
        try names.number(of: owner) { try query(.ownerID) }
    }

    /// Reads a job from a row with the columns of `ofJob`.
    func decode(_ row: Query.Row) throws -> Job {
        let folder = try names.folder(row.integer(.folder), query(.folder))
        let place = Place(root: folder.root, folder: folder.path, name: row.bytes(.name))
        return row.job(
            at: place, output: row.withBytes(.output) { PackedOutput.unpack($0, for: place, job: row.integer(.id)) },
            pipeline: try names.pipeline(row.integer(.pipeline), query(.pipeline)),
            owner: try row.optional(.owner).map { try names.owner($0, query(.owner)) })
    }
}
