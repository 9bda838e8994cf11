import SystemPackage
import Testing

@testable import SystemValues

@Suite struct QueueAddressTests {
    @Test(arguments: [
        ("postgres://q:secret@db.example/photos", "postgres://q@db.example/photos"),
        (
            "postgresql://q:se%40cret@db.example:5433/photos?sslmode=require",
            "postgresql://q@db.example:5433/photos?sslmode=require"
        ),
        (
            "postgres://db.example/photos?password=secret&sslmode=require",
            "postgres://db.example/photos?sslmode=require"
        ),
        ("postgres://db.example/photos?sslpassword=secret", "postgres://db.example/photos"),
        ("postgres://:secret@/photos", "postgres://@/photos"),
        ("postgres://a:secret@one:1,two:2/photos", "postgres://a@one:1,two:2/photos"),
    ])
    func aPasswordIsNeverShown(connection: String, shown: String) {
        let address = QueueAddress(connection: connection, roots: [RootName(name: "a", path: "/a")])
        #expect(QueueAddress.problem(of: connection) == nil && address.hasPassword)
        #expect(address.printable == shown)
        var dumped = ""
        dump(address, to: &dumped)
        for text in ["\(address)", String(reflecting: address), "\([address])", "\(Optional(address) as Any)", dumped] {
            #expect(!text.contains("secret") && !text.contains("se%40cret"), "\(text)")
        }
    }

    @Test(arguments: [
        "postgres:///photos", "postgresql://", "postgres://q@%2Frun%2Fpostgresql/photos",
        "postgres://[::1]:5433/photos",
        "postgres://q@db.example/photos?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem", "postgres://[fe80::1]/x",
    ])
    func whatHasNoPasswordIsShownWhole(connection: String) {
        let address = QueueAddress(connection: connection)
        #expect(!address.hasPassword && address.printable == connection)
    }

    /// Each would be read otherwise by libpq than it was meant, or not at all.
    @Test(arguments: [
        "postgres://q:se@cret@db.example/photos", "postgres://q:se/cret@db.example/photos",
        "postgres://q:se?cret@db.example/photos", "postgres://q:secret%@db.example/photos",
        "postgres://q:secret%0@db.example/photos", "postgres://q:se cret@db.example/photos",
        "postgres://q:secret@db.example:port/photos", "postgres://q:secret@db.example:70000/photos",
        "postgres://q:secret@db.example/photos?sslmode", "postgres:secret", "mysql://q:secret@db.example/photos",
        "POSTGRES://q:secret@db.example/photos", "postgres://q:secret@[::1/photos", "postgres://q:secret@a:1:2/photos",
        "postgres://q:secret\u{7}@db.example/photos", "postgres://q:secret@db/a/b",
    ])
    func aWrongAddressIsRefusedWithoutAWordOfIt(text: String) throws {
        #expect(QueueAddress.isMeant(by: text))
        let problem = try #require(QueueAddress.problem(of: text))
        #expect(!problem.contains("secret") && !problem.contains("cret@"))
        #expect(QueueAddress(connection: text).printable == "postgres://…")
    }

    @Test(arguments: ["queue.sqlite", "/srv/queue.sqlite", "./postgres:/x", "a:b", "results/postgres://x", ":", ""])
    func aPathIsNoAddress(text: String) {
        #expect(!QueueAddress.isMeant(by: text))
    }

    @Test func theFolderIsNamedAfterDatabaseAndHost() {
        func name(_ connection: String, _ environment: [String: String] = [:]) -> String {
            QueueAddress(connection: connection).folderName(environment: environment)
        }
        let usual = name("postgres://q:secret@db.example/photos")
        #expect(usual.hasPrefix("photos@db.example-") && usual.count == "photos@db.example-".count + 8)
        // Whoever comes in, and however, it is the same queue.
        #expect(name("postgresql://other@db.example:5432/photos?sslmode=require") == usual)
        #expect(name("postgres:///", ["PGHOST": "db.example", "PGDATABASE": "photos"]) == usual)
        for other in [
            "postgres://db.example:5433/photos", "postgres://db.example/other", "postgres://db2.example/photos",
        ] {
            #expect(name(other) != usual)
        }
        #expect(name("postgres://%2Frun%2Fpostgresql/photos").hasPrefix("photos@_run_postgresql-"))
        #expect(name("postgres:///", ["USER": "q"]).hasPrefix("q@local-"))
        #expect(!name("postgres://h/..%2F..%2Fetc").contains("/"))
    }

    @Test(arguments: [
        ("club", true), ("Club-2026_a.b", true), ("", false), (".", false), ("..", false), ("a/b", false),
        ("a:b", false),
        ("a b", false), ("Zoë", false), (String(repeating: "a", count: 101), false),
    ])
    func aNameOfAFolderIsPlain(text: String, isName: Bool) {
        #expect(RootName.isName(text) == isName)
    }
}
