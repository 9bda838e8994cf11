import Findings
import Storage
import SystemValues
import TestSupport
import Testing

@testable import StoragePostgres

/// What a user is told where a database cannot be used.
@Suite struct PostgresFailureTests {
    private static let place = "postgres://q@db.example/photos"

    @Test(
        arguments: [
            (nil, "connection to server at \"db.example\" failed: Connection refused", "cannot be reached", true),
            (nil, "invalid URI query parameter: \"nix\"", "address of the database", false),
            (nil, "invalid sslmode value: \"nix\"", "address of the database", false),
            (nil, "definition of service \"nix\" not found", "address of the database", false),
            (nil, "server does not support SSL, but SSL was required", "sslmode", false),
            (nil, "SSL error: certificate verify failed", "sslrootcert", false),
            ("28P01", "no", "PGPASSFILE", false), ("3D000", "no", "createdb photos", false),
            ("42501", "no", "owner", false),
            ("3F000", "no", "owner", false), ("57P03", "starting up", "at this moment", true),
            ("53100", "full", "disk", true),
        ] as [(String?, String, String, Bool)])
    func eachFailureSaysWhatToDo(state: String?, words: String, sentence: String, passes: Bool) {
        let error = PostgresFailure(state: state, message: words).asQueueError(Self.place)
        #expect(error.message.contains(sentence) && error.message.contains(Self.place), "\(error)")
        #expect(error.isPassing == passes, "\(error)")
        #expect(error.detail == words)
    }

    /// The words of a server that speaks German, French and English.
    @Test(arguments: [
        (
            "connection to server at \"h\" failed: FATAL:  3D000: Datenbank »x« existiert nicht\nLOCATION:  x",
            "3D000"
        ),
        (
            "connection to server on socket \"/s\" failed: FATAL:  28P01: password authentication failed",
            "28P01"
        ),
        ("connection to server at \"h\", port 5432 failed: fe_sendauth: no password supplied\n", nil),
        ("connection to server at \"10.0.0.1\", port 1 failed: Connection refused", nil),
    ])
    func theFiveSignsAreFoundInAnyLanguage(report: String, state: String?) {
        #expect(RefusedConnection.state(in: report) == state)
    }

    @Test func onlyWordsOfAServerAreAskedForAgain() {
        #expect(RefusedConnection.isServers("failed: FATAL:  Datenbank existiert nicht"))
        #expect(RefusedConnection.isServers("failed: ВАЖНО:  база данных не существует"))
        #expect(!RefusedConnection.isServers("connection to server at \"h\", port 1 failed: Connection refused"))
    }

    @Test(.enabled(if: PostgresCluster.isAvailable)) func aServerRepeatsWhyItRefuses() throws {
        let address = try PostgresCluster.database().replacing(#/\/test_[0-9a-f]+/#, with: "/photos_of_nobody")
        let state = "dbname".withCString { key in
            address.withCString { value in RefusedConnection.state([key, nil], [value, nil]) }
        }
        #expect(state == "3D000")
        let error = #expect(throws: JobQueueError.self) {
            try PostgresQueueBackend(QueueAddress(connection: address)).reader()
        }
        #expect(error?.message.contains("createdb photos_of_nobody") == true, "\(error.debugDescription)")
    }

    @Test(.enabled(if: PostgresCluster.isAvailable)) func anotherProgramsTablesAndANewerQueueAreRefused() throws {
        let address = QueueAddress(connection: try PostgresCluster.database())
        let connection = try PostgresConnection(address.connection)
        _ = try connection.run("CREATE TABLE theirs (id BIGINT)")
        let foreign = #expect(throws: JobQueueError.self) { try PostgresQueueBackend(address).examine() }
        #expect(foreign?.code == .foreign)
        _ = try connection.run("DROP TABLE theirs")
        _ = try PostgresQueueBackend(address).open(owner: .current(), at: 1)
        _ = try connection.run("INSERT INTO \(Step.marker) (name) VALUES ('jobs/of tomorrow')")
        let newer = #expect(throws: JobQueueError.self) { try PostgresQueueBackend(address).examine() }
        #expect(newer?.code == .newer && newer?.isPassing == false)
    }
}
