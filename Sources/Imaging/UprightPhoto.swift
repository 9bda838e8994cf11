import Findings

/// A photo decoded in whole, upright, as 8-bit sRGB: what annotated pictures and crops are made from.
///
/// It holds three bytes a pixel; let it go as soon as its pictures are made.
public struct UprightPhoto: Sendable {
    /// The photo's own pixels.
    public let pixels: PixelBuffer
    private let photo: Photo

    init(_ photo: Photo) throws(ImagingError) {
        self.photo = photo
        let orientation = Orientation(tag: photo.orientation)
        let stored = photo.stored
        let upright = photo.size
        var failure: ImagingError?
        let bytes = [UInt8](unsafeUninitializedCapacity: upright.area * 3) { canvas, filled in
            guard let target = canvas.baseAddress else { return }
            do throws(ImagingError) {
                try photo.decoded { (picture) throws(ImagingError) in
                    try picture.plainRGB().forEachStrip { first, rows, bytes, stride in
                        orientation.place(
                            bytes, stride: stride, firstRow: first, count: rows, of: stored, into: target,
                            width: upright.width)
                    }
                }
                filled = upright.area * 3
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        pixels = PixelBuffer(size: upright, bytes: bytes)
    }

    /// The photo with marks, as a JPEG of its own upright size that keeps what the camera wrote about it.
    public func annotated(_ marks: [Mark], quality: Int = 85) throws(ImagingError) -> [UInt8] {
        try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(pixels.marked(marks), quality: quality, camera: photo, file: photo.path.printable)
        }
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
                .outside, "a box to cut out of \(photo.path.printable) lies outside of it", fault: .quiver)
        }
        return try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(pixels.cut(rect), quality: quality, file: photo.path.printable)
        }
    }

    /// Other pixels that were made of the photo, such as a page laid flat, as a JPEG without camera data.
    public func jpeg(of pixels: PixelBuffer, quality: Int = 90) throws(ImagingError) -> [UInt8] {
        try Imaging.alone { () throws(ImagingError) in
            try JPEGEncoder.encode(pixels, quality: quality, file: photo.path.printable)
        }
    }
}

extension Photo {
    /// Decodes the photo in whole, once for all pictures to be made from it.
    public func upright() throws(ImagingError) -> UprightPhoto {
        try Imaging.alone { () throws(ImagingError) in try UprightPhoto(self) }
    }

    /// The photo with marks as a JPEG; see ``UprightPhoto/annotated(_:quality:)``.
    public func annotated(_ marks: [Mark], quality: Int = 85) throws(ImagingError) -> [UInt8] {
        try upright().annotated(marks, quality: quality)
    }

    /// The part under a box as a JPEG; see ``UprightPhoto/crop(_:margin:quality:)``.
    public func crop(_ box: Box, margin: Double = 0, quality: Int = 90) throws(ImagingError) -> [UInt8] {
        try upright().crop(box, margin: margin, quality: quality)
    }
}
