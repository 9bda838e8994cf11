import CVips
import Findings
import SystemPackage
import SystemValues

/// A photo decoded in whole, upright, as 8-bit sRGB: what annotated pictures and crops are made from.
///
/// It holds three bytes a pixel; let it go as soon as its pictures are made.
public struct UprightPhoto: Sendable {
    /// The photo's own pixels.
    public private(set) var pixels: PixelBuffer
    private let photo: Photo
    /// Whether something in it is blurred: camera data may show it, as thumbnails do.
    private var isBlurred = false

    init(_ photo: Photo) throws(ImagingError) {
        self.photo = photo
        let orientation = Orientation(tag: photo.orientation)
        let stored = photo.stored
        let upright = photo.size
        pixels = try PixelBuffer(size: upright) { (target) throws(ImagingError) in
            try photo.decoded { (picture) throws(ImagingError) in
                try picture.plainRGB(photo.window).forEachStrip { first, rows, bytes, stride in
                    orientation.place(
                        bytes, stride: stride, firstRow: first, count: rows, of: stored, into: target,
                        width: upright.width)
                }
            }
        }
    }

    /// The photo with marks, as a JPEG of its own upright size that keeps what the camera wrote about it, unless something in it is
    /// blurred.
    public func annotated(_ marks: [Mark], quality: Int = 85) throws(ImagingError) -> [UInt8] {
        try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(
                pixels.marked(marks), quality: quality, camera: isBlurred ? nil : photo,
                file: PercentEscape.printable(photo.path))
        }
    }

    /// The photo in which nothing can be recognised in these boxes; where there are any, its pictures have no camera data.
    public func blurred(_ boxes: [Box]) -> UprightPhoto {
        guard !boxes.isEmpty else { return self }
        var photo = self
        photo.pixels = pixels.blurred(boxes)
        photo.isBlurred = true
        return photo
    }

    /// The part under a box as a JPEG, upright and without camera data.
    ///
    /// - Parameter margin: How much of the box's own sides is added around it; what lies outside the photo is cut off.
    public func crop(_ box: Box, margin: Double = 0, quality: Int = 90) throws(ImagingError) -> [UInt8] {
        let wide = Box(
            x: box.x - box.width * margin, y: box.y - box.height * margin,
            width: box.width * (1 + 2 * margin), height: box.height * (1 + 2 * margin))
        guard let rect = PixelRect(touchedBy: wide, in: pixels.size) else {
            throw ImagingError(
                .outside, "a box to cut out of \(PercentEscape.printable(photo.path)) lies outside of it",
                fault: .quiver)
        }
        return try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(pixels.cut(rect), quality: quality, file: PercentEscape.printable(photo.path))
        }
    }

    /// Other pixels that were made of the photo, such as a page laid flat, as a JPEG without camera data.
    public func jpeg(of pixels: PixelBuffer, quality: Int = 90) throws(ImagingError) -> [UInt8] {
        try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(pixels, quality: quality, file: PercentEscape.printable(photo.path))
        }
    }
}

extension Photo {
    /// Decodes the photo in whole, once for all pictures to be made from it.
    public func upright() throws(ImagingError) -> UprightPhoto {
        try Imaging.alone { () throws(ImagingError) in try UprightPhoto(self) }
    }
}

/// A smaller picture of a photo, as JPEG bytes.
public struct Preview: Sendable, Hashable {
    /// The bytes of a whole JPEG file.
    public let jpeg: [UInt8]
    /// The picture's own width and height.
    public let size: PixelSize
}

extension Preview {
    /// The size of the preview of a photo.
    fileprivate static func size(of photo: PixelSize, longestSide: Int) -> PixelSize {
        let share = min(1, Double(longestSide) / Double(max(photo.width, photo.height)))
        return PixelSize(
            width: max(1, Int((Double(photo.width) * share).rounded())),
            height: max(1, Int((Double(photo.height) * share).rounded())))
    }

    /// - Parameter marks: Outlines to draw, in pixels of the photo, whose size `photo` is.
    fileprivate init(
        _ small: PixelBuffer, of photo: PixelSize, quality: Int, marks: [Mark], path: FilePath
    ) throws(ImagingError) {
        let (across, down) = (
            Double(small.size.width) / Double(max(photo.width, 1)),
            Double(small.size.height) / Double(max(photo.height, 1))
        )
        let drawn = marks.map { mark in
            guard case .outline(let points) = mark.shape else { return mark }
            var moved = mark
            moved.shape = .outline(points.map { Point(x: $0.x * across, y: $0.y * down) })
            return moved
        }
        jpeg = try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(
                drawn.isEmpty ? small : small.marked(drawn), quality: quality, file: PercentEscape.printable(path))
        }
        size = small.size
    }
}

extension Photo {
    /// The whole photo, upright, at most `longestSide` pixels long and never larger than it is; without camera data.
    ///
    /// - Parameter marks: Outlines to draw into it, in pixels of the photo.
    public func preview(
        longestSide: Int, quality: Int = 80, marks: [Mark] = []
    ) throws(ImagingError) -> Preview {
        let (small, _) = try input(Preview.size(of: size, longestSide: longestSide), fit: .stretch)
        return try Preview(small, of: size, quality: quality, marks: marks, path: path)
    }

    /// Whether a preview of this length is made of all the photo's pixels, so that decoding them once serves other pictures too.
    public func isDecodedWhole(forPreview longestSide: Int) -> Bool {
        !Self.isReduced(size, to: Preview.size(of: size, longestSide: longestSide))
    }
}

extension UprightPhoto {
    /// As ``Photo/preview(longestSide:quality:marks:)``, of the pixels that are here: those of a photo that is decoded smaller for its
    /// preview differ a little.
    public func preview(
        longestSide: Int, quality: Int = 80, marks: [Mark] = []
    ) throws(ImagingError) -> Preview {
        let (small, _) = pixels.input(Preview.size(of: pixels.size, longestSide: longestSide), fit: .stretch)
        return try Preview(small, of: pixels.size, quality: quality, marks: marks, path: photo.path)
    }
}

extension UprightPhoto {
    /// The part under a box as it is, without camera data; nil where the box lies outside the photo.
    public func closeUp(_ box: Box, quality: Int = 85) throws(ImagingError) -> Preview? {
        guard let rect = PixelRect(touchedBy: box, in: pixels.size) else { return nil }
        return Preview(
            jpeg: try crop(box, quality: quality), size: PixelSize(width: rect.width, height: rect.height))
    }
}

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
            let plain = try Picture.wrapping(
                UnsafeRawBufferPointer(bytes), pixels.size, bands: 3, VIPS_FORMAT_UCHAR, VIPS_INTERPRETATION_sRGB, file)
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

    private static func save(_ picture: borrowing Picture, quality: Int, keep: Bool) throws(ImagingError) -> [UInt8] {
        try picture.saved(
            ".jpg[Q=\(min(max(quality, 1), 100)),subsample_mode=on,strip=\(keep ? "false" : "true")]",
            or: "the picture of \(picture.file) could not be written as JPEG")
    }
}
