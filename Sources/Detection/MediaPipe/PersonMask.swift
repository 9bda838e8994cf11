import Findings
import Foundation

/// The mask of a person, from a landmark model's crop to the photo.
///
/// A photo's pixel is the person's where the mask's probability under it, mixed of the four cells around, is over a half.
/// There is no half pixel in either frame, and nothing outside of the crop. Source: MediaPipe 0.10.21,
/// `inverse_matrix_calculator.cc` and `warp_affine_calculator.cc`.
struct PersonMask {
    /// The sides of the model's mask in cells.
    static let side = 256
    /// The cells with one of nothing all around.
    private static let padded = side + 2

    /// What the four corners of a cell say of all places between them.
    private enum Cell: UInt8 {
        case outside, inside, mixed
    }

    /// Probabilities, `padded` × `padded`.
    private let cells: [Double]
    /// By the place of a cell's top left corner.
    private let kinds: [Cell]

    /// A mask of `[256, 256]` logits.
    init(_ logits: UnsafeBufferPointer<Float>) {
        var cells = [Double](repeating: 0, count: Self.padded * Self.padded)
        for y in 0..<Self.side {
            for x in 0..<Self.side { cells[(y + 1) * Self.padded + x + 1] = sigmoid(logits[y * Self.side + x]) }
        }
        var kinds = [Cell](repeating: .outside, count: Self.padded * Self.padded)
        for y in 0...Self.side {
            for x in 0...Self.side {
                let place = y * Self.padded + x
                let corners = [0, 1, Self.padded, Self.padded + 1].map { cells[place + $0] > 0.5 }
                kinds[place] = !corners.contains(true) ? .outside : corners.contains(false) ? .mixed : .inside
            }
        }
        self.cells = cells
        self.kinds = kinds
    }

    /// The mask at the photo's size; nil where the photo has no size.
    func mask(in square: RotatedSquare, of photo: PixelSize) -> RunLengthMask? {
        guard square.isUsable, photo.width > 0, photo.height > 0 else { return nil }
        let (cosine, sine) = (cos(square.angle), sin(square.angle))
        let (scale, middle) = (Double(Self.side) / square.side, Double(Self.side) / 2)
        // A cell of nothing to each side still is mixed with those within.
        let reach = square.side * (0.5 + 1 / Double(Self.side)) * (abs(cosine) + abs(sine)) + 1
        let columns = Self.span(square.center.x, reach, limit: photo.width)
        let rows = Self.span(square.center.y, reach, limit: photo.height)
        return kinds.withUnsafeBufferPointer { kinds in
            cells.withUnsafeBufferPointer { cells in
                RunLengthMask(size: photo, columns: columns, rows: rows) { x, y in
                    let (dx, dy) = (Double(x) - square.center.x, Double(y) - square.center.y)
                    let column = (cosine * dx + sine * dy) * scale + middle
                    let row = (cosine * dy - sine * dx) * scale + middle
                    return Self.isInside(column, row, cells, kinds)
                }
            }
        }
    }

    /// The pixels of a side that lie within a reach of a centre.
    private static func span(_ center: Double, _ reach: Double, limit: Int) -> Range<Int> {
        let first = Int(min(max((center - reach).rounded(.down), 0), Double(limit)))
        let end = Int(min(max((center + reach).rounded(.up) + 1, 0), Double(limit)))
        return first..<max(first, end)
    }

    /// Whether the probability at a place of the mask is over a half.
    @inline(__always)
    private static func isInside(
        _ column: Double, _ row: Double, _ cells: UnsafeBufferPointer<Double>, _ kinds: UnsafeBufferPointer<Cell>
    ) -> Bool {
        guard column >= -1, row >= -1, column < Double(side), row < Double(side) else { return false }
        // Both are positive now, so that truncation rounds down.
        let (left, top) = (Int(column + 1), Int(row + 1))
        let place = top * padded + left
        switch kinds[place] {
        case .outside: return false
        case .inside: return true
        case .mixed:
            let (x, y) = (column - Double(left - 1), row - Double(top - 1))
            let upper = cells[place] * (1 - x) + cells[place + 1] * x
            let lower = cells[place + padded] * (1 - x) + cells[place + padded + 1] * x
            return upper * (1 - y) + lower * y > 0.5
        }
    }
}
