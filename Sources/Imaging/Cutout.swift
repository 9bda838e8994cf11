import CVips
import Findings
import SystemValues

/// An object on a transparent ground: the part of a photo around it, upright, with an alpha band.
///
/// Its colours are the photo's own numbers under the photo's own profile, in as many bits.
struct Cutout {
    /// The width of an edge, in which alpha climbs from 10 to 90 %, as a share of the photo's longer side.
    private static let edge = 0.0015
    /// How far from the edge a pixel may show the old ground, as a share of the photo's longer side and at least, in pixels.
    private static let doubt = (share: 0.0012, least: 1.0)
    private static let mostMargin = 1e6
    /// How many standard deviations a Gaussian takes from 10 to 90 %.
    private static let climb = 2.563

    private let photo: Photo
    /// The object, at the upright photo's size; its edge is made soft.
    private let mask: RunLengthMask
    /// The standard deviation of the edge, in pixels of the photo.
    private let softness: Double
    /// How far colours near the edge are not the object's own, as a standard deviation in pixels of the photo.
    private let doubt: Double
    /// The part of the upright photo.
    private let rect: PixelRect

    /// Finds the part of a photo; throws where the mask is empty or not of the photo's size.
    ///
    /// - Parameter isCropped: False for all of the photo.
    init(of mask: RunLengthMask, margin: Double, isCropped: Bool, from photo: Photo) throws(ImagingError) {
        self.photo = photo
        self.mask = mask
        let side = Double(max(photo.size.width, photo.size.height))
        softness = max(side * Self.edge / Self.climb, 0.4)
        doubt = max(side * Self.doubt.share, Self.doubt.least)
        guard mask.size == photo.size else {
            throw ImagingError(
                .outside, "a mask to cut out of \(PercentEscape.printable(photo.path)) is not of the photo's size",
                fault: .quiver)
        }
        guard let box = mask.box else {
            throw ImagingError(
                .outside, "a mask to cut out of \(PercentEscape.printable(photo.path)) shows nothing", fault: .quiver)
        }
        // A margin beyond the photo is as good as all of it, and the edge is never cut off, however small the margin.
        let share = margin.isNaN ? 0 : min(max(margin, 0), Self.mostMargin)
        let room = Double(SoftEdge.reach(of: max(softness, doubt)) + 1)
        let (across, down) = (max(box.width * share, room), max(box.height * share, room))
        let wide = Box(
            left: box.x - across, top: box.y - down, right: box.right + across, bottom: box.bottom + down)
        let whole = PixelRect(left: 0, top: 0, width: photo.size.width, height: photo.size.height)
        guard let rect = isCropped ? PixelRect(touchedBy: wide, in: photo.size) : whole else {
            throw ImagingError(
                .outside, "a mask of \(PercentEscape.printable(photo.path)) has no place in it", fault: .quiver)
        }
        self.rect = rect
    }

    /// The bytes of a PNG.
    func png() throws(ImagingError) -> [UInt8] {
        try Imaging.alone { () throws(ImagingError) in
            try photo.decoded { (picture) throws(ImagingError) in
                let own = try picture.ownColours()
                return own.format == VIPS_FORMAT_USHORT
                    ? try png(of: own, UInt16.self) : try png(of: own, UInt8.self)
            }
        }
    }

    /// The bytes of a PNG with another ground, in 8-bit sRGB.
    func png(on ground: Backdrop) throws(ImagingError) -> [UInt8] {
        try Imaging.alone { () throws(ImagingError) in
            let canvas = try photo.decoded { (picture) throws(ImagingError) -> CutoutCanvas<UInt8> in
                let plain = try picture.plainRGB(photo.window)
                return try self.canvas(of: plain, UInt8.self)
            }
            return try PNGEncoder.encode(canvas.opaque(on: ground, at: rect), file: PercentEscape.printable(photo.path))
        }
    }

    /// The bytes of a PNG of the soft mask alone, white where the object is.
    func softMask() throws(ImagingError) -> [UInt8] {
        try Imaging.alone { () throws(ImagingError) in
            var canvas = CutoutCanvas<UInt8>(size: size, colours: 0)
            canvas.cover(mask, from: rect)
            canvas.soften(SoftEdge(deviation: softness))
            return try PNGEncoder.encode(canvas, profile: nil, file: PercentEscape.printable(photo.path))
        }
    }

