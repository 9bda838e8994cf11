import JSONTree
import SystemPackage
import SystemValues
import Testing

@testable import Settings

/// A queue in a database: where it is named, what of it is shown, and what belongs to it on this host.
@Suite struct SettingsQueueTests {
    private static let secret = "postgres://q:s3cret@db.example/photos?sslmode=require"
    private static let shown = "postgres://q@db.example/photos?sslmode=require"
    private static let home = ["HOME": "/home/q"]

    private static func file(_ more: String = "") -> String { "{ \"queue\": \"\(secret)\"\(more) }" }

    @Test(arguments: ["file", "environment", "option"])
    func anAddressIsNamedLikeAPath(place: String) throws {
        let loading = try Loading(file: place == "file" ? Self.file() : "{}")
        let effective = try loading.load(
            place == "option" ? [SettingsOption("--queue", "queue", Self.secret, path: FilePath(Self.secret))] : [],
            file: "pipeline.json",
            environment: Self.home.merging(place == "environment" ? ["QUIVER_QUEUE": Self.secret] : [:]) { $1 })
        let queue = effective.settings.queue
        #expect(queue.address?.connection == Self.secret && queue.file == nil)
        #expect(queue.folder.string.hasPrefix("/home/q/.local/state/quiver/photos@db.example-"))
        // The command line is seen by other users, and nothing else is.
        #expect(effective.warnings.count == (place == "option" ? 1 : 0), "\(effective.warnings)")
        #expect(effective.warnings.allSatisfy { $0.contains("PGPASSFILE") && !$0.contains("s3cret") })
        for text in [effective.text, effective.json] {
            #expect(text.contains("postgres://q@db.example/photos") && !text.contains("s3cret"), "\(text)")
        }
        #expect(effective.entries.first { $0.path == "queue" }?.value == .string(Self.shown))
        #expect(!"\(effective.settings)".contains("s3cret"))
    }

    @Test(arguments: [
        ("postgres://q:s3cret@db/a b", "%20"), ("postgres://q:s3c@ret@db/a", "PGPASSFILE"),
        ("postgres:s3cret", "postgres://"),
        ("mysql://q:s3cret@db/a", "postgres://"), ("postgres://q:s3cret@db:x/a", "port"),
    ])
    func aWrongAddressIsRefusedWithoutItsPassword(address: String, advice: String) throws {
        for given in ["file", "environment", "option"] {
            let error = try #require(
                try Loading.failure(
                    given == "file" ? "{ \"queue\": \"\(address)\" }" : nil,
                    given == "option" ? [SettingsOption("--queue", "queue", address, path: FilePath(address))] : [],
                    environment: given == "environment" ? ["QUIVER_QUEUE": address] : [:]))
            #expect(error.description.contains(advice), "\(error)")
            #expect(!error.description.contains("s3c"), "\(error)")
        }
    }

    @Test func foldersHaveTheirNamesWhateverPathsTheCommandLineNames() throws {
        let watch = #", "watch": [{ "path": "club", "name": "club" }, { "path": "/other" }]"#
        let loading = try Loading(file: Self.file(watch))
        let expected = [RootName(name: "club", path: loading.path.appending("club"))]
        for paths in [[], ["/elsewhere"]] as [[FilePath]] {
            let settings = try loading.load(file: "pipeline.json", paths: paths, environment: Self.home).settings
            #expect(settings.queue.address?.roots == expected)
            #expect(settings.watch.map(\.name) == (paths.isEmpty ? ["club", nil] : [nil]))
        }
        let named = try loading.load(
            file: "pipeline.json", environment: Self.home.merging(["QUIVER_WATCH_1_NAME": "second"]) { $1 })
        #expect(named.settings.queue.address?.roots.map(\.name) == ["club", "second"])
    }

    @Test(arguments: [
        (
            #"[{ "path": "a", "name": "x" }, { "path": "b", "name": "x" }]"#,
            "watch[1].name: \"x\" is also the name of watch[0]"
        ),
        (#"[{ "path": "a", "name": "a/b" }]"#, "letters, digits"),
        (#"[{ "path": "a", "name": "a:b" }]"#, "letters, digits"),
        (#"[{ "path": "a", "name": ".." }]"#, "letters, digits"),
        (#"[{ "path": "a", "name": "" }]"#, "letters, digits"),
    ])
    func aNameIsPlainAndItsOwn(watch: String, sentence: String) throws {
        let error = try #require(try Loading.failure("{ \"watch\": \(watch) }"))
        #expect(error.description.contains(sentence), "\(error)")
    }

    @Test func theResultsOfAHostMayLieElsewhereAndThoseOfACommandHaveTheirOwnQueue() throws {
        let loading = try Loading(file: Self.file())
        var environment = Self.home
        environment["QUIVER_OUTPUT_PATH"] = "/mnt/results"
        let host = try loading.load(file: "pipeline.json", environment: environment)
        #expect(host.settings.queue.address != nil && host.warnings.isEmpty)
        let trial = try loading.load(
            [SettingsOption("--output", "output.path", "trial")], file: "pipeline.json", environment: Self.home)
        #expect(trial.settings.queue == .usual(in: loading.path.appending("trial")))
        #expect(trial.queueWarnings.count == 1 && trial.queueWarnings[0].contains("--queue"), "\(trial.queueWarnings)")
        #expect(!trial.queueWarnings[0].contains("s3cret"))
    }

    /// What the environment knows of passwords is for no server that a folder from elsewhere names.
    @Test func aFileThatWasNotNamedNamesNoDatabase() throws {
        let loading = try Loading(file: Self.file())
        let error = #expect(throws: SettingsError.self) { try loading.load(environment: Self.home) }
        #expect(
            error?.description.contains("--config pipeline.json") == true
                && error?.description.contains("s3cret") == false)
        let other = SettingsOption("--queue", "queue", "postgres:///mine")
        #expect(
            try loading.load([other], environment: Self.home).settings.queue.address?.connection == "postgres:///mine")
    }

    @Test func aHostWithoutAHomeIsToldWhatToSet() throws {
        let error = try #require(try Loading.failure(nil, environment: ["QUIVER_QUEUE": "postgres:///photos"]))
        #expect(error.description.contains("QUIVER_STATE"))
        let environment = ["QUIVER_QUEUE": "postgres:///photos", "QUIVER_STATE": "/var/lib/q"]
        #expect(
            try Loading().load(environment: environment).settings.queue.folder.string.hasPrefix(
                "/var/lib/q/photos@local-"))
        #expect(try Loading().load(environment: environment).warnings.isEmpty)
    }

    @Test func aFileOfAPathThatLooksLikeAnAddressIsNamedWithItsFolder() throws {
        let loading = try Loading()
        let queue = try loading.load([SettingsOption("--queue", "queue", "./postgres:x")]).settings.queue
        #expect(queue == .file(loading.path.appending("postgres:x")))
    }
}
