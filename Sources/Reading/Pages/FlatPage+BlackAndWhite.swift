import Findings

extension FlatPage {
    /// The page in black and white: what is darker than its surroundings allow is print.
    ///
    /// After Sauvola and Pietikäinen, Adaptive document image binarization (Pattern Recognition 33, 2000): the threshold is
    /// `mean * (1 + k * (deviation / 128 - 1))` of a window, here with k = 0.2, which keeps faint print. The window is a
    /// thirtieth of the longer side: wider than strokes, narrower than the edge of a shadow.
    func blackAndWhite() -> FlatPage {
        let (width, height) = (size.width, size.height)
        // Without the shadows first: the threshold then need not follow their edges.
        let grey = withoutShadows().grey
        let reach = min(max(max(width, height) / 60, 7), 120)
        var result = [UInt8](repeating: 255, count: size.area)
        // Sums over columns of the window, which move down row by row; a prefix over them gives each window.
        var sums = [Int](repeating: 0, count: width)
        var squares = sums
        var before = [Int](repeating: 0, count: width + 1)
        var squaresBefore = before
        func add(_ row: Int, _ sign: Int) {
            for x in 0..<width {
                let value = Int(grey[row * width + x])
                sums[x] &+= sign &* value
                squares[x] &+= sign &* value &* value
            }
        }
        for row in 0..<min(reach, height) { add(row, 1) }
        for y in 0..<height {
            if y + reach < height { add(y + reach, 1) }
            if y - reach - 1 >= 0 { add(y - reach - 1, -1) }
            for x in 0..<width {
                before[x + 1] = before[x] &+ sums[x]
                squaresBefore[x + 1] = squaresBefore[x] &+ squares[x]
            }
            let rows = min(y + reach, height - 1) - max(y - reach, 0) + 1
            for x in 0..<width {
                let (left, right) = (max(x - reach, 0), min(x + reach, width - 1) + 1)
                let count = Float(rows * (right - left))
                let mean = Float(before[right] - before[left]) / count
                let variance = Float(squaresBefore[right] - squaresBefore[left]) / count - mean * mean
                let threshold = mean * (1 + 0.2 * (max(variance, 0).squareRoot() / 128 - 1))
                if Float(grey[y * width + x]) <= threshold { result[y * width + x] = 0 }
            }
        }
        var page = FlatPage(size: size, channels: 1, bytes: result)
        page.cleanRim()
        return page
    }

    /// Takes away what is black at the page's rim and reaches not far into it: background beside paper that is not straight.
    private mutating func cleanRim() {
        let (width, height) = (size.width, size.height)
        let margin = max(max(width, height) / 60, 2)
        var open: [Int] = []
        func take(_ x: Int, _ y: Int, _ bytes: inout [UInt8]) {
            guard x >= 0, y >= 0, x < width, y < height, bytes[y * width + x] == 0,
                min(x, width - 1 - x) < margin || min(y, height - 1 - y) < margin
            else { return }
            bytes[y * width + x] = 255
            open.append(y * width + x)
        }
        for x in 0..<width {
            take(x, 0, &bytes)
            take(x, height - 1, &bytes)
        }
        for y in 0..<height {
            take(0, y, &bytes)
            take(width - 1, y, &bytes)
        }
        while let place = open.popLast() {
            let (x, y) = (place % width, place / width)
            take(x - 1, y, &bytes)
            take(x + 1, y, &bytes)
            take(x, y - 1, &bytes)
            take(x, y + 1, &bytes)
        }
    }

    /// The brightness of each pixel (ITU-R BT.601).
    var grey: [UInt8] {
        guard channels == 3 else { return bytes }
        return bytes.withUnsafeBufferPointer { bytes in
            (0..<size.area).map { pixel in
                let place = pixel * 3
                let sum = 299 * Int(bytes[place]) + 587 * Int(bytes[place + 1]) + 114 * Int(bytes[place + 2])
                return UInt8(truncatingIfNeeded: (sum + 500) / 1000)
            }
        }
    }
}