    private var size: PixelSize { PixelSize(width: rect.width, height: rect.height) }

    private func png<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
        of picture: borrowing Picture, _: Sample.Type
    ) throws(ImagingError) -> [UInt8] {
        let png = try PNGEncoder.encode(
            try canvas(of: picture, Sample.self), profile: picture.blob(VIPS_META_ICC_NAME),
            file: PercentEscape.printable(photo.path))
        guard let codes = photo.light?.codes else { return png }
        // The same codes, for RGB of the whole range (PNG specification, third edition, section 11.3.2.6).
        return PNGChunk.added("cICP", [codes.primaries, codes.curve, 0, 1], to: png)
    }

    private func canvas<Sample: FixedWidthInteger & UnsignedInteger & Sendable>(
        of picture: borrowing Picture, _: Sample.Type
    ) throws(ImagingError) -> CutoutCanvas<Sample> {
        let colours = picture.bands - (picture.hasAlpha ? 1 : 0)
        var canvas = CutoutCanvas<Sample>(size: size, colours: colours)
        canvas.cover(mask, from: rect)
        canvas.soften(SoftEdge(deviation: softness))
        try canvas.place(picture, of: photo, rect)
        canvas.decontaminate(doubt: doubt)
        return canvas
    }
}

extension Photo {
    /// The object under a mask on a transparent ground, upright and in full resolution, as a PNG without camera data.
    ///
    /// Colours keep their numbers, their bits, their profile and the curve of bright light (PQ, HLG), so that nothing of a
    /// wide gamut is lost; inks (CMYK), which a PNG cannot hold, become sRGB, and a gain map is left out. The edge is soft, and the old ground's colour is taken out of it. Parts that
    /// were transparent stay so.
    ///
    /// - Parameters:
    ///   - mask: The object, at the upright photo's size.
    ///   - margin: How much of the sides of the object's box is added around it; what lies outside the photo is cut off.
    ///   - isCropped: Whether the picture ends there; where not, it is as large as the photo.
    ///   - ground: What lies behind the object, of the photo's size; the picture is 8-bit sRGB then, and what was transparent in
    ///     the photo is white. Nil for nothing.
    /// - Throws: ``ImagingError`` of code `outside` for a mask that is empty or of another size, and what reading the
    ///   photo throws.
    public func cutout(
        _ mask: RunLengthMask, margin: Double = 0.02, isCropped: Bool = true, on ground: Backdrop? = nil
    ) throws(ImagingError) -> [UInt8] {
        let cutout = try Cutout(of: mask, margin: margin, isCropped: isCropped, from: self)
        guard let ground else { return try cutout.png() }
        return try cutout.png(on: ground)
    }

    /// How much of each pixel a cutout of this mask shows, as a grey PNG of the cutout's size: 255 inside, 0 outside.
    ///
    /// - Throws: As ``cutout(_:margin:isCropped:on:)`` does.
    public func softMask(
        _ mask: RunLengthMask, margin: Double = 0.02, isCropped: Bool = true
    ) throws(ImagingError) -> [UInt8] {
        try Cutout(of: mask, margin: margin, isCropped: isCropped, from: self).softMask()
    }
}

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

    /// The same for opaque pixels.
    static func encode(_ pixels: PixelBuffer, file: String) throws(ImagingError) -> [UInt8] {
        var failure: ImagingError?
        let png = pixels.bytes.withUnsafeBytes { bytes -> [UInt8] in
            do throws(ImagingError) {
                return try Picture.wrapping(
                    bytes, pixels.size, bands: 3, VIPS_FORMAT_UCHAR, VIPS_INTERPRETATION_sRGB, file
                ).saved(".png[compression=4,filter=up]", or: "the cutout of \(file) could not be written as PNG")
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
        let grey = isWide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
        let colour = isWide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
        let picture = try Picture.wrapping(
            bytes, canvas.size, bands: canvas.bands, isWide ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR,
            canvas.colours <= 1 ? grey : colour, file)
        if let profile { vips_image_set_blob_copy(picture.image, VIPS_META_ICC_NAME, profile, profile.count) }
        return try picture.saved(
            ".png[compression=4,filter=up]", or: "the cutout of \(file) could not be written as PNG")
    }
}
