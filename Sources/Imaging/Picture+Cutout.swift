import CVips

extension Picture {
    /// The picture in colours that a PNG can hold, with the profile that says what they mean.
    ///
    /// Grey and RGB of 8 and 16 bits stay as they are. All else becomes plain sRGB without a profile.
    consuming func ownColours() throws(ImagingError) -> Picture {
        let picture = try known()
        if picture.fitsPNG { return picture }
        let plain = try picture.plainRGB()
        _ = vips_image_remove(plain.image, VIPS_META_ICC_NAME)
        return plain
    }

    private var fitsPNG: Bool {
        let colours = bands - (hasAlpha ? 1 : 0)
        switch (format, interpretation) {
        case (VIPS_FORMAT_UCHAR, VIPS_INTERPRETATION_sRGB), (VIPS_FORMAT_UCHAR, VIPS_INTERPRETATION_RGB),
            (VIPS_FORMAT_USHORT, VIPS_INTERPRETATION_RGB16):
            return colours == 3
        case (VIPS_FORMAT_UCHAR, VIPS_INTERPRETATION_B_W), (VIPS_FORMAT_USHORT, VIPS_INTERPRETATION_GREY16):
            return colours == 1
        default: return false
        }
    }
}
