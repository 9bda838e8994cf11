import CVips
import Findings

/// One libvips image: a recipe for pixels, owned by the function that holds it and released with it.
///
/// The bytes it was loaded from are not copied. They must outlive it and every picture made from it.
struct Picture: ~Copyable {
    let image: UnsafeMutablePointer<VipsImage>
    /// The file's name for messages.
    let file: String

    init(taking image: UnsafeMutablePointer<VipsImage>, file: String) {
        self.image = image
        self.file = file
    }

    deinit { cvips_unref(image) }

    var size: PixelSize {
        PixelSize(width: Int(vips_image_get_width(image)), height: Int(vips_image_get_height(image)))
    }
    var bands: Int { Int(vips_image_get_bands(image)) }
    var format: VipsBandFormat { vips_image_get_format(image) }
    var interpretation: VipsInterpretation { vips_image_get_interpretation(image) }
    /// As the loader counted them: libvips' own function returns 1 for ten thousand and more.
    var frames: Int { max(number(VIPS_META_N_PAGES) ?? 1, 1) }
    var hasAlpha: Bool { vips_image_hasalpha(image) != 0 }

    /// The EXIF orientation; a value that EXIF does not know means upright.
    var orientation: Orientation { Orientation(tag: Int(vips_image_get_orientation(image))) }

    /// The next picture of a chain.
    func made(
        _ call: (UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(ImagingError) -> Picture {
        let image = image
        return try VipsErrors.picture(reading: file) { out in call(image, out) }
    }

    /// A block of metadata, copied.
    func blob(_ name: String) -> [UInt8]? {
        var length = 0
        guard let data = cvips_blob(image, name, &length) else { return nil }
        return Array(UnsafeRawBufferPointer(start: data, count: length))
    }

    /// Averages blocks of this many pixels; a last block that is not whole counts as one.
    func shrunk(by horizontal: Int, _ vertical: Int) throws(ImagingError) -> Picture {
        try made { cvips_shrink($0, Double(horizontal), Double(vertical), $1) }
    }

    /// Computes the picture's rows in strips, top to bottom, on this thread.
    ///
    /// A strip is high enough for turned photos to be written in runs, low enough to stay in the processor's cache.
    ///
    /// - Parameter part: Only these pixels; rows are counted from its top. What lies above it is decoded all the same, and
    ///   what lies below is not.
    func forEachStrip(
        of rows: Int = 64, in part: PixelRect? = nil,
        _ body: (_ firstRow: Int, _ rows: Int, _ bytes: UnsafePointer<UInt8>, _ stride: Int) -> Void
    ) throws(ImagingError) {
        guard let region = vips_region_new(image) else { throw ImagingError(.memory, "no memory for \(file)") }
        defer { cvips_unref(region) }
        let part = part ?? PixelRect(left: 0, top: 0, width: size.width, height: size.height)
        for first in stride(from: 0, to: part.height, by: rows) {
            var area = VipsRect(
                left: Int32(part.left), top: Int32(part.top + first), width: Int32(part.width),
                height: Int32(min(rows, part.height - first)))
            try VipsErrors.check(vips_region_prepare(region, &area), reading: file)
            guard let bytes = cvips_region_row(region, area.left, area.top) else { continue }
            body(first, Int(area.height), bytes, Int(cvips_region_stride(region)))
        }
    }

    /// All pixels of an 8-bit RGB picture as they are stored.
    func pixels() throws(ImagingError) -> PixelBuffer {
        let rowBytes = size.width * 3
        return try PixelBuffer(size: size) { (target) throws(ImagingError) in
            try forEachStrip { first, rows, bytes, stride in
                for row in 0..<rows {
                    (target + (first + row) * rowBytes).update(from: bytes + row * stride, count: rowBytes)
                }
            }
        }
    }

    /// The operations that may load at all; each reads from memory only.
    static let loaders = [
        "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer",
        "VipsForeignLoadNsgifBuffer", "VipsForeignLoadTiffBuffer", "VipsForeignLoadHeifBuffer",
        "VipsForeignLoadPdfBuffer",
    ]

    /// Opens a picture with its format's own loader; only its header is read now.
    ///
    /// - Parameters:
    ///   - page: Of a TIFF or PDF, from 0 on.
    ///   - resolution: Pixels per inch with which a PDF's page is drawn.
    ///   - shrink: 1, 2, 4 or 8: how many times smaller a JPEG is decoded. Other formats ignore it.
    static func load(
        _ bytes: UnsafeBufferPointer<UInt8>, as format: PhotoFormat, page: Int = 0, resolution: Double = 72,
        file: String,
        strict: Bool, shrink: Int = 1
    ) throws(ImagingError) -> Picture {
        let data = UnsafeRawPointer(bytes.baseAddress)
        let count = bytes.count
        // libvips would rather give grey rows than fail: it is given the kind of damage at which to stop. Its level between
        // these two, "error", finds no more than "truncated" does in libvips 8.14.
        let failOn = strict ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_TRUNCATED
        switch format {
        case .jpeg:
            return try VipsErrors.picture(reading: file) { cvips_jpegload(data, count, Int32(shrink), failOn, $0) }
        case .png: return try VipsErrors.picture(reading: file) { cvips_pngload(data, count, failOn, $0) }
        case .webp: return try VipsErrors.picture(reading: file) { cvips_webpload(data, count, failOn, $0) }
        case .gif: return try VipsErrors.picture(reading: file) { cvips_gifload(data, count, failOn, $0) }
        case .tiff:
            return try VipsErrors.picture(reading: file) { cvips_tiffload(data, count, Int32(page), failOn, $0) }
        case .pdf:
            return try VipsErrors.picture(reading: file) {
                cvips_pdfload(data, count, Int32(page), resolution, failOn, $0)
            }
        case .bmp: return try Bitmap.picture(bytes, file: file)
        case .heic, .avif:
            let first = try VipsErrors.picture(reading: file) { cvips_heifload(data, count, 0, failOn, $0) }
            let primary = first.number("heif-primary") ?? 0
            guard primary > 0 else { return first }
            return try VipsErrors.picture(reading: file) { cvips_heifload(data, count, Int32(primary), failOn, $0) }
        }
    }

    /// A whole number of the metadata.
    func number(_ name: String) -> Int? {
        guard vips_image_get_typeof(image, name) != 0 else { return nil }
        var value: Int32 = 0
        guard vips_image_get_int(image, name, &value) == 0 else {
            vips_error_clear()
            return nil
        }
        return Int(value)
    }

    /// A picture of pixels in memory, which must outlive it.
    static func wrapping(
        _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, bands: Int, _ format: VipsBandFormat,
        _ interpretation: VipsInterpretation, _ file: String
    ) throws(ImagingError) -> Picture {
        let memory = try VipsErrors.picture(reading: file) { out in
            out.pointee = vips_image_new_from_memory(
                bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), Int32(bands), format)
            return out.pointee == nil ? -1 : 0
        }
        return try memory.made { cvips_as($0, interpretation, $1) }
    }

    /// The bytes of a file of the format and with the options that a suffix names.
    ///
    /// - Parameter problem: The sentence of the error where it cannot be written.
    func saved(_ suffix: String, or problem: String) throws(ImagingError) -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var length = 0
        guard cvips_save(image, suffix, &bytes, &length) == 0, let bytes else {
            throw ImagingError(.encoding, problem, fault: .quiver, detail: VipsErrors.take())
        }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }
}
