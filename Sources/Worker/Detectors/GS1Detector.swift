import Detection
import Findings
import Foundation
import Reading

/// Takes the codes apart that another detector read.
final class GS1Detector: FollowingDetector {
    let request = PixelRequest.wholePhoto
    /// Empty: elements have no classes.
    let classNames: [String] = []
    private let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    /// The elements of one code after the other.
    func detect(_ pixels: PhotoPixels, after found: [any Finding]) throws -> DetectorAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let reader = GS1Reader(year: calendar.component(.year, from: Date()))
        var elements: [GS1Element] = []
        for case let code as Code in found where elements.count < maximum { elements += reader.elements(of: code) }
        return DetectorAnswer(
            found: .elements(Array(elements.prefix(maximum))), infer: .zero, decode: clock.now - start)
    }
}

extension DetectorRecipe {
    static let gs1 = ofNoModel(follows: .findings) { GS1Detector(maximum: $0.settings.maxDetections) }
}
