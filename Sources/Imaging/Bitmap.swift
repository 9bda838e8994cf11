import CVips
import Findings

/// The header of a Windows bitmap, read by ourselves: libvips reads bitmaps by ImageMagick alone, whose loader is blocked.
///
/// Read are those without compression, of 8 bits with a palette, 24 bits, or 32 bits, of which the fourth byte, which few programs
/// mean as transparency, counts for nothing. No pixel is copied: libvips reads them where they lie in the file's bytes.
/// Format: https://learn.microsoft.com/windows/win32/gdi/bitmap-storage
struct Bitmap {
    let size: PixelSize
    /// Where the pixels begin.
    let offset: Int
    /// Bytes of a row, with those that fill it up to four.
    let stride: Int
    /// Bytes of a pixel: 1, 3 or 4.
    let depth: Int
    /// Whether the first row is the upper one.
    let isTopDown: Bool
    /// 256 colours of three bytes, red first, black where there are fewer; empty where pixels are colours themselves.
    let palette: [UInt8]

    private static let (none, masks) = (UInt32(0), UInt32(3))
    /// The bits of red, green and blue that stand as blue, green, red in a file.
    private static let usualMasks: [UInt32] = [0xFF_0000, 0xFF00, 0xFF]

    /// Reads and checks the header.
    ///
    /// - Parameter file: The file's name for messages.
    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws(ImagingError) {
        func number(_ place: Int, _ count: Int) throws(ImagingError) -> UInt32 {
            guard place + count <= bytes.count else { throw .truncated(file, detail: "its header is not whole") }
            return (0..<count).reversed().reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
        }
        func broken(_ detail: String) -> ImagingError {
            ImagingError(.broken, "\(file) is a broken picture; copy it again from where it came", detail: detail)
        }
        let header = Int(try number(14, 4))
        let isOld = header == 12
        let (width, height): (Int, Int)
        if isOld {
            (width, height) = (Int(try number(18, 2)), Int(try number(20, 2)))
        } else {
            width = Int(Int32(bitPattern: try number(18, 4)))
            height = Int(Int32(bitPattern: try number(22, 4)))
        }
        let bits = Int(try number(isOld ? 24 : 28, 2))
        let compression = header < 40 ? Self.none : try number(30, 4)
        guard width > 0, height != 0 else { throw broken("it has no pixels") }
        switch (bits, compression) {
        case (8, Self.none), (24, Self.none), (32, Self.none): break
        case (32, Self.masks):
            let masks = [try number(54, 4), try number(58, 4), try number(62, 4)]
            guard masks == Self.usualMasks else {
                throw .unsupported(file, detail: "its colours are packed in another way than 8 bits each")
            }
        default:
            throw .unsupported(file, detail: "bitmaps of \(bits) bits with compression \(compression) are not read")
        }
        size = PixelSize(width: width, height: abs(height))
        isTopDown = height < 0
        depth = bits / 8
        stride = (width * depth + 3) / 4 * 4
        offset = Int(try number(10, 4))
        let colours = 14 + header
        guard offset >= colours else { throw broken("its pixels begin in its header") }
        // Not multiplied: what a header says may be more than any number holds.
        guard offset <= bytes.count, size.height <= (bytes.count - offset) / stride else {
            throw .truncated(file, detail: "it has fewer rows than its header says")
        }
        // What libvips counts in: a file of over 2 GiB may have more.
        guard Int32(exactly: stride) != nil, Int32(exactly: size.height) != nil else {
            throw .unsupported(file, detail: "its rows, or the bytes of one, are more than \(Int32.max)")
        }
        guard depth == 1 else {
            palette = []
            return
        }
        let entry = isOld ? 3 : 4
        let said = header < 40 ? 0 : Int(try number(46, 4))
        let count = min(said == 0 ? 256 : said, 256, (offset - colours) / entry)
        guard count > 0 else { throw broken("it has no palette") }
        var palette = [UInt8](repeating: 0, count: 256 * 3)
        for index in 0..<count {
            for band in 0..<3 { palette[index * 3 + band] = bytes[colours + index * entry + 2 - band] }
        }
        self.palette = palette
    }

    /// The picture, which reads from `bytes` as its pixels are asked for.
    static func picture(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws(ImagingError) -> Picture {
        let bitmap = try Bitmap(bytes, file: file)
        let (size, rows) = (bitmap.size, bitmap.stride * bitmap.size.height)
        let whole = try VipsErrors.picture(reading: file) { out in
            out.pointee = vips_image_new_from_memory(
                bytes.baseAddress.map { $0 + bitmap.offset }, rows, Int32(bitmap.stride), Int32(size.height), 1,
                VIPS_FORMAT_UCHAR)
            return out.pointee == nil ? -1 : 0
        }
        let (width, depth) = (Int32(size.width), Int32(bitmap.depth))
        var picture = try whole.made { cvips_extract_area($0, 0, 0, width * depth, Int32(size.height), $1) }
        if bitmap.depth > 1 {
            picture = try picture.made { cvips_bandfold($0, depth, $1) }.made { cvips_first_three_reversed($0, $1) }
        } else {
            picture = try picture.made { picture, out in
                bitmap.palette.withUnsafeBufferPointer { cvips_with_palette(picture, $0.baseAddress, out) }
            }
        }
        if !bitmap.isTopDown { picture = try picture.made { cvips_upside_down($0, $1) } }
        return try picture.made { cvips_as($0, VIPS_INTERPRETATION_sRGB, $1) }
    }
}
