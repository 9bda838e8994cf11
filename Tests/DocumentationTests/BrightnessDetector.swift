import Detection
import Findings

/// Says whether a photo is dark or bright.
final class BrightnessDetector: Detector {
    let request = PixelRequest(size: .exactly(PixelSize(width: 64, height: 64)), fit: .stretch)
    let classNames = ["dark", "bright"]

    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let mean = Double(pixels.bytes.reduce(0) { $0 + Int($1) }) / Double(pixels.bytes.count) / 255
        let classes = [
            ClassScore(label: "bright", confidence: mean), ClassScore(label: "dark", confidence: 1 - mean),
        ]
        return DetectorAnswer(
            found: .classes(classes.sorted { $0.confidence > $1.confidence }), infer: clock.now - start, decode: .zero)
    }
}
