import CVips
import Testing

@testable import Imaging

@Suite struct ImagingTests {
    /// Should some way lead past our own look at the content: these refuse to work at all.
    @Test(arguments: [
        "svgload_buffer", "magickload_buffer", "jp2kload_buffer", "jxlload_buffer", "radload_buffer",
        "svgload", "pdfload", "magickload", "jp2kload", "jxlload", "radload", "ppmload", "openslideload", "matload",
        "matrixload", "csvload", "rawload", "vipsload", "fitsload", "openexrload", "analyzeload", "jpegload",
        "tiffload", "pngload", "webpload", "gifload", "heifload",
    ]) func everyOtherLoaderIsBlockedInTheLibraryItself(loader: String) throws {
        #expect(try Self.isBlocked(loader))
    }

    @Test(arguments: [
        "jpegload_buffer", "pngload_buffer", "webpload_buffer", "gifload_buffer", "tiffload_buffer", "heifload_buffer",
        "pdfload_buffer",
    ]) func ourOwnLoadersAreNot(loader: String) throws {
        #expect(try !Self.isBlocked(loader))
    }

    static func isBlocked(_ loader: String) throws -> Bool {
        try Imaging.start()
        return try Imaging.alone {
            defer { vips_error_clear() }
            // One that this build of libvips lacks cannot be used either.
            guard let operation = vips_operation_new(loader) else { return true }
            defer { cvips_unref(operation) }
            return vips_operation_get_flags(operation).rawValue & VIPS_OPERATION_BLOCKED.rawValue != 0
        }
    }

    @Test func theLibraryIsSingleThreadedAndRemembersNothing() throws {
        try Imaging.start()
        #expect(vips_concurrency_get() == 1)
        #expect(vips_cache_get_max() == 0)
        #expect(Imaging.libraryVersion.hasPrefix("8."))
        #expect(Imaging.textProblem() == nil)
    }
}
