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
