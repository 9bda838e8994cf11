/// A picture of ones and zeros in COCO's run lengths: which pixels show an object.
///
/// Pixels are counted column by column, each from the top; lengths of zeros and of ones take turns, zeros first.
/// A value is always sound: its lengths add up to its size.
public struct RunLengthMask: Hashable, Sendable {
    /// Pixels of the largest mask: more than any photo that is taken on.
    public static let largestArea = 1 << 30

    /// The width and height of the picture.
    public let size: PixelSize
    /// The lengths as text, as pycocotools writes it.
    public let counts: String

    /// A mask from COCO's text; nil where the text is not one of a picture of this size.
    ///
    /// A run without a pixel, which pycocotools never writes, is joined with its neighbours.
    public init?(size: PixelSize, counts: String) {
        guard Self.isSound(size), let lengths = RunLengthText.decode(counts, total: size.area) else { return nil }
        self.init(size: size, runs: lengths)
    }

    /// A mask of one pixel.
    public init(pixelOf isOne: Bool) {
        var builder = RunLengthBuilder()
        builder.append(isOne, count: 1)
        self.init(size: PixelSize(width: 1, height: 1), builder: builder)
    }

    /// A mask from lengths of zeros and ones in turn, zeros first; nil where they do not add up to the size.
    public init?(size: PixelSize, runs: [Int]) {
        guard Self.isSound(size) else { return nil }
        var builder = RunLengthBuilder()
        var left = size.area
        for (index, length) in runs.enumerated() {
            guard length >= 0, length <= left else { return nil }
            builder.append(index % 2 == 1, count: length)
            left -= length
        }
        guard left == 0 else { return nil }
        self.init(size: size, builder: builder)
    }

    /// A mask from a picture row by row, where any number but 0 is a one; nil where it has another number of pixels.
    public init?(_ bitmap: [UInt8], size: PixelSize) {
        guard Self.isSound(size), bitmap.count == size.area else { return nil }
        self.init(size: size) { x, y in bitmap[y * size.width + x] != 0 }
    }

    /// A mask from a picture row by row; nil where it has another number of pixels.
    public init?(_ bitmap: [Bool], size: PixelSize) {
        guard Self.isSound(size), bitmap.count == size.area else { return nil }
        self.init(size: size) { x, y in bitmap[y * size.width + x] }
    }

    /// A mask of what a function of column and row says; nil for a size without pixels, or with too many.
    ///
    /// - Parameters:
    ///   - size: The picture's size.
    ///   - columns: The columns that are asked, of which those outside of the picture are left out; nil for all.
    ///   - rows: The same for rows. What is not asked is zero.
    ///   - isInside: Whether a pixel is a one; it is asked column by column, each from the top.
    @inlinable
    public init?(
        size: PixelSize, columns: Range<Int>? = nil, rows: Range<Int>? = nil,
        where isInside: (_ x: Int, _ y: Int) -> Bool
    ) {
        guard Self.isSound(size) else { return nil }
        let columns = (columns ?? 0..<size.width).clamped(to: 0..<size.width)
        let rows = (rows ?? 0..<size.height).clamped(to: 0..<size.height)
        var builder = RunLengthBuilder()
        builder.append(false, count: columns.lowerBound * size.height)
        for x in columns {
            builder.append(false, count: rows.lowerBound)
            var (isOne, count) = (false, 0)
            for y in rows {
                if isInside(x, y) != isOne {
                    builder.append(isOne, count: count)
                    (isOne, count) = (!isOne, 0)
                }
                count += 1
            }
            builder.append(isOne, count: count)
            builder.append(false, count: size.height - rows.upperBound)
        }
        builder.append(false, count: (size.width - columns.upperBound) * size.height)
        self.init(size: size, builder: builder)
    }

    /// A mask of run lengths that were collected for all pixels of a sound size.
    @usableFromInline
    package init(size: PixelSize, builder: RunLengthBuilder) {
        self.size = size
        counts = RunLengthText.encode(builder.lengths)
    }

    /// The lengths of zeros and ones in turn, zeros first.
    public var runs: [Int] { RunLengthText.decode(counts, total: size.area) ?? [] }

    /// The number of ones.
    public var area: Int { runs.enumerated().reduce(0) { $1.offset % 2 == 1 ? $0 + $1.element : $0 } }

    /// Whether a mask can have this size.
    @usableFromInline
    package static func isSound(_ size: PixelSize) -> Bool {
        let (area, isOver) = size.width.multipliedReportingOverflow(by: size.height)
        return size.width > 0 && size.height > 0 && !isOver && area <= largestArea
    }
}

/// Collects run lengths, in the order of a mask's pixels.
@usableFromInline
package struct RunLengthBuilder: Sendable {
    /// Lengths of zeros and ones in turn, zeros first; only the first may be 0.
    private(set) var lengths = [0]

    /// No pixels yet.
    @usableFromInline
    package init() {}

    /// Adds pixels that are all ones or all zeros.
    @usableFromInline
    package mutating func append(_ isOne: Bool, count: Int) {
        guard count > 0 else { return }
        if (lengths.count % 2 == 0) == isOne { lengths[lengths.count - 1] += count } else { lengths.append(count) }
    }
}

/// COCO's own object: `{"size": [height, width], "counts": "…"}`.
extension RunLengthMask: Codable {
    private enum CodingKeys: String, CodingKey { case size, counts }

    /// Reads COCO's object; throws `DecodingError` where its lengths do not add up to its size.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let sides = try values.decode([Int].self, forKey: .size)
        let text = try values.decode(String.self, forKey: .counts)
        guard sides.count == 2,
            let mask = RunLengthMask(size: PixelSize(width: sides[1], height: sides[0]), counts: text)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .counts, in: values, debugDescription: "the mask's run lengths do not fit its size")
        }
        self = mask
    }

    /// Writes COCO's object.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode([size.height, size.width], forKey: .size)
        try values.encode(counts, forKey: .counts)
    }
}
