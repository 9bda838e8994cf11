import Detection
import Findings
import Reading

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
