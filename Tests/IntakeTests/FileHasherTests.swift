import Foundation
import SystemValues
import TestSupport
import Testing

@testable import Intake

@Suite("Hasher")
struct HasherTests {
    private static func hex(_ bytes: [UInt8]?) -> String? { bytes?.map { String(format: "%02x", $0) }.joined() }

    @Test("the hash is SHA-256, across buffers", arguments: [1, 16, 64, 4096])
    func known(buffer: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a", Array("abc".utf8))
        let file = try OpenFile(path.rawBytes, followLinks: false)
        #expect(
            Self.hex(try FileHasher(bufferBytes: buffer).sha256(descriptor: file.descriptor, size: 3))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test("a file that is longer or shorter than it was gives nothing", arguments: [2, 4])
    func changed(size: Int64) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a", Array("abc".utf8))
        let file = try OpenFile(path.rawBytes, followLinks: false)
        #expect(try FileHasher(bufferBytes: 16).sha256(descriptor: file.descriptor, size: size) == nil)
    }
}
