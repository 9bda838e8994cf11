import CVips
import Findings

/// Writes pixels as JPEG bytes.
enum JPEGEncoder {
    /// - Parameters:
    ///   - camera: The photo whose EXIF, XMP and IPTC data go along; nil for none.
    ///
    /// Pixels are sRGB, which a JPEG without a profile is taken for. Orientation becomes 1, since pixels are upright,
    /// and the camera's thumbnail goes, since it shows another picture.
    static func encode(
        _ pixels: PixelBuffer, quality: Int, camera: Photo? = nil, file: String
    ) throws(ImagingError) -> [UInt8] {
        try pixels.bytes.withUnsafeBufferPointer { bytes throws(ImagingError) in
            let plain = try wrap(bytes, size: pixels.size, file: file)
            guard let camera else { return try save(plain, quality: quality, keep: false) }
            try camera.decoded { (original) throws(ImagingError) in
                cvips_copy_camera_data(original.image, plain.image)
            }
            vips_image_set_int(plain.image, VIPS_META_ORIENTATION, 1)
            if vips_image_get_typeof(plain.image, "exif-ifd2-ColorSpace") != 0 {
                vips_image_set_string(plain.image, "exif-ifd2-ColorSpace", "1")
            }
            do {
                return try save(plain, quality: quality, keep: true)
            } catch {
                // Damaged or oversized camera data is no reason to go without the picture.
                return try save(plain, quality: quality, keep: false)
            }
        }
    }

    private static func wrap(
        _ bytes: UnsafeBufferPointer<UInt8>, size: PixelSize, file: String
    ) throws(ImagingError) -> Picture {
        let memory = try VipsErrors.picture(reading: file) { out in
            out.pointee = vips_image_new_from_memory(
                bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height), 3, VIPS_FORMAT_UCHAR)
            return out.pointee == nil ? -1 : 0
        }
        return try memory.made { cvips_as($0, VIPS_INTERPRETATION_sRGB, $1) }
    }

    private static func save(_ picture: borrowing Picture, quality: Int, keep: Bool) throws(ImagingError) -> [UInt8] {
        var bytes: UnsafeMutableRawPointer?
        var length = 0
        let options = "[Q=\(min(max(quality, 1), 100)),subsample_mode=on,strip=\(keep ? "false" : "true")]"
        guard cvips_save(picture.image, ".jpg" + options, &bytes, &length) == 0, let bytes else {
            throw ImagingError(
                .encoding, "the picture of \(picture.file) could not be written as JPEG", fault: .quiver,
                detail: VipsErrors.take())
        }
        defer { g_free(bytes) }
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }
}
