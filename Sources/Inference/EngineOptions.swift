import Findings
import ModelFiles

/// How a model is to be run.
///
/// One stream on one thread a worker process, with as many workers as cores, was faster than one worker on
/// all cores; the defaults are for that.
public struct EngineOptions: Hashable, Sendable, Codable {
    /// "auto", or a device as the engine names it, such as "CPU".
    public var device: String
    /// The arithmetic that the engine may use.
    public var precision: Precision
    /// Threads of one inference; 0 lets the engine choose.
    public var threads: Int
    /// Inferences that run side by side in this process.
    public var streams: Int
    /// The input size that the settings ask for; nil leaves it to the model.
    public var inputSize: PixelSize?
    /// Whether a model of another, fixed size is refused; where not, it keeps its own.
    public var requiresInputSize: Bool
    /// The sizes that the model is to take photo by photo, as a ``ResizableModel``; nil for one size, which is quicker.
    public var inputSizes: InputSizes?
    /// What is done to the pixels' values before the model sees them; nil for what the model's metadata names.
    public var normalization: Normalization?
    /// Whether the numbers before a classifier's last layer are an output too.
    public var features = FeatureChoice.none
    /// The folder for compiled models, which makes the second start quick; nil for none.
    public var cacheFolder: String?

    /// Options for one worker process; the defaults are one stream on one thread.
    public init(
        device: String = "auto", precision: Precision = .auto, threads: Int = 1, streams: Int = 1,
        inputSize: PixelSize? = nil, requiresInputSize: Bool = true, inputSizes: InputSizes? = nil,
        normalization: Normalization? = nil, cacheFolder: String? = nil
    ) {
        self.device = device
        self.precision = precision
        self.threads = threads
        self.streams = streams
        self.inputSize = inputSize
        self.requiresInputSize = requiresInputSize
        self.inputSizes = inputSizes
        self.normalization = normalization
        self.cacheFolder = cacheFolder
    }
}

/// Whether the numbers from which a classifier makes its classes are given beside these.
public enum FeatureChoice: String, Sendable, Codable, CaseIterable {
    /// The model is run as it is.
    case none
    /// They are where the model's file says that it is a classifier.
    case ofClassifiers
    /// They are in any case; a model without such a layer is refused.
    case always
}
