import Dispatch
import Foundation
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

/// What a run was told of, asked once: one that does not answer holds up no other.
@Suite(.timeLimit(.minutes(30))) struct NamedRootsTests {
    @Test func whatDoesNotAnswerIsSilentAndTheOthersAreAsked() throws {
        let temporary = try TemporaryFolder()
        try temporary.makeFolder("local")
        let (local, hung, missing) = (temporary["local"].path, "in/../nas", temporary["nothing"].path)
        let hold = DispatchSemaphore(value: 0)
        defer { hold.signal() }
        let named = NamedRoots(
            asking: [hung, local, missing].map { Settings.Watch(path: FilePath($0)) }, patience: .seconds(5)
        ) { watch in
            // A thread that is lost to a share stands for what a hard mount does to its caller.
            if watch.path == FilePath(hung) { hold.wait() }
            return NamedRoots.look(watch)
        }
        #expect(named.roots.map(\.kind) == [.silent, .folder, .missing])
        #expect(named.silent == [FilePath("nas").named] && named.silent.allSatisfy(\.isAbsolute))
        #expect(named.roots[1].watch.path == FilePath(local).resolvedPath)
    }

    /// A folder of the settings file is made below that file, and nowhere else: what is missing there may not be mounted.
    @Test func aMissingFolderIsMadeBelowTheFileThatNamesIt() throws {
        let (temporary, outside) = (try TemporaryFolder(), try TemporaryFolder())
        try temporary.makeFolder("there")
        try FileManager.default.createSymbolicLink(at: temporary["nas"], withDestinationURL: outside.url)
        try FileManager.default.createSymbolicLink(
            atPath: temporary["unmounted"].path, withDestinationPath: outside["none"].path)
        let paths = [
            "drop", "deep/er", "there", "nas/drop", "unmounted", "unmounted/drop", outside["drop"].path,
            "../\(UUID().uuidString)",
        ]
        let file: [String: Any] = ["watch": paths.map { ["path": $0] }]
        try JSONSerialization.data(withJSONObject: file).write(to: temporary["pipeline.json"])
        let settings = try Settings.load(
            SettingsSources(environment: [:], folder: FilePath(temporary.url.path), executable: nil)
        ).settings
        let named = NamedRoots(asking: settings.watch)
        #expect(
            named.roots.map(\.kind) == [.folder, .folder, .folder, .missing, .file, .missing, .missing, .missing])
        let real = FilePath(temporary.url.path).resolvedPath
        #expect(named.made == [real.appending("drop"), real.appending("deep/er")])
        #expect(named.made.allSatisfy { FileManager.default.fileExists(atPath: $0.string) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.url.path) == [])
        #expect(NamedRoots(asking: settings.watch).made.isEmpty)
        let typed = NamedRoots(asking: [Settings.Watch(path: FilePath(temporary["typed"].path))])
        #expect(typed.roots.map(\.kind) == [.missing] && typed.made.isEmpty)
    }

    /// A share that is silent keeps the name that earlier runs gave its photos.
    @Test(arguments: ["link", "link/../real", "real/../link", "again/b/..", "./link/"])
    func whatIsNotAskedIsNamedWithoutLinks(path: String) throws {
        let temporary = try TemporaryFolder()
        try temporary.makeFolder("real/b")
        try temporary.link("link", to: "real")
        try FileManager.default.createSymbolicLink(
            atPath: temporary["again"].path, withDestinationPath: "link")
        let place = FilePath(temporary.url.path + "/" + path)
        #expect(place.named == place.resolvedPath, "\(place.named)")
        let missing = FilePath(temporary["link/none/below"].path)
        #expect(missing.named == FilePath(temporary["real"].path).resolvedPath.appending("none/below"))
    }

    @Test func aLinkToItselfIsNamedAsItIs() throws {
        let temporary = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: temporary["loop"].path, withDestinationPath: "loop")
        #expect(FilePath(temporary["loop"].path).named.lastComponent == "loop")
    }

    @Test func aFileIsToldFromAFolderThroughALink() throws {
        let temporary = try TemporaryFolder()
        try temporary.makeFolder("real")
        try "photo".write(to: temporary["real/a.jpg"], atomically: true, encoding: .utf8)
        try temporary.link("link", to: "real")
        let named = NamedRoots(
            asking: ["link", "link/a.jpg"].map { Settings.Watch(path: FilePath(temporary[$0].path)) })
        #expect(named.roots.map(\.kind) == [.folder, .file])
        #expect(named.roots[1].watch.path == FilePath(temporary["real/a.jpg"].path).resolvedPath)
    }
}

extension TemporaryFolder {
    fileprivate func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: self[name], withIntermediateDirectories: true)
    }

    fileprivate func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(at: self[name], withDestinationURL: self[target])
    }
}
