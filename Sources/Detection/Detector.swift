import Findings

/// Something that looks at a photo and says what it found: objects here; text, codes, masks and pages fit as well.
///
/// A detector says which pixels it wants, is handed exactly those, and answers in the photo's own coordinates.
/// It is owned by one worker and need not be safe to share.
public protocol Detector: AnyObject {
    /// The pixels that the detector wants of every photo.
    var request: PixelRequest { get }

    /// Looks at one photo's pixels, as `request` asks for them.
    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer
}

/// The pixels that a detector wants of a photo.
public struct PixelRequest: Hashable, Sendable, Codable {
    /// How large they are to be.
    public enum Size: Hashable, Sendable, Codable {
        /// The input of a model.
        case exactly(PixelSize)
        /// The whole photo, made smaller where its longest side is over this.
        case longestSide(Int)
        /// The photo as it is.
        case original
    }

    /// What a pixel is made of, a byte each.
    public enum Channels: String, Sendable, Codable {
        case rgb
        case grey
    }

    public var size: Size
    /// How the photo is made to fit an exact size.
    public var fit: Fit
    /// The grey around a letterboxed photo.
    public var fill: UInt8
    public var channels: Channels

    public init(size: Size, fit: Fit = .letterbox, fill: UInt8 = 114, channels: Channels = .rgb) {
        self.size = size
        self.fit = fit
        self.fill = fill
        self.channels = channels
    }
}

/// Pixels of one photo, lent to a detector.
public struct PhotoPixels {
    /// Interleaved, row by row, without gaps.
    public let bytes: UnsafeRawBufferPointer
    public let size: PixelSize
    /// Where the photo lies in these pixels.
    public let placement: Placement

    public init(bytes: UnsafeRawBufferPointer, size: PixelSize, placement: Placement) {
        self.bytes = bytes
        self.size = size
        self.placement = placement
    }
}

/// What a detector found in a photo, and how long it took.
public struct DetectorAnswer: Sendable {
    public var findings: Findings
    /// Running the model.
    public var infer: Duration
    /// Making findings of what the model gave.
    public var decode: Duration

    public init(findings: Findings, infer: Duration, decode: Duration) {
        self.findings = findings
        self.infer = infer
        self.decode = decode
    }
}
