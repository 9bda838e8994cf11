import CVips
import Findings

/// Writes cutouts as PNG bytes.
enum PNGEncoder {
    /// - Parameters:
    ///   - profile: What the colours mean; nil for sRGB. One that the library refuses is left out.
    static func encode<Sample>(
        _ canvas: CutoutCanvas<Sample>, profile: [UInt8]?, file: String
    ) throws(ImagingError) -> [UInt8] {
        var failure: ImagingError?
        let png = canvas.samples.withUnsafeBytes { bytes -> [UInt8] in
            do throws(ImagingError) {
                if let profile, let png = try? save(bytes, of: canvas, profile, file: file) { return png }
                return try save(bytes, of: canvas, nil, file: file)
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
        return png
    }

    private static func save<Sample>(
        _ bytes: UnsafeRawBufferPointer, of canvas: CutoutCanvas<Sample>, _ profile: [UInt8]?, file: String
    ) throws(ImagingError) -> [UInt8] {
        let isWide = Sample.bitWidth == 16
        let memory = try VipsErrors.picture(reading: file) { out in
            out.pointee = vips_image_new_from_memory(
                bytes.baseAddress, bytes.count, Int32(canvas.size.width), Int32(canvas.size.height),
                Int32(canvas.bands), isWide ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR)
            return out.pointee == nil ? -1 : 0
        }
        let grey = isWide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
        let colour = isWide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
        let picture = try memory.made { cvips_as($0, canvas.colours == 1 ? grey : colour, $1) }
        if let profile { vips_image_set_blob_copy(picture.image, VIPS_META_ICC_NAME, profile, profile.count) }
        var png: UnsafeMutableRawPointer?
        var length = 0
        guard cvips_save(picture.image, ".png[compression=4,filter=up]", &png, &length) == 0, let png else {
            throw ImagingError(
                .encoding, "the cutout of \(file) could not be written as PNG", fault: .quiver,
                detail: VipsErrors.take())
        }
        defer { g_free(png) }
        return Array(UnsafeRawBufferPointer(start: png, count: length))
    }
}
