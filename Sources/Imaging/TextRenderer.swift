import CVips

/// Turns labels into coverage masks; the same label is drawn once.
struct TextRenderer {
    private var known: [String: Coverage] = [:]
    let pixels: Int

    /// - Parameter pixels: The size of the type.
    init(pixels: Int) { self.pixels = pixels }

    /// The mask of a label; nil where it is blank or no font can draw it, since a photo is worth more than its text.
    mutating func mask(of label: String) -> Coverage? {
        let text = Self.oneLine(label)
        guard !text.isEmpty else { return nil }
        if let mask = known[text] { return mask }
        let mask = try? Self.coverage(of: text, pixels: pixels)
        known[text] = mask
        return mask
    }

    static func coverage(of text: String, pixels: Int) throws(ImagingError) -> Coverage {
        let picture = try VipsErrors.picture(reading: "the label '\(text)'") {
            cvips_text(markup(text), "sans bold \(pixels)", $0)
        }
        var bytes: [UInt8] = []
        let width = picture.size.width
        bytes.reserveCapacity(picture.size.area)
        try picture.forEachStrip { _, rows, pixels, stride in
            for row in 0..<rows {
                bytes.append(contentsOf: UnsafeBufferPointer(start: pixels + row * stride, count: width))
            }
        }
        return Coverage(width: width, height: picture.size.height, bytes: bytes)
    }

    /// A model's class names are not ours: no line breaks, and no longer than a plate can bear.
    static func oneLine(_ label: String) -> String {
        let plain = label.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        let words = plain.split(separator: " ").joined(separator: " ")
        return words.count > 60 ? words.prefix(59) + "…" : words
    }

    /// Labels are drawn as they are, although the drawing library reads markup.
    static func markup(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
