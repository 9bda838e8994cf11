import Foundation
import Intake
import Storage
import SystemPackage
import SystemValues
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

@Suite struct JobLineTests {
    @Test func aPathAloneIsAJob() throws {
        let job = try JSONDecoder().decode(JobLine.self, from: Data(#"{"path": "photo.jpg"}"#.utf8))
        #expect(job.path.file == FilePath("photo.jpg"))
        #expect(job.claim == nil && job.identity == nil && job.wanted == nil)
    }

    @Test(arguments: [Array("day 1/ä[1]\n.jpg".utf8), [0x61, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67]])
    func namesTravelByteForByte(bytes: [UInt8]) throws {
        let path = RawPathText(FilePath(rawBytes: bytes))
        let line = try JSONEncoder.lines.encode([path])
        #expect(!line.contains(0x0A))
        let back = try JSONDecoder().decode([RawPathText].self, from: line)
        #expect(back.first?.file.rawBytes == bytes)
    }

    /// File systems as FAT number a file anew whenever the kernel has forgotten it.
    @Test(arguments: [
        (UInt64(7), Int64(10), Int64(99), true, true), (8, 10, 99, false, true), (7, 11, 99, false, false),
        (7, 10, 98, false, false),
    ])
    func aNumberThatSaysNothingDoesNotCount(
        inode: UInt64, size: Int64, modified: Int64, numbered: Bool, unnumbered: Bool
    ) {
        let found = JobLine.Identity(inode: inode, size: size, mtimeNanoseconds: modified)
        #expect(JobLine.Identity(inode: 7, size: 10, mtimeNanoseconds: 99).matches(found) == numbered)
        #expect(JobLine.Identity(inode: 0, size: 10, mtimeNanoseconds: 99).matches(found) == unnumbered)
        let stamp = { FileStamp(device: 1, inode: $0, size: size, modified: modified, changed: 5) }
        let former = FileStamp(device: 2, inode: 7, size: 10, modified: 99, changed: 5)
        #expect(stamp(inode).continues(former) == numbered)
        #expect(stamp(0).continues(former) == unnumbered)
    }
}
