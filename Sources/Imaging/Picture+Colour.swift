import CVips
import Findings

extension Picture {
    /// The picture as three bands of 8-bit sRGB, whatever it was.
    ///
    /// Transparent parts become white: what a page or a browser shows. Wide-gamut, CMYK and grey pictures go through
    /// their own colour profile; one that cannot be used is ignored, since the photo is still a photo.
    ///
    /// - Parameter window: Which numbers of 16-bit grey become black and white; nil for the picture's own where it has one.
    consuming func plainRGB(_ window: GreyWindow?) throws(ImagingError) -> Picture {
        var picture = try self.opaque().known().windowed(window)
        if let profile = picture.blob(VIPS_META_ICC_NAME), !ColourProfile.describesSRGB(profile),
            let converted = picture.convertedByProfile()
        {
            picture = converted
        } else if picture.interpretation == VIPS_INTERPRETATION_CMYK, let converted = picture.convertedByProfile() {
            // The library's own CMYK profile is nearer to print than the plain formula.
            picture = converted
        }
        if picture.interpretation != VIPS_INTERPRETATION_sRGB {
            picture = try picture.made { cvips_colourspace($0, VIPS_INTERPRETATION_sRGB, $1) }
        }
        if picture.format != VIPS_FORMAT_UCHAR { picture = try picture.made { cvips_cast($0, VIPS_FORMAT_UCHAR, $1) } }
        if picture.bands > 3 { picture = try picture.made { cvips_extract_bands($0, 0, 3, $1) } }
        guard picture.bands == 3 else {
            throw ImagingError(.broken, "\(picture.file) has colours that are neither grey nor RGB nor CMYK")
        }
        return picture
    }

    private consuming func opaque() throws(ImagingError) -> Picture {
        guard hasAlpha else { return self }
        let white: Double
        switch interpretation {
        case VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_GREY16: white = 65_535
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_B_W: white = format == VIPS_FORMAT_USHORT ? 65_535 : 255
        case VIPS_INTERPRETATION_scRGB: white = 1
        default: return try made { cvips_extract_bands($0, 0, vips_image_get_bands($0) - 1, $1) }
        }
        return try made { cvips_flatten($0, white, $1) }
    }

    /// Nil where the profile does not fit the picture or is damaged.
    private borrowing func convertedByProfile() -> Picture? {
        let fallback = interpretation == VIPS_INTERPRETATION_CMYK ? "cmyk" : "srgb"
        return try? made { cvips_icc_to_srgb($0, fallback, $1) }
    }

    /// Scientific pictures have no colour interpretation: one band is grey, the first three of more are RGB.
    consuming func known() throws(ImagingError) -> Picture {
        switch interpretation {
        case VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_HISTOGRAM, VIPS_INTERPRETATION_MATRIX,
            VIPS_INTERPRETATION_FOURIER, VIPS_INTERPRETATION_ERROR:
            let wide = format == VIPS_FORMAT_USHORT
            guard bands >= 3 else {
                let grey = wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
                return try made { cvips_extract_bands($0, 0, 1, $1) }.made { cvips_as($0, grey, $1) }
            }
            let colour = wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
            return try made { cvips_extract_bands($0, 0, 3, $1) }.made { cvips_as($0, colour, $1) }
        default: return self
        }
    }

    /// The picture in colours that a PNG can hold, with the profile that defines them.
    ///
    /// Grey and RGB of 8 and 16 bits stay as they are. All else becomes plain sRGB without a profile.
    consuming func ownColours() throws(ImagingError) -> Picture {
        let picture = try known()
        if picture.fitsPNG { return picture }
        let plain = try picture.plainRGB(nil)
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

/// What is read of an ICC profile without the colour library.
enum ColourProfile {
    /// True where the profile's description names sRGB: then there is nothing to convert.
    ///
    /// Most cameras and editors embed it, and a conversion from sRGB to sRGB costs as much as a real one.
    static func describesSRGB(_ profile: [UInt8]) -> Bool {
        guard profile.count > 132 else { return false }
        let tags = min(number(profile, at: 128), (profile.count - 132) / 12, 100)
        for index in 0..<max(tags, 0) {
            let entry = 132 + index * 12
            guard profile[entry..<(entry + 4)].elementsEqual("desc".utf8) else { continue }
            let offset = number(profile, at: entry + 4)
            guard offset <= profile.count else { return false }
            let end = min(offset + min(number(profile, at: entry + 8), 512), profile.count)
            // ASCII in version 2, UTF-16 in version 4: the same letters once the zeros are out.
            let text = String(decoding: profile[offset..<end].filter { $0 != 0 }, as: UTF8.self)
            return text.contains("sRGB")
        }
        return false
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
