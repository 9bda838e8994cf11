import StorageSQL

extension PostgresBook {
    func elements(ofNumbers parameter: String) -> String {
        "SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST(:\(parameter) AS JSON)) AS value"
    }

    func elements(ofTexts parameter: String) -> String {
        "SELECT value FROM json_array_elements_text(CAST(:\(parameter) AS JSON)) AS value"
    }

    var locking: String { rows.isReader ? "" : " FOR UPDATE" }

    var lockingWhatIsFree: String { rows.isReader ? "" : " FOR UPDATE SKIP LOCKED" }

    func goOn(behind number: Int64, in table: String) throws {
        // A sequence knows no transaction: where this one fails, some numbers are given to no row.
        _ = try rows(
            """
            SELECT setval(pg_get_serial_sequence(:table, 'id'),
                greatest(:number, nextval(pg_get_serial_sequence(:table, 'id')))) AS number
            """, ["table": .text(table), "number": .integer(number)])
    }

    /// Keeps the rows, which go out in one statement with whatever the transaction writes next.
    func add(_ added: [[SQLValue]], columns: [String], to table: String) throws {
        if changesAlone { try rows.needAlone() }
        let lists = columns.indices.compactMap { column in
            Self.list(added.map { $0[column] }).map { (name: columns[column], list: $0) }
        }
        guard !lists.isEmpty else { return }
        let (names, new) = (lists.map(\.name).joined(separator: ", "), (1...lists.count).map { "$\($0)" })
        rows.added.append(
            PostgresStatement(
                sql: """
                    INSERT INTO \(table) (\(names))
                    SELECT \(names) FROM unnest(\(new.joined(separator: ", "))) WITH ORDINALITY AS new (\(names), place)
                    ORDER BY place
                    """, values: lists.map(\.list)))
    }

    /// A column's values; nil where all of them are NULL.
    private static func list(_ values: [SQLValue]) -> PostgresValue? {
        for value in values {
            switch value {
            case .null: continue
            case .integer:
                return .integers(
                    values.map { value in
                        guard case .integer(let number) = value else { return nil }
                        return number
                    })
            case .text:
                return .texts(
                    values.map { value in
                        guard case .text(let text) = value else { return nil }
                        return text.withoutZeros
                    })
            }
        }
        return nil
    }
}
