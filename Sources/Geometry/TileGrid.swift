import Findings

/// Overlapping tiles of one size that cover a photo, for objects that are small beside it.
///
/// They lie as the slices of SAHI do (https://github.com/obss/sahi, `get_slice_bboxes`): each begins an overlap before the
/// last one's end, and one that would reach beyond the photo is moved inside.
public struct TileGrid: Hashable, Sendable {
    /// One tile of a photo.
    public struct Tile: Hashable, Sendable {
        /// In whole pixels of the upright photo.
        public var box: Box
        /// The photo's size.
        public var photo: PixelSize

        /// A tile of a photo of this size, in whole pixels of it.
        public init(box: Box, photo: PixelSize) {
            self.box = box
            self.photo = photo
        }

        /// Whether a box reaches an edge of the tile that is no edge of the photo: the object may go on behind it.
        ///
        /// - Parameter share: How near to the edge, as a share of the tile's side: detectors' boxes end a little before it.
        public func cuts(_ found: Box, within share: Double = 0.01) -> Bool {
            let (acrossX, acrossY) = (box.width * share, box.height * share)
            return (box.x > 0 && found.x <= box.x + acrossX)
                || (box.right < Double(photo.width) && found.right >= box.right - acrossX)
                || (box.y > 0 && found.y <= box.y + acrossY)
                || (box.bottom < Double(photo.height) && found.bottom >= box.bottom - acrossY)
        }
    }

    /// The photo's size.
    public let photo: PixelSize
    /// The size of every tile: the wanted one, or the photo's side where that is smaller.
    public let tile: PixelSize
    /// The left edges of the tiles of a row, in pixels.
    public let columns: [Int]
    /// The upper edges of the tiles of a column, in pixels.
    public let rows: [Int]

    /// The most that tiles overlap, as a share: more would make countless tiles.
    public static let largestOverlap = 0.9

    /// Tiles of a photo.
    ///
    /// - Parameters:
    ///   - photo: Without pixels there is no tile.
    ///   - tile: The wanted size, at least 1 by 1.
    ///   - overlap: The share of a tile's side that it shares with the next one; at least 0, at most ``largestOverlap``.
    public init(photo: PixelSize, tile: PixelSize, overlap: Double = 0.2) {
        self.photo = photo
        self.tile = PixelSize(
            width: min(max(tile.width, 1), photo.width), height: min(max(tile.height, 1), photo.height))
        columns = Self.starts(of: self.tile.width, along: photo.width, overlap: overlap)
        rows = Self.starts(of: self.tile.height, along: photo.height, overlap: overlap)
    }

    /// The tiles row by row, each from the left.
    public var tiles: [Tile] {
        rows.flatMap { y in
            columns.map { x in
                let box = Box(
                    x: Double(x), y: Double(y), width: Double(tile.width), height: Double(tile.height))
                return Tile(box: box, photo: photo)
            }
        }
    }

    private static func starts(of side: Int, along length: Int, overlap: Double) -> [Int] {
        guard side > 0, length > 0 else { return [] }
        let share = overlap > 0 ? min(overlap, largestOverlap) : 0
        let step = max(side - Int(Double(side) * share), 1)
        var starts = Array(stride(from: 0, to: length - side, by: step))
        starts.append(length - side)
        return starts
    }
}
