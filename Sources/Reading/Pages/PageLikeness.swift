import Findings

/// How much a picture looks like a page of paper, by a look at small cells of it.
///
/// A cell looks like paper where its light part is bright for the picture and without colour: print is dark on it, and empty
/// margins are paper as well. Photos of streets, clothes and rooms have little of that, even where they hold a sign.
package struct PageLikeness {
    /// One cell: what its light part looks like, and what is dark on it.
    private struct Cell {
        var brightness: Double
        var colour: Double
        /// The brightness of the pixel in the middle of all.
        var median: Double
        /// The share of pixels that are much darker than the light part.
        var ink: Double
    }

    /// Cells along the longer side.
    private static let cellsAlong = 48
    /// Pixels that are looked at in a cell, along each side.
    private static let samples = 8
    /// The difference of red, green and blue, as a share of 255, under which a pixel has no colour.
    private static let mostColour = 0.16
    /// From this share of paper on a picture is read as a page.
    private static let leastPaper = 0.95
    /// How bright paper is beside the brightest cells, shadows and folds included.
    private static let leastBrightness = 0.6
    /// The same for a scan, whose light is even.
    private static let leastScanBrightness = 0.85

    private let cells: [Cell]
    private let columns: Int
    private let rows: Int
    /// The side of a cell in pixels.
    private let side: Int
    /// The brightness that a tenth of the cells reach.
    private let bright: Double

    /// Looks at a picture of 8-bit RGB, interleaved, without gaps.
    package init(_ bytes: UnsafeRawBufferPointer, size: PixelSize) {
        side = max(max(size.width, size.height) / Self.cellsAlong, 1)
        guard size.area(ofBytes: bytes.count) != nil else {
            (cells, columns, rows, bright) = ([], 0, 0, 0)
            return
        }
        let (side, step) = (side, max(side / Self.samples, 1))
        columns = (size.width + side - 1) / side
        rows = (size.height + side - 1) / side
        var cells: [Cell] = []
        cells.reserveCapacity(columns * rows)
        var pixels: [(brightness: Double, colour: Double)] = []
        for top in stride(from: 0, to: size.height, by: side) {
            for left in stride(from: 0, to: size.width, by: side) {
                pixels.removeAll(keepingCapacity: true)
                for y in stride(from: top, to: min(top + side, size.height), by: step) {
                    for x in stride(from: left, to: min(left + side, size.width), by: step) {
                        let at = (y * size.width + x) * 3
                        let (red, green, blue) = (Double(bytes[at]), Double(bytes[at + 1]), Double(bytes[at + 2]))
                        let most = max(red, green, blue)
                        pixels.append(((red + 2 * green + blue) / 4 / 255, (most - min(red, green, blue)) / 255))
                    }
                }
                // The lightest eighth is the paper between the letters.
                pixels.sort { $0.brightness > $1.brightness }
                let light = pixels[pixels.count / 8]
                let dark = pixels.count { $0.brightness < light.brightness * 0.7 }
                cells.append(
                    Cell(
                        brightness: light.brightness, colour: light.colour, median: pixels[pixels.count / 2].brightness,
                        ink: Double(dark) / Double(pixels.count)))
            }
        }
        self.cells = cells
        let sorted = cells.map(\.brightness).sorted()
        bright = sorted[sorted.count * 9 / 10]
    }

    /// Whether nearly all of a picture looks like paper, so that a reader of pages suits it.
    package static func isPage(_ bytes: UnsafeRawBufferPointer, size: PixelSize) -> Bool {
        PageLikeness(bytes, size: size).paperShare >= leastPaper
    }

    /// The share of the picture's cells that look like paper, 0 to 1.
    package var paperShare: Double {
        guard bright > 0.2 else { return 0 }
        return share(of: cells) { isPaper($0, atLeast: Self.leastBrightness) }
    }

    /// How sure it is that the picture is one page from edge to edge, such as a scan; 0 to 1.
    ///
    /// Such a page has paper all around, much of it, and print. An empty sheet is none: it cannot be told from a wall.
    package var fillingConfidence: Double {
        // Cells of a few pixels hold no letters.
        guard side >= 4, columns >= 8, rows >= 8, bright >= 0.35 else { return 0 }
        let rim = rim
        let paper = share(of: cells, where: isScanPaper)
        let printed = cells.count(where: isPrinted)
        var print = Self.ramp(Double(printed) / Double(cells.count), from: 0.02, to: 0.14)
        if share(of: rim, where: isBlank) >= 0.97, paper >= 0.97 {
            // A sheet with a few lines: nothing but paper, to the very edge.
            print = max(print, Self.ramp(Double(printed), from: 2, to: 8))
        }
        return min(
            Self.ramp(share(of: rim, where: isScanPaper), from: 0.45, to: 0.95), print,
            Self.ramp(paper, from: 0.3, to: 0.7))
    }

    /// The share of the print that lies outside of shapes, each clockwise in pixels of the picture.
    func printShare(outside shapes: [[Point]]) -> Double {
        var (all, outside) = (0, 0)
        for (place, cell) in cells.enumerated() where isPrinted(cell) {
            let middle = Point(
                x: (Double(place % columns) + 0.5) * Double(side), y: (Double(place / columns) + 0.5) * Double(side))
            all += 1
            if !shapes.contains(where: { Self.contains(middle, in: $0) }) { outside += 1 }
        }
        return all == 0 ? 0 : Double(outside) / Double(all)
    }

    /// The share of the print that no line of text stands for; a line reaches a cell beyond its box.
    package func printShare(outside lines: [Box]) -> Double {
        let reach = Double(side)
        return printShare(
            outside: lines.map { line in
                Quadrilateral(
                    Box(
                        left: line.x - reach, top: line.y - reach, right: line.right + reach,
                        bottom: line.bottom + reach)
                ).corners
            })
    }

    /// The second cells from each side: the first may show the scanner's lid.
    private var rim: [Cell] {
        cells.indices.filter { place in
            let (column, row) = (place % columns, place / columns)
            return column == 1 || column == columns - 2 || row == 1 || row == rows - 2
        }.map { cells[$0] }
    }

    private func isPaper(_ cell: Cell, atLeast least: Double) -> Bool {
        cell.brightness >= bright * least && cell.colour <= Self.mostColour
    }

    private func isScanPaper(_ cell: Cell) -> Bool { isPaper(cell, atLeast: Self.leastScanBrightness) }

    private func isBlank(_ cell: Cell) -> Bool { isScanPaper(cell) && cell.ink == 0 }

    /// Print covers some of a cell, and less than half of it.
    private func isPrinted(_ cell: Cell) -> Bool {
        isScanPaper(cell) && cell.ink >= 0.04 && cell.median >= cell.brightness * 0.8
    }

    private func share(of cells: [Cell], where holds: (Cell) -> Bool) -> Double {
        cells.isEmpty ? 0 : Double(cells.count(where: holds)) / Double(cells.count)
    }

    private static func ramp(_ value: Double, from low: Double, to high: Double) -> Double {
        min(max((value - low) / (high - low), 0), 1)
    }

    private static func contains(_ point: Point, in shape: [Point]) -> Bool {
        shape.indices.allSatisfy { place in
            let (from, to) = (shape[place], shape[(place + 1) % shape.count])
            return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) >= 0
        }
    }
}
