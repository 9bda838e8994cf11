import CVips
import Findings

extension Picture {
    /// The operations that may load at all; each reads from memory only.
    static let loaders = [
        "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer",
        "VipsForeignLoadNsgifBuffer", "VipsForeignLoadTiffBuffer", "VipsForeignLoadHeifBuffer",
    ]

    /// Opens a picture with its format's own loader; only its header is read now.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: how many times smaller a JPEG is decoded. Other formats ignore it.
    static func load(
        _ bytes: UnsafeBufferPointer<UInt8>, as format: PhotoFormat, file: String, strict: Bool, shrink: Int = 1
    ) throws(ImagingError) -> Picture {
        let data = UnsafeRawPointer(bytes.baseAddress)
        let count = bytes.count
        // libvips would rather give grey rows than fail: say at which kind of damage it has to stop. Its level between
        // these two, "error", finds no more than "truncated" does in libvips 8.14.
        let failOn = strict ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_TRUNCATED
        switch format {
        case .jpeg:
            return try VipsErrors.picture(reading: file) { cvips_jpegload(data, count, Int32(shrink), failOn, $0) }
        case .png: return try VipsErrors.picture(reading: file) { cvips_pngload(data, count, failOn, $0) }
        case .webp: return try VipsErrors.picture(reading: file) { cvips_webpload(data, count, failOn, $0) }
        case .gif: return try VipsErrors.picture(reading: file) { cvips_gifload(data, count, failOn, $0) }
        case .tiff: return try VipsErrors.picture(reading: file) { cvips_tiffload(data, count, failOn, $0) }
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
}
