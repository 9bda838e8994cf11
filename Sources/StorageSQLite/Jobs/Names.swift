import Storage

/// The values that many rows share, by the small number that stands for each in a row.
///
/// What was looked up is remembered, up to a bound. A transaction that is undone takes its new numbers with it, so
/// everything is forgotten then.
struct Names {
    struct Folder: Hashable {
        let root: [UInt8]
        let path: [UInt8]

        /// All bytes at once: one by one is many times slower.
        func hash(into hasher: inout Hasher) {
            path.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    private var folders = InternTable<Folder>()
    private var pipelines = InternTable<Fingerprint>()
    private var owners = InternTable<Owner>()

    mutating func folder(_ id: Int64, _ query: @autoclosure () throws -> Query) throws -> Folder {
        try folders.value(of: id, query()) { Folder(root: $0.bytes(.root), path: $0.bytes(.path)) }
    }

    mutating func pipeline(_ id: Int64, _ query: @autoclosure () throws -> Query) throws -> Fingerprint {
        try pipelines.value(of: id, query()) { Fingerprint($0.bytes(.fingerprint)) }
    }

    mutating func owner(_ id: Int64, _ query: @autoclosure () throws -> Query) throws -> Owner {
        try owners.value(of: id, query()) {
            Owner(
                host: $0.text(.host) ?? "", boot: $0.text(.boot) ?? "",
                pid: Int32(truncatingIfNeeded: $0.integer(.pid)), started: $0.integer(.started))
        }
    }

    mutating func number(of folder: Folder, _ query: () throws -> Query) throws -> Int64? {
        try folders.number(of: folder) {
            try query().first(
                {
                    $0.set(.root, folder.root)
                    $0.set(.path, folder.path)
                }, row: { $0.integer(.id) })
        }
    }

    mutating func number(of pipeline: Fingerprint, _ query: () throws -> Query) throws -> Int64? {
        try pipelines.number(of: pipeline) {
            try query().first({ $0.set(.fingerprint, pipeline.bytes) }, row: { $0.integer(.id) })
        }
    }

    mutating func number(of owner: Owner, _ query: () throws -> Query) throws -> Int64? {
        let owner = owner.withoutLife
        return try owners.number(of: owner) {
            try query().first({ $0.set(owner) }, row: { $0.integer(.id) })
        }
    }

    /// A table's values and numbers, remembered in both directions.
    private struct InternTable<Value: Hashable> {
        private var values: [Int64: Value] = [:]
        private var numbers: [Value: Int64] = [:]

        mutating func value(
            of id: Int64, _ query: @autoclosure () throws -> Query, read: (Query.Row) throws -> Value?
        ) throws -> Value {
            if let value = values[id] { return value }
            let found = try query().first({ $0.set(.id, id) }, row: read)
            guard let value = found ?? nil else {
                throw JobQueueError(
                    .damaged, "The queue's database refers to a \(Value.self) that it does not hold.",
                    fault: .environment)
            }
            remember(value, id)
            return value
        }

        mutating func number(of value: Value, find: () throws -> Int64?) throws -> Int64? {
            if let id = numbers[value] { return id }
            guard let id = try find() else { return nil }
            remember(value, id)
            return id
        }

        private mutating func remember(_ value: Value, _ id: Int64) {
            if values.count >= 10_000 {
                values.removeAll()
                numbers.removeAll()
            }
            values[id] = value
            numbers[value] = id
        }
    }
}

extension Query.Binder {
    /// Who holds claims, column by column.
    mutating func set(_ owner: Owner) {
        set(.host, owner.host)
        set(.boot, owner.boot)
        set(.pid, Int64(owner.pid))
        set(.started, owner.started)
    }
}
