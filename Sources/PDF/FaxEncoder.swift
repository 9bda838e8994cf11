import Findings

/// Packs black and white pictures by ITU-T Recommendation T.6 (fax group 4): each row as its changes from the one above.
enum FaxEncoder {
    /// - Parameter grey: one byte a pixel, as many as the size says; below 128 is black.
    static func encode(_ grey: [UInt8], size: PixelSize) -> [UInt8] {
        var bits = BitWriter()
        // Where the colour changes: the row begins white, and ends with its width three times.
        var above = [size.width, size.width, size.width]
        for row in 0..<size.height {
            let changes = Self.changes(grey, from: row * size.width, count: size.width)
            encode(changes, above: above, width: size.width, into: &bits)
            above = changes
        }
        bits.add("000000000001")
        bits.add("000000000001")
        return bits.finished()
    }

    private static func changes(_ grey: [UInt8], from start: Int, count: Int) -> [Int] {
        var places: [Int] = []
        var isBlack = false
        for x in 0..<count where (grey[start + x] < 128) != isBlack {
            isBlack.toggle()
            places.append(x)
        }
        return places + [count, count, count]
    }

    /// T.6, 2.2: the names a0 to b2 are those of the recommendation.
    private static func encode(_ row: [Int], above: [Int], width: Int, into bits: inout BitWriter) {
        var a0 = -1
        var (next, over) = (0, 0)
        var isBlack = false
        while a0 < width {
            // The first change of the row after a0: those with even numbers turn to black.
            while row[next] <= a0, row[next] < width { next += 1 }
            if row[next] < width, (next % 2 == 0) == isBlack { next += 1 }
            let a1 = row[next]
            while over > 0, above[over - 1] > a0 { over -= 1 }
            while above[over] < width, above[over] <= a0 || (over % 2 == 0) == isBlack { over += 1 }
            let (b1, b2) = (above[over], above[min(over + 1, above.count - 1)])
            if b2 < a1 {
                bits.add("0001")
                a0 = b2
            } else if abs(a1 - b1) <= 3 {
                bits.add(vertical[a1 - b1 + 3])
                a0 = a1
                isBlack.toggle()
            } else {
                let a2 = row[min(next + 1, row.count - 1)]
                bits.add("001")
                add(a1 - max(a0, 0), isBlack, into: &bits)
                add(a2 - a1, !isBlack, into: &bits)
                a0 = a2
            }
        }
    }

    private static func add(_ run: Int, _ isBlack: Bool, into bits: inout BitWriter) {
        var run = run
        while run >= 2560 + 64 {
            bits.add(longRuns[12])
            run -= 2560
        }
        if run >= 1792 {
            bits.add(longRuns[(run - 1792) / 64])
        } else if run >= 64 {
            bits.add((isBlack ? blackMakeUp : whiteMakeUp)[run / 64 - 1])
        }
        bits.add((isBlack ? black : white)[run % 64])
    }

    /// How far a change lies from the one above it, from three to the left to three to the right.
    private static let vertical = ["0000010", "000010", "010", "1", "011", "000011", "0000011"]
}

/// Bits in a row of bytes, the highest first.
struct BitWriter {
    private var bytes: [UInt8] = []
    private var last: UInt8 = 0
    private var count = 0

    mutating func add(_ code: String) {
        for digit in code.utf8 {
            last = last << 1 | (digit & 1)
            count += 1
            if count == 8 {
                bytes.append(last)
                (last, count) = (0, 0)
            }
        }
    }

    /// The bytes, the last one filled up with zeros.
    consuming func finished() -> [UInt8] {
        count > 0 ? bytes + [last << UInt8(8 - count)] : bytes
    }
}
