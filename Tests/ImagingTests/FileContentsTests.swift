import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

@Suite struct FileContentsTests {
    let folder: TemporaryFolder
    let picture: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        picture = try TestPicture.gradient(20, 10).encoded(".png")
    }

    static let names: [[UInt8]] = [
        Array("plain.png".utf8), Array("a[page=3].png".utf8), Array("[".utf8), Array("two\nlines".utf8),
        Array("ümläut 写真.jpg".utf8), [0x66, 0xFF, 0xFE, 0x80, 0x2E, 0x6A, 0x70, 0x67], Array("%s:option=1,[n=-1]".utf8),
        Array("-leading".utf8), Array(" ".utf8),
    ]

    @Test(arguments: names) func namesAreBytes(name: [UInt8]) throws {
        let path = try path(name)
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(picture) }
        let photo = try Photo.open(path)
        #expect(photo.size.width == 20)
        #expect(photo.path == path)
        #expect(try photo.upright().annotated([]).count > 100)
    }

    @Test func amissingFileIsGone() throws {
        let error = try failure(path(Array("two\nlines".utf8)))
        #expect(error?.code == .gone)
        #expect(error?.fault == .environment)
        #expect(error?.message.contains("\n") == false)
    }

    @Test func foldersAndPipesAreNoPhotos() throws {
        #expect(failure(FilePath(folder.url.path))?.code == .notAFile)
        let pipe = folder["pipe"].path
        #expect(mkfifo(pipe, 0o600) == 0)
        let error = failure(FilePath(pipe))
        #expect(error?.code == .notAFile)
        #expect(error?.fault == .input)
    }

    @Test func anEmptyFileSaysSo() throws {
        try Data().write(to: folder["empty.jpg"])
        let error = failure(FilePath(folder["empty.jpg"].path))
        #expect(error?.code == .empty)
        #expect(error?.description.contains("empty.jpg is empty") == true)
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything")) func aForbiddenFileIsTheEnvironmentsFault() throws {
        try Data(picture).write(to: folder["secret.png"])
        #expect(chmod(folder["secret.png"].path, 0) == 0)
        let error = failure(FilePath(folder["secret.png"].path))
        #expect(error?.code == .permission)
        #expect(error?.fault == .environment)
    }

    @Test(arguments: [
        (Errno.ioError, ImagingError.Code.unreadable), (.staleNFSFileHandle, .unreadable),
        (.permissionDenied, .permission), (.noMemory, .memory), (.notDirectory, .gone),
        (.tooManyOpenFiles, .unreadable),
    ]) func failuresOfTheSystemAreTheEnvironments(errno: Errno, code: ImagingError.Code) {
        let error = ImagingError(errno, reading: "a.jpg")
        #expect(error.code == code)
        #expect(error.fault == .environment)
        #expect(error.message.contains("a.jpg"))
        #expect(error.detail?.isEmpty == false)
    }

    @Test func aFileCutWhileItIsHeldDoesNoHarm() throws {
        try Data(picture).write(to: folder["cut.png"])
        let photo = try Photo.open(FilePath(folder["cut.png"].path))
        #expect(truncate(folder["cut.png"].path, 10) == 0)
        #expect(try photo.input(photo.size).0.size.width == 20)
    }

    private func path(_ name: [UInt8]) throws -> FilePath {
        var bytes = Array(folder.url.path.utf8) + [0x2F] + name
        bytes.append(0)
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { FilePath(platformString: Array($0)) }
        }
    }

    private func failure(_ path: FilePath) -> ImagingError? { .thrown { _ = try Photo.open(path) } }
}
