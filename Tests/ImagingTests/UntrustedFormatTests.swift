import CVips
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

@Suite struct UntrustedFormatTests {
    @Test(arguments: ForeignFile.all, [nil, "jpg", "tif"])
    func theFileIsRefusedUnderItsOwnNameAndUnderAPhotos(file: ForeignFile, ending: String?) throws {
        let folder = try TemporaryFolder()
        let path = try file.write(to: folder, ending: ending)
        let error = ImagingError.thrown { _ = try Photo.open(FilePath(path)) }
        #expect(error?.code == .unknownFormat)
        #expect(error?.fault == .input)
        #expect(error?.message.contains("not a JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF or BMP picture") == true)
    }

    /// Should our own look at the content be led astray, the library has no loader to offer.
    @Test(arguments: ForeignFile.all) func theLibraryFindsNoLoaderForIt(file: ForeignFile) throws {
        try Imaging.start()
        let folder = try TemporaryFolder()
        let path = try file.write(to: folder)
        let loader = try Imaging.alone { file.loader(at: path) }
        // It may name one that is blocked; then that one must refuse to work.
        guard let loader else { return }
        #expect(try ImagingTests.isBlocked(loader), "\(loader) is open to \(file.type)")
    }

    /// Without the blocks the same files do reach loaders: the tests above look at something that could be otherwise.
    @Test func aLibraryThatBlocksNothingWouldReadThem() async {
        await #expect(processExitsWith: .success) {
            #expect(cvips_init("test") == 0)
            for file in ForeignFile.all where file.reach != .askedFor {
                let folder = try TemporaryFolder()
                let path = try file.write(to: folder)
                if file.loader(at: path) == nil { Issue.record("no loader for \(file.type)") }
            }
        }
    }

    /// The allow-list in the library: the loaders that our formats need, and none besides.
    @Test func nothingElseMayLoadAtAll() throws {
        try Imaging.start()
        let open = try Imaging.alone { openLoaders() }
        #expect(
            open == [
                "gifload_buffer", "heifload_buffer", "jpegload_buffer", "pdfload_buffer", "pngload_buffer",
                "tiffload_buffer", "webpload_buffer",
            ])
    }

    /// A decoder that its own loader may not use is not to be had through a TIFF either.
    @Test func jpeg2000InATIFFIsRefused() throws {
        let bytes = try TestPicture.gradient(64, 64).encoded(".tif[compression=jp2k,tile,tile_width=32,tile_height=32]")
        let error = ImagingError.thrown { _ = try Photo.of(bytes) }
        #expect(error?.code == .unsupported)
        #expect(error?.fault == .input)
    }

    private func openLoaders() -> [String] {
        final class Names { var all: [String] = [] }
        let names = Names()
        _ = vips_type_map_all(
            g_type_from_name("VipsForeignLoad"),
            { type, names in
                guard let names, let nickname = vips_nickname_find(type) else { return nil }
                let loader = String(cString: nickname)
                // Bases of several loaders are no operations themselves.
                guard !loader.hasSuffix("_base"), let operation = vips_operation_new(nickname) else { return nil }
                defer { cvips_unref(operation) }
                if vips_operation_get_flags(operation).rawValue & VIPS_OPERATION_BLOCKED.rawValue == 0 {
                    Unmanaged<Names>.fromOpaque(names).takeUnretainedValue().all.append(loader)
                }
                return nil
            }, Unmanaged.passUnretained(names).toOpaque())
        return names.all.sorted()
    }
}
