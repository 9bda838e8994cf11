import Detection
import Findings
import TextLayout
import TextReading

/// Reads text: pages with Tesseract, photos of anything else with PaddleOCR.
final class TextDetector: Detector {
    let request = PixelRequest.wholePhoto
    /// Empty: lines have no classes.
    let classNames: [String] = []
    private let pages: TesseractReader?
    private let scenes: SceneTextReader?
    private let maximum: Int

    /// - Parameters:
    ///   - pages: Nil where Tesseract is not wanted.
    ///   - scenes: Nil where PaddleOCR is not wanted.
    init(pages: TesseractReader?, scenes: SceneTextReader?, maximum: Int) {
        self.pages = pages
        self.scenes = scenes
        self.maximum = maximum
    }

    /// With both readers the one that suits what the pixels show; the answer says which it was.
    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let (lines, reader) = try read(pixels)
        return DetectorAnswer(
            found: .texts(Array(lines.prefix(maximum))), infer: clock.now - start, decode: .zero, reader: reader)
    }

    private func read(_ pixels: PhotoPixels) throws -> (lines: [TextLine], reader: TextEngine) {
        guard let pages else { return (try scenes?.lines(in: pixels.bytes, size: pixels.size) ?? [], .paddleocr) }
        if let scenes, !PageLikeness.isPage(pixels.bytes, size: pixels.size) {
            return (try scenes.lines(in: pixels.bytes, size: pixels.size), .paddleocr)
        }
        let page = try Self.withoutRules(pixels) { bytes, isTable in
            try pages.lines(in: bytes, size: pixels.size, isTable: isTable).lines
        }
        guard let scenes, Self.confidence(of: page) < Self.leastConfidence else { return (page, .tesseract) }
        // Coarse or blurred print: the other reader bears it better, where it is surer of more.
        let scene = try scenes.lines(in: pixels.bytes, size: pixels.size)
        return Self.certainty(of: scene) > Self.certainty(of: page) ? (scene, .paddleocr) : (page, .tesseract)
    }

    /// Lends the pixels with the lines of tables painted over, between which Tesseract would leave words unread.
    private static func withoutRules<Result>(
        _ pixels: PhotoPixels, _ body: (_ bytes: UnsafeRawBufferPointer, _ isTable: Bool) throws -> Result
    ) rethrows -> Result {
        let text = Double(pixels.size.height) / linesOfPage
        let rules = PageRules(pixels: pixels.bytes, size: pixels.size, textHeight: text).withoutStems(textHeight: text)
        guard rules.horizontal.count >= 2, rules.vertical.count >= 2 else { return try body(pixels.bytes, false) }
        var copy = Array(pixels.bytes)
        return try copy.withUnsafeMutableBytes { bytes in
            rules.erase(from: bytes, size: pixels.size)
            return try body(UnsafeRawBufferPointer(bytes), true)
        }
    }

    /// How many lines of ordinary text a page has room for, one below the other.
    private static let linesOfPage = 60.0
    /// Under this mean confidence Tesseract's answer is not taken without a second one.
    private static let leastConfidence = 0.85

    /// The mean confidence of lines, each as heavy as it is long; 0 where there are none.
    private static func confidence(of lines: [TextLine]) -> Double {
        let count = lines.reduce(0) { $0 + $1.text.count }
        return count == 0 ? 0 : certainty(of: lines) / Double(count)
    }

    /// The sum of the confidences of all characters.
    private static func certainty(of lines: [TextLine]) -> Double {
        lines.reduce(0) { $0 + $1.confidence * Double($1.text.count) }
    }
}
