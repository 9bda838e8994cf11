import Detection
import Findings
import Reading

/// Finds pages of paper.
final class DocumentDetector: Detector {
    let request = PixelRequest.wholePhoto
    /// `page` alone.
    let classNames = ["page"]
    private let finder: PageFinder

    /// - Parameter confidence: Nil for the finder's own.
    init(confidence: Double?, maximum: Int?) {
        var settings = PageFinderSettings()
        settings.confidence = confidence ?? settings.confidence
        settings.maximum = maximum ?? settings.maximum
        finder = PageFinder(settings: settings)
    }

    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let pages = try finder.pages(in: pixels.bytes, size: pixels.size)
        return DetectorAnswer(found: .pages(pages), infer: clock.now - start, decode: .zero)
    }
}

extension DetectorRecipe {
    static let document = ofNoModel {
        DocumentDetector(confidence: $0.settings.confidence, maximum: $0.settings.maximum)
    }
}

/// Reads barcodes and two-dimensional codes.
final class BarcodeDetector: Detector {
    let request = PixelRequest.wholePhoto
    /// The kinds of codes that are looked for.
    let classNames: [String]
    private let reader: CodeReader

    /// - Parameter symbologies: Empty for all.
    init(symbologies: [Symbology], maximum: Int) {
        let wanted = symbologies.isEmpty ? Symbology.allCases : symbologies
        classNames = wanted.map(\.rawValue)
        reader = CodeReader(symbologies: wanted, maximum: maximum)
    }

    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let codes = try reader.codes(in: pixels.bytes, size: pixels.size)
        return DetectorAnswer(found: .codes(codes), infer: clock.now - start, decode: .zero)
    }
}

extension DetectorRecipe {
    static let barcodes = ofNoModel(follows: .flatPages) {
        BarcodeDetector(symbologies: $0.settings.symbologies, maximum: $0.settings.maxDetections)
    }
}

/// Whether a picture is a page or a photo of something else: by the share of it that looks like paper.
///
/// The picture is looked at in small cells. A cell looks like paper where its light part is bright for the picture and
/// without colour: print is dark on it, and empty margins are paper as well. Photos of streets, clothes and rooms have
/// little of that, even where they hold a sign.
enum PageLikeness {
    /// From this share of paper on a picture is a page.
    private static let leastPaper = 0.95
    /// Cells along the longer side.
    private static let cells = 48
    /// Pixels that are looked at in a cell, along each side.
    private static let samples = 8
    /// The difference of red, green and blue, as a share of 255, under which a pixel has no colour.
    private static let mostColour = 0.16
    /// How bright paper is beside the brightest cells.
    private static let leastBrightness = 0.6

    /// Whether most of a picture of 8-bit RGB looks like paper.
    static func isPage(_ bytes: UnsafeRawBufferPointer, size: PixelSize) -> Bool {
        paperShare(bytes, size: size) >= leastPaper
    }

    /// The share of the picture's cells that look like paper, 0 to 1.
    static func paperShare(_ bytes: UnsafeRawBufferPointer, size: PixelSize) -> Double {
        guard size.width > 0, size.height > 0, bytes.count >= size.area * 3 else { return 0 }
        let side = max(max(size.width, size.height) / cells, 1)
        let step = max(side / samples, 1)
        var lights: [(brightness: Double, colour: Double)] = []
        for top in stride(from: 0, to: size.height, by: side) {
            for left in stride(from: 0, to: size.width, by: side) {
                var pixels: [(brightness: Double, colour: Double)] = []
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
                lights.append(pixels[pixels.count / 8])
            }
        }
        let sorted = lights.map(\.brightness).sorted()
        let bright = sorted[sorted.count * 9 / 10]
        guard bright > 0.2 else { return 0 }
        let paper = lights.count { $0.brightness >= bright * leastBrightness && $0.colour <= mostColour }
        return Double(paper) / Double(lights.count)
    }
}
