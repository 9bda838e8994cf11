import Detection
import SystemValues

/// A quantized model beside the one that it was made of, on photos that neither has seen.
package struct ModelComparison: Codable, Sendable {
    /// Boxes below this count for nothing.
    static let weakest = 0.01

    /// How long a model's photos took, one after the other on the threads of one worker.
    package struct Pace: Codable, Sendable {
        /// Photos that were looked at.
        package private(set) var photos = 0
        /// Milliseconds of all of them together, decoding and boxes included.
        package private(set) var whole = 0.0
        /// Milliseconds in the model.
        package private(set) var model = 0.0

        /// No photo yet.
        init() {}

        /// Photos with their times.
        init(photos: Int, whole: Duration, model: Duration) {
            (self.photos, self.whole, self.model) = (photos, whole / .milliseconds(1), model / .milliseconds(1))
        }

        mutating func add(_ other: Pace) {
            photos += other.photos
            whole += other.whole
            model += other.model
        }

        /// Photos a second.
        package var rate: Double { whole > 0 ? 1000 * Double(photos) / whole : 0 }
        /// Mean milliseconds of a photo in the model.
        package var modelTime: Double { photos > 0 ? model / Double(photos) : 0 }
    }

    /// What is lost.
    package let agreement: BoxAgreement
    /// How fast the original is.
    package let original: Pace
    /// How fast the quantized model is.
    package let quantized: Pace
}
