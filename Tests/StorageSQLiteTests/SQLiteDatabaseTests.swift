import GRDB
import Testing

@testable import StorageSQL
@testable import StorageSQLite

@Suite struct SQLiteDatabaseTests {
    private func database<T>(_ body: (SQLiteDatabase) throws -> T) throws -> T {
        try DatabaseQueue().write { database in
            try database.execute(sql: "CREATE TABLE thing (name TEXT, number INTEGER, raw BLOB, share REAL) STRICT")
            return try body(SQLiteDatabase(database))
        }
    }

    private static let insert = "INSERT INTO thing (name, number) VALUES (:name, :number)"

    @Test(arguments: [
        ["name": SQLValue.text("é"), "number": SQLValue(true)],
        ["name": SQLValue(String?.none), "number": .integer(.max)],
    ])
    func valuesComeBackByTheirNames(_ values: [String: SQLValue]) throws {
        try database { database in
            for _ in 1...2 { try database.execute(Self.insert, values) }
            let rows = try database.rows("SELECT number, name, name IS NULL AS bare FROM thing", [:])
            let counts = try database.rows(
                "SELECT count(*) AS number FROM thing WHERE number = :number", ["number": values["number"] ?? .null])
            #expect(rows.count == 2 && counts.count == 1)
            let copy = try database.rows(
                "SELECT count(*) AS number FROM thing WHERE name IS :name AND number IS :number", values)
            #expect(try copy.map { try $0.number("number") } == [2])
            #expect(try rows.map { try $0.textIfAny("name") }.allSatisfy { SQLValue($0) == values["name"] })
            #expect(try rows.map { try $0.numberIfAny("number") }.allSatisfy { SQLValue($0) == values["number"] })
        }
    }

    @Test(
        arguments: [
            (#"{"a":{"b":"x"}}"#, ["a", "b"], "x"), (#"{"a":true}"#, ["a"], "1"), (#"{"a":false}"#, ["a"], "0"),
            (#"{"a":12}"#, ["a"], "12"), (#"{"a":["x","y"]}"#, ["a", "1"], "y"), (#"{"a":[]}"#, ["a", "0"], nil),
            (#"{"a":[{"b":1}]}"#, ["a", "0"], #"{"b":1}"#), (#"{"a":null}"#, ["a"], nil), ("{}", ["a"], nil),
            ("{", ["a"], nil), (nil, ["a"], nil),
        ] as [(String?, [String], String?)])
    func aMemberIsTextOrNothing(json: String?, path: [String], member: String?) throws {
        let found = try database { database in
            try database.execute(Self.insert, ["name": SQLValue(json), "number": .null])
            return try database.rows("SELECT \(database.member(path, ofJSON: "name")) AS member FROM thing", [:])
        }
        #expect(try found.map { try $0.textIfAny("member") } == [member])
    }

    @Test(arguments: ["x'00'", "0.5"]) func otherValuesAreRefused(_ value: String) throws {
        _ = try database { (database: SQLiteDatabase) throws in
            #expect(throws: DatabaseError.self) { try database.rows("SELECT \(value) AS value", [:]) }
        }
    }

    @Test func aValueThatIsMissingIsAnError() throws {
        try database { database in
            #expect(throws: (any Error).self) { try database.execute(Self.insert, ["name": .null]) }
            try database.execute(Self.insert, ["name": .null, "number": .null])
            let row = try #require(try database.rows("SELECT name, number FROM thing", [:]).first)
            #expect(throws: (any Error).self) { try row.text("name") }
            #expect(throws: (any Error).self) { try row.number("number") }
            #expect(throws: (any Error).self) { try row.textIfAny("other") }
        }
    }
}
