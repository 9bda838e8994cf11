import Findings

extension PageRules {
    /// Paints the lines over with what lies beside them, so that a text engine reads the words of a table and no lines.
    ///
    /// `pixels` are three bytes a pixel (RGB), row by row; a buffer that is too small stays as it is.
    public func erase(from pixels: UnsafeMutableRawBufferPointer, size: PixelSize) {
        let (area, isTooLarge) = size.width.multipliedReportingOverflow(by: size.height)
        guard size.width > 0, size.height > 0, !isTooLarge, area <= Int.max / 3, pixels.count >= area * 3 else {
            return
        }
        for rule in horizontal {
            erase(rule, along: (size.width, 3), across: (size.height, size.width * 3), in: pixels)
        }
        for rule in vertical {
            let turned = Rule(
                start: Point(x: rule.start.y, y: rule.start.x), end: Point(x: rule.end.y, y: rule.end.x),
                thickness: rule.thickness)
            erase(turned, along: (size.height, size.width * 3), across: (size.width, 3), in: pixels)
        }
    }

    private func erase(
        _ rule: Rule, along: (count: Int, step: Int), across: (count: Int, step: Int),
        in pixels: UnsafeMutableRawBufferPointer
    ) {
        guard [rule.start.x, rule.start.y, rule.end.x, rule.end.y, rule.thickness].allSatisfy({ abs($0) < 1e7 }) else {
            return
        }
        let slope = (rule.end.y - rule.start.y) / max(rule.end.x - rule.start.x, 1)
        let half = Int((rule.thickness / 2 + 1.5).rounded(.up))
        let first = max(0, Int(rule.start.x) - 2)
        let last = min(along.count - 1, Int(rule.end.x) + 2)
        guard first <= last else { return }
        for x in first...last {
            let middle = Int(rule.start.y + slope * (Double(x) - rule.start.x))
            let above = max(0, min(across.count - 1, middle - half - 1))
            let below = max(0, min(across.count - 1, middle + half + 1))
            let (a, b) = (above * across.step + x * along.step, below * across.step + x * along.step)
            // The lighter side is the paper, the other may be a letter.
            let from = pixels[a + 1] > pixels[b + 1] ? a : b
            for y in max(0, min(across.count - 1, middle - half))...below {
                let place = y * across.step + x * along.step
                for channel in 0..<3 { pixels[place + channel] = pixels[from + channel] }
            }
        }
    }
}
