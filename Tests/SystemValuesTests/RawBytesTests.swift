import SystemPackage
import Testing

@testable import SystemValues

/// Paths of the system's bytes, and back.
@Suite struct RawBytesTests {
    @Test(arguments: [
        "", "a", "/", "/a/b.jpg", "day 1/\u{1F3AF}.jpg", String(repeating: "long/", count: 900) + "a",
    ])
    func aPathIsItsBytesWhereverTheyLie(text: String) {
        let bytes = Array(text.utf8)
        for path in [
            FilePath(rawBytes: bytes), FilePath(rawBytes: ([1] + bytes + [2])[1..<bytes.count + 1]),
            FilePath(rawBytes: bytes.lazy.map { $0 }), FilePath(rawBytes: text.utf8),
        ] {
            #expect(path == FilePath(text) && path.rawBytes == bytes)
        }
    }

    @Test func bytesThatAreNoTextStayAndAZeroEnds() {
        let bytes: [UInt8] = [0x2F, 0x61, 0xFF, 0x2F, 0xC3, 0x62]
        #expect(FilePath(rawBytes: bytes).rawBytes == bytes)
        #expect(FilePath(rawBytes: bytes).lastComponent?.rawBytes == [0xC3, 0x62])
        #expect(FilePath(rawBytes: bytes + [0] + bytes).rawBytes == bytes)
        #expect(FilePath(rawBytes: [UInt8]()).rawBytes.isEmpty && FilePath(rawBytes: [UInt8(0)]).rawBytes.isEmpty)
    }
}
