import Findings
import Results
import Settings

/// What a worker is asked that makes words into a vector, and nothing else: one line on its standard input.
package struct WordsQuestion: Codable, Sendable {
    /// The words.
    package var text: String
    /// The detector whose text model reads them, for what the model runs on.
    package var detector: Settings.Detector
    /// Bytes of data memory.
    package var memory: Int
    /// How far the worker is confined.
    package var confine: Settings.Confine

    /// The folder of compiled models; nil for none.
    package var cache: String?

    package init(text: String, detector: Settings.Detector, memory: Int, confine: Settings.Confine, cache: String?) {
        (self.text, self.detector, self.memory, self.confine) = (text, detector, memory, confine)
        self.cache = cache
    }

    /// Whether the model runs on something else than the processor.
    package var usesDevices: Bool { !["auto", "cpu"].contains(detector.device.lowercased()) }
}

/// What it answers: one line.
package struct WordsAnswer: Codable, Sendable {
    /// Why there is no vector; nil where there is one.
    package var failure: Record.Failure?
    /// Where the words lie among photos.
    package var vector: Embedding?
    /// How many parts of words the model has no place for.
    package var left = 0

    package init(failure: Record.Failure) { self.failure = failure }

    package init(_ vector: Embedding, left: Int) { (self.vector, self.left) = (vector, left) }
}
