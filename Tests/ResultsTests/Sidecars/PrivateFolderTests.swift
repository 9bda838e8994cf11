import Foundation
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Results

@Suite struct PrivateFolderTests {
    @Test func whatAKilledProcessLeftGoesAfterADay() throws {
        let temporary = try TemporaryFolder()
        let parent = FilePath(temporary.url.path).resolvedPath
        let first = try PrivateFolder(in: parent)
        _ = try first.write([1], as: "f.xmp")
        try AtomicFile.make(parent.appending("quiver-other"))
        let soon = try PrivateFolder(in: parent)
        #expect(FileCalls.exists(first.path))
        let later = try PrivateFolder(in: parent, now: AbandonedFiles.wall() + 90_000_000_000_000)
        #expect(!FileCalls.exists(first.path) && !FileCalls.exists(soon.path))
        #expect(FileCalls.exists(later.path) && FileCalls.exists(parent.appending("quiver-other")))
        later.remove()
        #expect(!FileCalls.exists(later.path))
    }
}
