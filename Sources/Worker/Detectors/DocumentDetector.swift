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
