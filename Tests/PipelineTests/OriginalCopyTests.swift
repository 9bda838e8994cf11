import Foundation
import Glibc
import Intake
import Results
import Storage
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// The copy of a photo whose folder belongs to somebody else.
@Suite struct OriginalCopyTests {
    private let folder: TemporaryFolder
    private var kept: FilePath { FilePath(folder["kept/day/a.jpg"].path) }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["in/day", "secret"] {
            try FileManager.default.createDirectory(at: folder[name], withIntermediateDirectories: true)
        }
        try Data("photo".utf8).write(to: folder["in/day/a.jpg"])
        try Data("photo".utf8).write(to: folder["secret/a.jpg"])
    }

    /// The copy of a photo as it was when intake saw it.
    private func copy(followsLinks: Bool = false) throws -> OriginalCopy {
        var status = stat()
        try #require(stat(folder["in/day/a.jpg"].path, &status) == 0)
        let stamp = FileIdentity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
            mtimeNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
        let claim = Claim(
            id: ClaimID(job: JobID(rawValue: 1), claimNumber: 1),
            place: Place(root: Array(folder["in"].path.utf8), path: Array("day/a.jpg".utf8)),
            output: Array("day/a.jpg.json".utf8), stamp: stamp, content: Fingerprint(head: 1, tail: (1, 1, 1)),
            pipeline: Fingerprint(head: 2, tail: (2, 2, 2)), progress: Progress(.running, due: 0), duplicate: nil)
        return OriginalCopy(claim: claim, place: kept, followsLinks: followsLinks)
    }

    private func copies() -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: folder["kept"].path).filter { $0.hasSuffix("tmp") }) ?? []
    }

    @Test func thePhotoIsCopied() throws {
        let file = try copy().staged()
        #expect(file.place == kept)
        #expect(try String(contentsOfFile: file.staged.string, encoding: .utf8) == "photo")
    }

    /// The link leads to the very file that was seen: only the link itself tells them apart.
    @Test(arguments: ["in/day", "in/day/a.jpg"])
    func aLinkThatWasPutInThePhotosPlaceIsNotFollowed(planted: String) throws {
        let copy = try copy()
        try FileManager.default.moveItem(at: folder[planted], to: folder["moved"])
        try FileManager.default.createSymbolicLink(at: folder[planted], withDestinationURL: folder["moved"])
        #expect(throws: FileChanged.self) { try copy.staged() }
        #expect(copies() == [])
    }

    @Test func anotherFileUnderTheNameIsNotCopied() throws {
        let copy = try copy()
        try FileManager.default.removeItem(at: folder["in/day/a.jpg"])
        #expect(throws: FileGone.self) { try copy.staged() }
        try Data("other".utf8).write(to: folder["in/day/a.jpg"])
        #expect(throws: FileChanged.self) { try copy.staged() }
        try FileManager.default.removeItem(at: folder["in/day/a.jpg"])
        try #require(mkfifo(folder["in/day/a.jpg"].path, 0o600) == 0)
        #expect(throws: FileChanged.self) { try copy.staged() }
        #expect(copies() == [])
    }

    @Test func linksAreFollowedWhereThatIsAsked() throws {
        let copy = try copy(followsLinks: true)
        try FileManager.default.moveItem(at: folder["in/day"], to: folder["moved"])
        try FileManager.default.createSymbolicLink(at: folder["in/day"], withDestinationURL: folder["moved"])
        #expect(try String(contentsOfFile: copy.staged().staged.string, encoding: .utf8) == "photo")
    }
}
