import Findings

/// How the stored picture must be turned and mirrored to stand upright (the EXIF tag, 1 to 8).
struct Orientation: Hashable, Sendable {
    let tag: Int

    /// Cameras write 0 where they do not know: that, and any other value that EXIF does not define, means upright.
    init(tag: Int) { self.tag = (1...8).contains(tag) ? tag : 1 }

    /// True where rows become columns.
    var swapsAxes: Bool { tag >= 5 }
    /// True where stored columns count from the other end.
    private var mirrorsColumns: Bool { [2, 3, 7, 8].contains(tag) }
    /// True where stored rows count from the other end.
    private var mirrorsRows: Bool { [3, 4, 6, 7].contains(tag) }

    /// The upright size of a stored size, and the other way round.
    func turned(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The stored columns and rows that an upright part comes from; `stored` is the whole stored size.
    func storedPart(
        columns: Range<Int>, rows: Range<Int>, of stored: PixelSize
    ) -> (columns: Range<Int>, rows: Range<Int>) {
        let (across, down) = swapsAxes ? (rows, columns) : (columns, rows)
        return (
            mirrorsColumns ? (stored.width - across.upperBound)..<(stored.width - across.lowerBound) : across,
            mirrorsRows ? (stored.height - down.upperBound)..<(stored.height - down.lowerBound) : down
        )
    }

    /// Where a stored part's pixels lie in an upright canvas of so many pixels a row, counted in pixels.
    ///
    /// `first` is the place of the part's stored top left pixel; `across` and `down` lead to the next stored column and
    /// row. The part's upright top left corner is that of the canvas.
    func steps(of part: PixelSize, width: Int) -> (first: Int, across: Int, down: Int) {
        let across = (mirrorsColumns ? -1 : 1) * (swapsAxes ? width : 1)
        let down = (mirrorsRows ? -1 : 1) * (swapsAxes ? 1 : width)
        let first = (mirrorsColumns ? -across * (part.width - 1) : 0) + (mirrorsRows ? -down * (part.height - 1) : 0)
        return (first, across, down)
    }

    /// Copies rows of a stored picture to where they belong in an upright one.
    ///
    /// `part` is the size of the stored part that the rows, of which the first is `firstRow`, belong to. The part's
    /// upright top left corner comes to lie at (`left`, `top`) of the canvas, where it must fit.
    func place(
        _ rows: UnsafePointer<UInt8>, stride: Int, firstRow: Int, count: Int, of part: PixelSize,
        into canvas: UnsafeMutablePointer<UInt8>, width: Int, left: Int = 0, top: Int = 0
    ) {
        let steps = steps(of: part, width: width)
        let (stepAcross, stepDown) = (steps.across * 3, steps.down * 3)
        let origin = (top * width + left + steps.first) * 3 + firstRow * stepDown

        if stepAcross == 3 {
            for row in 0..<count {
                (canvas + origin + row * stepDown).update(from: rows + row * stride, count: part.width * 3)
            }
            return
        }
        // Column by column, so that the rows at hand, which become columns, are written in runs.
        for column in 0..<part.width {
            var source = rows + column * 3
            var target = canvas + origin + column * stepAcross
            for _ in 0..<count {
                target[0] = source[0]
                target[1] = source[1]
                target[2] = source[2]
                source += stride
                target += stepDown
            }
        }
    }
}
