import CTesseract
import Findings

/// A picture in grey that Tesseract can read; it is freed with this value.
struct TesseractPicture: ~Copyable {
    let handle: OpaquePointer

    deinit { ctess_picture_free(handle) }

    private init(made: OpaquePointer?) throws(TextReadingError) {
        guard let made else {
            throw TextReadingError(
                .memory, "there is not enough memory to read this photo; give the workers more memory.",
                fault: .environment)
        }
        handle = made
    }

    /// A copy in grey of red, green and blue, row by row without gaps; throws where there are fewer bytes than that.
    init(_ pixels: UnsafeRawBufferPointer, size: PixelSize) throws(TextReadingError) {
        let (area, tooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0, !tooLarge, area <= Int(Int32.max), pixels.count / 3 >= area,
            let bytes = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else {
            throw TextReadingError(
                .picture, "\(pixels.count) bytes are no picture of \(size.width) by \(size.height) pixels.",
                fault: .quiver)
        }
        try self.init(
            made: ctess_picture_from_rgb(bytes, Int32(size.width), Int32(size.height), Int64(size.width) * 3))
    }

    var size: PixelSize {
        PixelSize(width: Int(ctess_picture_width(handle)), height: Int(ctess_picture_height(handle)))
    }

    /// Turned clockwise by so many quarters.
    func turned(quarters: Int) throws(TextReadingError) -> TesseractPicture {
        try TesseractPicture(made: ctess_picture_turn(handle, Int32(quarters & 3)))
    }

    /// Of another size.
    func resized(to size: PixelSize) throws(TextReadingError) -> TesseractPicture {
        try TesseractPicture(
            made: ctess_picture_resize(handle, Int32(clamping: size.width), Int32(clamping: size.height)))
    }

    /// Turned clockwise about its middle by a small angle in degrees, on a larger sheet of white.
    func rotated(degrees: Double) throws(TextReadingError) -> TesseractPicture {
        try TesseractPicture(made: ctess_picture_rotate(handle, Float(degrees * .pi / 180)))
    }

    /// A part of it, in whole pixels inside it.
    func cut(left: Int, top: Int, size: PixelSize) throws(TextReadingError) -> TesseractPicture {
        try TesseractPicture(
            made: ctess_picture_cut(
                handle, Int32(clamping: left), Int32(clamping: top), Int32(clamping: size.width),
                Int32(clamping: size.height)))
    }

    /// By how many degrees clockwise its lines must be turned to lie level; 0 where that cannot be told.
    var levelling: Double {
        var (degrees, sureness): (Float, Float) = (0, 0)
        guard ctess_picture_skew(handle, &degrees, &sureness) == 0, sureness > 3, degrees.isFinite else { return 0 }
        return Double(degrees)
    }
}
