import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Settings

/// A `pipeline.json` that lies in the current folder may be a stranger's.
@Suite struct UnnamedFileTests {
    private static let outside = [
        #"{"log": {"path": "../log.txt"}}"#, #"{"log": {"path": "/var/log/quiver.log"}}"#,
        #"{"output": {"path": "../out"}}"#, #"{"output": {"originals": "/tmp/originals"}}"#,
        #"{"queue": "../quiver.sqlite"}"#, #"{"cache": "../cache"}"#, #"{"cache": "cache"}"#,
        #"{"watch": [{"path": "../Pictures"}], "after": "move"}"#, #"{"output": {"path": "in/../../out"}}"#,
        #"{"watch": [{"path": "../Pictures"}], "serve": {"uploads": {"on": true}}}"#,
        #"{"metrics": {"listen": "../quiver.sock"}}"#, #"{"metrics": {"listen": "0.0.0.0:9464"}}"#,
    ]

    @Test(arguments: outside)
    func whatItHasWrittenStaysInItsFolder(file: String) throws {
        let loading = try Loading(file: file)
        let error = #expect(throws: SettingsError.self) { try loading.load() }
        #expect(error?.description.contains("say --config pipeline.json to mean it") == true)
        _ = try loading.load(file: "pipeline.json")
        _ = try loading.load(environment: ["QUIVER_CONFIG": "pipeline.json"])
    }

    @Test(arguments: [
        #"{"output": {"path": "out"}, "log": {"path": "log.txt"}, "queue": "q/quiver.sqlite"}"#,
        #"{"watch": [{"path": "../Pictures"}]}"#, #"{"watch": [{"path": "drop"}], "after": "move"}"#,
        #"{"log": {"path": "-"}}"#, #"{"metrics": {"listen": "127.0.0.1:9464"}}"#,
        #"{"metrics": {"listen": "./quiver.sock"}}"#,
    ])
    func whatLiesBelowItOrIsOnlyReadIsTaken(file: String) throws {
        let settings = try Loading(file: file).load()
        #expect(!settings.isNamed && settings.file != nil)
    }

    @Test func optionsMayLeadAnywhere() throws {
        let loading = try Loading(file: #"{"output": {"path": "../out"}}"#)
        let option = SettingsOption("--output", "output.path", "/elsewhere", path: "/elsewhere")
        #expect(try loading.load([option]).settings.output.path == "/elsewhere")
    }

    /// The file's queue does not count then, whether the other folder has one already or not.
    @Test(arguments: [true, false])
    func anotherFolderOfResultsBringsItsOwnQueue(isThere: Bool) throws {
        let loading = try Loading(file: #"{"queue": "quiver.sqlite", "output": {"path": "results"}}"#)
        let elsewhere = try TemporaryFolder()
        let queue = elsewhere["quiver.sqlite"].path
        if isThere { try Data().write(to: elsewhere["quiver.sqlite"]) }
        let option = SettingsOption("--output", "output.path", elsewhere.url.path)
        #expect(try loading.load([option]).settings.queue == .file(FilePath(queue)))
        let environment = ["QUIVER_OUTPUT_PATH": elsewhere.url.path]
        #expect(try loading.load(environment: environment).settings.queue == .file(FilePath(queue)))
    }

    @Test(arguments: [true, false])
    func aLinkDoesNotLeadOut(isThere: Bool) throws {
        let loading = try Loading(file: #"{"output": {"path": "results/day"}}"#)
        let elsewhere = try TemporaryFolder()
        let target = isThere ? elsewhere.url.path : elsewhere["not there yet"].path
        try FileManager.default.createSymbolicLink(
            atPath: loading.folder["results"].path, withDestinationPath: target)
        #expect(throws: SettingsError.self) { try loading.load() }
    }

    @Test func aFileThatEveryUserMayWriteIsRefused() throws {
        let loading = try Loading(file: "{}")
        try #require(chmod(loading.folder["pipeline.json"].path, 0o666) == 0)
        let error = #expect(throws: SettingsError.self) { try loading.load() }
        #expect(error?.description.contains("chmod o-w pipeline.json") == true)
        _ = try loading.load(file: "pipeline.json")
    }

    @Test func aFileOfAnotherUserIsRefused() throws {
        let loading = try Loading(file: "{}")
        let file = UnnamedFile(path: loading.path.appending("pipeline.json"))
        let own = geteuid()
        #expect(file.refusal(user: own) == nil)
        // Root's file is believed by all; any other only by its owner.
        #expect((file.refusal(user: own + 1) == nil) == (own == 0))
        guard own == 0 else { return }
        try #require(chown(file.path.string, 4001, 4001) == 0)
        #expect(file.refusal(user: 0)?.contains("belongs to another user (4001)") == true)
        #expect(file.refusal(user: 4001) == nil)
    }

    @Test func aFileInAnotherUsersFolderOrInOneThatEveryUserMayWriteIsRefused() throws {
        let loading = try Loading(file: "{}")
        let folder = loading.path.string
        let file = UnnamedFile(path: loading.path.appending("pipeline.json"))
        try #require(chmod(folder, 0o777) == 0)
        #expect(file.refusal()?.contains("every user may write the folder") == true)
        _ = try loading.load(file: "pipeline.json")
        // In a sticky folder nobody else can put another file into the place of this one.
        try #require(chmod(folder, 0o1777) == 0)
        #expect(file.refusal() == nil)
        guard geteuid() == 0 else { return }
        try #require(chmod(folder, 0o755) == 0 && chown(folder, 4001, 4001) == 0)
        #expect(file.refusal(user: 0)?.contains("belongs to another user (4001)") == true)
        #expect(file.refusal(user: 4001) == nil)
    }
}
