import Storage
import StorageSQL
import SystemValues

/// Photos that were forgotten, and pipelines whose results stand for another one.
extension PostgresRows {
    func forgotten(at place: Place) throws -> ForgottenPhoto? {
        // Looked up together with the place's current job.
        if forgotten[place] == nil {
            current[place] = nil
            try foresee(.places([place]))
        }
        return forgotten[place] ?? nil
    }

    func forgotten(after: JobID?, limit: Int) throws -> [ForgottenPhoto] {
        try flush()
        return decodeForgotten(
            try connection.run(ForgottenRow.page, [.integer(after?.rawValue ?? -1), .integer(Int64(limit))]))
    }

    func keep(forgotten photos: [ForgottenPhoto]) throws {
        try needAlone()
        guard !photos.isEmpty else { return }
        let folders = try names.numbers(
            of: Set(photos.map { NameTable.Folder(root: $0.place.root, path: $0.place.folder) }), making: true)
        let rows = try photos.map { photo in
            guard let folder = folders[NameTable.Folder(root: photo.place.root, path: photo.place.folder)],
                let pipeline = try names.number(of: photo.pipeline, making: true)
            else { throw PostgresFailure(state: "XX001", message: "a folder's or pipeline's number is missing") }
            return (photo: photo, numbers: SharedNumbers(folder: folder, pipeline: pipeline, owner: nil))
        }
        added.append(
            PostgresStatement(
                sql: JobStatements.keepForgotten, values: [QueueColumn].ofForgotten.values(of: rows)))
        for photo in photos { forgotten[photo.place] = .some(photo) }
    }

    func drop(_ photo: ForgottenPhoto) throws {
        try needAlone()
        added.append(
            PostgresStatement(
                sql: "DELETE FROM forgotten WHERE job = $1", values: [.integer(photo.job.rawValue)]))
        forgotten[photo.place] = .some(nil)
    }

    func predecessors(of pipeline: Fingerprint) throws -> [Fingerprint] {
        try flush()
        guard let number = try names.number(of: pipeline, making: false) else { return [] }
        return try connection.run(
            "SELECT fingerprint FROM pipeline WHERE successor = $1 ORDER BY id", [.integer(number)]
        ).map { Fingerprint($0.bytes(0)) }.compactMap { $0 }
    }

    func pipelinesWithPredecessors() throws -> [Fingerprint] {
        try flush()
        return try connection.run("SELECT fingerprint FROM pipeline WHERE id IN (SELECT successor FROM pipeline)")
            .map { Fingerprint($0.bytes(0)) }.compactMap { $0 }
    }

    func note(resultsOf former: Fingerprint, standFor present: Fingerprint?) throws {
        try needAlone()
        let number = try present.map { try names.number(of: $0, making: true) } ?? nil
        if present != nil { _ = try names.number(of: former, making: true) }
        added.append(
            PostgresStatement(
                sql: "UPDATE pipeline SET successor = $2 WHERE fingerprint = $1",
                values: [.bytes(former.bytes), .optional(number)]))
    }

    /// Photos from rows with all columns of ``ForgottenRow``.
    func decodeForgotten(_ result: PostgresResult) -> [ForgottenPhoto] {
        result.map { ForgottenRow(row: $0).photo(names.roots) }.compactMap { $0 }
    }
}

/// A row of what is left of a forgotten photo, with its folder and its pipeline.
struct ForgottenRow: JobRow {
    let row: PostgresResult.Row

    private static let own = [QueueColumn].ofForgotten
    private static let columns =
        own.map { "gone." + $0.sql }.joined(separator: ", ") + ", folder.root, folder.path, pipeline.fingerprint"
    private static let names =
        "JOIN folder ON folder.id = gone.folder JOIN pipeline ON pipeline.id = gone.pipeline"

    /// Those at places, which are given by the numbers of their folders and their names.
    static let atPlaces = """
        SELECT \(columns) FROM unnest($1::bigint[], $2::bytea[]) AS wanted (folder, name) CROSS JOIN LATERAL (
            SELECT * FROM forgotten WHERE forgotten.folder = wanted.folder AND forgotten.name = wanted.name OFFSET 0
        ) AS gone \(names)
        """
    /// Some behind a number, by their numbers.
    static let page = "SELECT \(columns) FROM forgotten AS gone \(names) WHERE gone.job > $1 ORDER BY gone.job LIMIT $2"

    func integer(_ column: QueueColumn) -> Int64 { row.integer(Self.position(of: column)) }
    func optional(_ column: QueueColumn) -> Int64? { row.optional(Self.position(of: column)) }
    func text(_ column: QueueColumn) -> String? { row.text(Self.position(of: column)) }
    func withBytes<T>(_ column: QueueColumn, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        row.withBytes(Self.position(of: column), body)
    }

    private static func position(of column: QueueColumn) -> Int { own.firstIndex(of: column) ?? own.count }

    /// The photo; nil where the row does not make sense.
    func photo(_ roots: RootNames) -> ForgottenPhoto? {
        let behind = Self.own.count
        guard let pipeline = Fingerprint(row.bytes(behind + 2)) else { return nil }
        let place = Place(
            root: roots.local(row.bytes(behind)), folder: row.bytes(behind + 1),
            name: withBytes(.name) { Array($0) })
        return forgotten(at: place, pipeline: pipeline)
    }
}
