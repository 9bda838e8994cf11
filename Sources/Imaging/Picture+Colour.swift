import CVips

extension Picture {
    /// The picture as three bands of 8-bit sRGB, whatever it was.
    ///
    /// Transparent parts become white: what a page or a browser shows. Wide-gamut, CMYK and grey pictures go through
    /// their own colour profile; one that cannot be used is ignored, since the photo is still a photo.
    consuming func plainRGB() throws(ImagingError) -> Picture {
        var picture = try self.opaque()
        if let profile = picture.blob(VIPS_META_ICC_NAME), !ColourProfile.describesSRGB(profile),
            let converted = picture.convertedByProfile()
        {
            picture = converted
        } else if picture.interpretation == VIPS_INTERPRETATION_CMYK, let converted = picture.convertedByProfile() {
            // The library's own CMYK profile is nearer to print than the plain formula.
            picture = converted
        }
        if picture.interpretation != VIPS_INTERPRETATION_sRGB {
            picture = try picture.known().made { cvips_colourspace($0, VIPS_INTERPRETATION_sRGB, $1) }
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

    /// Scientific pictures say nothing about colour: one band is grey, the first three of more are RGB.
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
}
