import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

@Suite struct SettingsFileCheckTests {
    @Test func aSettingsFileThatIsEditedOrReplacedIsSaid() throws {
        let folder = try TemporaryFolder()
        let file = folder["pipeline.json"]
        try Data("{}".utf8).write(to: file)
        let check = SettingsFileCheck(FilePath(file.path))
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
        let check = SettingsFileCheck(FilePath(file.path))
        try Data(#"{ "after": "move" }"#.utf8).write(to: file)
        let said = Mutex<[String]>([])
        try await check.watch(every: .zero) { sentence in said.withLock { $0.append(sentence) } }
        #expect(said.withLock(\.count) == 1 && check.changed == file.path)
    }
}
