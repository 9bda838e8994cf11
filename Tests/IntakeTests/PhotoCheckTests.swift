import Findings
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Intake

/// What is told of a file's own bytes before it gets a name in a watched folder.
@Suite struct PhotoCheckTests {
    private func look(_ bytes: [UInt8]) throws -> PhotoCheck {
        let folder = try TemporaryFolder()
        let file = folder["file"]
        try Data(bytes).write(to: file)
        let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly)
        defer { try? descriptor.close() }
        return try PhotoCheck.look(at: descriptor, size: Int64(bytes.count))
    }

    @Test(arguments: TinyPicture.allCases)
    func everyFormatThatIsReadIsKnownByItsBytes(picture: TinyPicture) throws {
        let format = try #require(PhotoFormat(rawValue: picture.rawValue))
        let bytes = picture.bytes(seed: 3)
        #expect(try look(bytes) == .photo(format))
        #expect(try look(Array(bytes.dropLast(150))) == .cutOff(format))
        #expect(PictureNames.claimsPicture(Array("a.\(format.fileEnding)".utf8)))
    }

    @Test(arguments: [
        Array("no photo at all, whatever it is called".utf8), Array("#!/bin/sh\n".utf8), [],
        [0xFF], [UInt8](repeating: 0, count: 5000),
    ])
    func everythingElseIsForeign(bytes: [UInt8]) throws { #expect(try look(bytes) == .foreign) }
}
