import Foundation
import Settings
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

@Suite struct SettingsFileCheckTests {
    private func load(_ file: URL, content: Data? = nil) throws -> EffectiveSettings {
        try Settings.load(
            SettingsSources(
                file: FilePath(file.path), content: content, environment: [:], folder: "/", executable: nil))
    }

    /// A program that a reload started goes on with what was checked, and the file may be another by then.
    @Test func whatWasReadBeforeIsHeldAgainstTheFile() throws {
        let folder = try TemporaryFolder()
        let file = folder["pipeline.json"]
        try Data("{}".utf8).write(to: file)
        let former = try load(file)
        try Data(#"{ "after": "move" }"#.utf8).write(to: file)
        let again = try load(file, content: former.content)
        #expect(again.settings.after == former.settings.after && again.content == former.content)
        #expect(try #require(SettingsFileCheck(again)).look() != nil)
        #expect(try #require(SettingsFileCheck(load(file))).look() == nil)
    }

    @Test func aSettingsFileThatIsEditedOrReplacedIsSaid() throws {
        let folder = try TemporaryFolder()
        let file = folder["pipeline.json"]
        try Data("{}".utf8).write(to: file)
        let check = try #require(SettingsFileCheck(load(file)))
        #expect(check.look() == nil && check.changed == nil)
        try Data(#"{ "after": "move" }"#.utf8).write(to: file)
        #expect(check.look()?.hasSuffix("pipeline.json was changed; 'quiver reload' uses it") == true)
        // An editor moves the file away for a moment.
        try FileManager.default.removeItem(at: file)
        #expect(check.look() == nil)
        #expect(check.changed?.hasSuffix("pipeline.json") == true, "what was found stays found")
    }

    @Test func itIsSaidOnceAndRememberedForTheStatus() async throws {
        let folder = try TemporaryFolder()
        let file = folder["pipeline.json"]
        try Data("{}".utf8).write(to: file)
        let check = try #require(SettingsFileCheck(load(file)))
        try Data(#"{ "after": "move" }"#.utf8).write(to: file)
        let said = Mutex<[String]>([])
        try await check.watch(every: .zero) { sentence in said.withLock { $0.append(sentence) } }
        #expect(said.withLock(\.count) == 1 && check.changed == file.path)
    }
}
