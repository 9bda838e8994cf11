import CVips
import Findings

extension Picture {
    /// Where a picture's numbers lie closer together than this, its own window is taken: numbers of 12 or 14 bits in 16.
    private static let narrow = 1 << 14
    /// How many of a hundred pixels lie below the window's black, and as many above its white: dust and labels do.
    private static let outliers = 0.5

    /// A grey picture of 16 bits in 8, by a window; any other as it is.
    ///
    /// - Parameter window: Nil for the picture's own, where it is narrow; else its numbers' upper 8 bits.
    consuming func windowed(_ window: GreyWindow?) throws(ImagingError) -> Picture {
        guard format == VIPS_FORMAT_USHORT, bands == 1, interpretation == VIPS_INTERPRETATION_GREY16 else {
            return self
        }
        if let window { return try shown(black: window.black, white: window.white) }
        // Its numbers are looked at twice, and decoders give them once.
        let whole = try made { image, out in
            out.pointee = vips_image_copy_memory(image)
            return out.pointee == nil ? -1 : 0
        }
        let (black, white) = (
            try whole.number(atPercent: Self.outliers), try whole.number(atPercent: 100 - Self.outliers)
        )
        guard white - black < Self.narrow, black < white else { return whole }
        return try whole.shown(black: black, white: white)
    }

    /// The number that so many of a hundred pixels do not exceed.
    private borrowing func number(atPercent percent: Double) throws(ImagingError) -> Int {
        var number: Int32 = 0
        try VipsErrors.check(cvips_percent(image, percent, &number), reading: file)
        return Int(number)
    }

    private borrowing func shown(black: Int, white: Int) throws(ImagingError) -> Picture {
        let scale = 255 / Double(white - black)
        // Half a step, since what is behind the point is lost.
        return try made { cvips_window($0, scale, 0.5 - Double(black) * scale, $1) }
            .made { cvips_as($0, VIPS_INTERPRETATION_B_W, $1) }
    }
}
