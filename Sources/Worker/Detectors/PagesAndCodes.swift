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
