import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import SystemValues

@Suite struct FileIdentityTests {
    private static func identity(
        device: UInt64 = 1, inode: UInt64 = 7, size: Int64 = 10, modified: Int64 = 99, changed: Int64 = 5
    ) -> FileIdentity {
        FileIdentity(
            device: device, inode: inode, size: size, mtimeNanoseconds: modified, ctimeNanoseconds: changed)
    }

    /// File systems as FAT number a file anew whenever the kernel has forgotten it, and devices are numbered at each mount.
    @Test(arguments: [
        (identity(), true, true), (identity(device: 2), true, true), (identity(inode: 8), false, true),
        (identity(inode: 0), false, true), (identity(size: 11), false, false),
        (identity(modified: 98), false, false), (identity(changed: 6), true, true),
    ])
    func aNumberThatSaysNothingDoesNotCount(found: FileIdentity, numbered: Bool, unnumbered: Bool) {
        #expect(Self.identity().isSameContent(as: found) == numbered)
        #expect(Self.identity(inode: 0).isSameContent(as: found) == unnumbered)
    }

    @Test func whatWasNotNotedDoesNotCount() {
        #expect(Self.identity().continues(Self.identity(device: 2)))
        #expect(!Self.identity().continues(Self.identity(changed: 6)))
        #expect(Self.identity().continues(Self.identity(changed: 0)))
        #expect(!Self.identity(changed: 0).continues(Self.identity()))
        #expect(!Self.identity().continues(Self.identity(inode: 0)))
    }

    /// A file that cannot be read has the hash of this text in the queue as its content.
    @Test func itsTextStays() {
        #expect(
            "\(Self.identity())"
                == "FileIdentity(device: 1, inode: 7, size: 10, mtimeNanoseconds: 99, ctimeNanoseconds: 5)")
    }

    @Test func aWorkerIsToldOfWhatItCompares() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let line = try encoder.encode(Self.identity())
        #expect(String(decoding: line, as: UTF8.self) == #"{"inode":7,"mtimeNanoseconds":99,"size":10}"#)
        #expect(try JSONDecoder().decode(FileIdentity.self, from: line) == Self.identity(device: 0, changed: 0))
    }

    @Test func twoNamesOfOneFileHaveOneNumber() throws {
        let folder = try TemporaryFolder()
        let (file, link) = (FilePath(folder["a"].path), FilePath(folder["b"].path))
        try Data("a".utf8).write(to: folder["a"])
        try FileManager.default.createSymbolicLink(at: folder["b"], withDestinationURL: folder["a"])
        #expect(FileNumber(at: file) == FileNumber(at: link) && FileNumber(at: file) != nil)
        #expect(FileNumber(at: FilePath(folder["c"].path)) == nil)
    }
}
