import Findings
import Testing

@testable import Imaging

/// A worker at its memory limit is not the photo's fault, in whatever words a library says so.
@Suite struct ShortMemoryTests {
    @Test(arguments: [
        "VipsJpeg: Insufficient memory (case 4)", "vips_tracked: out of memory --- size == 48MB",
        "libpng error: Insufficient memory", "heif: Memory allocation error", "unable to allocate 12 bytes",
        "Error creating thread: Resource temporarily unavailable",
    ])
    func aLibraryWithoutMemoryBlamesTheEnvironment(detail: String) {
        let error = VipsErrors.error(reading: "a.jpg", detail: detail)
        #expect(error.code == .memory && error.fault == .environment && error.message.contains("workers.memory"))
    }

    @Test(arguments: [
        ("VipsJpeg: premature end of JPEG image", ImagingError.Code.truncated), ("VipsJpeg: bad Huffman code", .broken),
        ("heif: Memory allocation error: Security limit exceeded: Image size 99999x99999 (6.1000)", .limit),
    ])
    func aDamagedPhotoIsStillBlamedItself(detail: String, code: ImagingError.Code) {
        let error = VipsErrors.error(reading: "a.jpg", detail: detail)
        #expect(error.code == code && error.fault == .input)
    }
}
