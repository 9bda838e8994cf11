import Findings

/// Something that looks at a photo, or at a region of one, and says what it found.
///
/// A detector says which pixels it wants, is handed exactly those, and answers in the coordinates of the photo
/// or region that the pixels show.
/// It is owned by one worker and need not be safe to share.
public protocol Detector: AnyObject {
    /// The pixels that the detector wants of every photo.
    var request: PixelRequest { get }

    /// The names of all classes in the model's order, as findings bear them; empty where they are neither named nor counted.
    var classNames: [String] { get }

    /// The confidence that findings must reach where the settings name none; nil where it has none of its own.
    var ownConfidence: Double? { get }

    /// The thresholds of single classes by the labels that findings have.
    ///
    /// - Parameter thresholds: Those of the settings, by the names or the numbers of the model's classes.
    func labelled(_ thresholds: [String: Double]) -> [String: Double]

    /// Looks at one photo's pixels, as `request` asks for them.
    func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer
}

extension Detector {
    /// Nil, for detectors whose settings always name one.
    public var ownConfidence: Double? { nil }

    /// For detectors whose classes have the model's names.
    public func labelled(_ thresholds: [String: Double]) -> [String: Double] {
        ClassSelection(names: classNames, count: nil).labelled(thresholds)
    }
}

/// A detector that looks at a photo together with what another one found in it, such as tables in lines of text.
public protocol FollowingDetector: Detector {
    /// Looks at the pixels of the photo, or of a page in it, with what was found there in the same pixels.
    func detect(_ pixels: PhotoPixels, after found: [any Finding]) throws -> DetectorAnswer
}

extension FollowingDetector {
    /// Looks at pixels in which nothing was found.
    public func detect(_ pixels: PhotoPixels) throws -> DetectorAnswer { try detect(pixels, after: []) }
}

/// The pixels that a detector wants of a photo.
public struct PixelRequest: Hashable, Sendable, Codable {
    /// How large they are to be.
    public enum Size: Hashable, Sendable, Codable {
        /// The input of a model.
        case exactly(PixelSize)
        /// The whole photo, made smaller where its longest side is over this; nil for the photo as it is.
        case whole(longestSide: Int?)

        /// Whether all of the photo's pixels are needed.
        public var isWhole: Bool { if case .whole = self { true } else { false } }
    }

    /// How large the pixels are to be.
    public var size: Size
    /// How the photo is made to fit an exact size.
    public var fit: Fit
    /// The grey around a letterboxed photo.
    public var fill: UInt8

    /// The share of the shorter side that the square in the middle takes, which alone is looked at; nil for everything.
    ///
    /// Only for findings without a place: they are not mapped back.
    public var middle: Double?
    /// How it is scaled where the settings do not say; nil for the common way.
    public var resampling: Resampling?

    /// A request for pixels of this size.
    public init(
        size: Size, fit: Fit = .letterbox, fill: UInt8 = 114, middle: Double? = nil, resampling: Resampling? = nil
    ) {
        self.size = size
        self.fit = fit
        self.fill = fill
        self.middle = middle
        self.resampling = resampling
    }
}

/// Pixels of one photo, lent to a detector.
public struct PhotoPixels {
    /// 8-bit RGB, interleaved, row by row, without gaps.
    public let bytes: UnsafeRawBufferPointer
    /// The width and height of the picture in `bytes`.
    public let size: PixelSize
    /// Where the photo lies in these pixels.
    public let placement: Placement

    /// Pixels from their parts; `bytes` must stay valid for as long as the value is used.
    public init(bytes: UnsafeRawBufferPointer, size: PixelSize, placement: Placement) {
        self.bytes = bytes
        self.size = size
        self.placement = placement
    }
}

/// What a detector found in a photo, and how long it took.
public struct DetectorAnswer: Sendable {
    /// What was found, in pixels of the photo or region that was looked at.
    public var found: FindingList
    /// Running the model.
    public var infer: Duration
    /// Making findings of what the model gave.
    public var decode: Duration
    /// What read the text; nil where nothing was read.
    public var reader: TextEngine?
    /// That there are more people than the settings call a few; nil where there are not.
    public var crowd: Crowd?
    /// Where the photo lies among others; nil for every task but `embed`.
    public var embedding: Embedding?
    /// The languages that text was read in, the one of most letters first; nil where the reader tells none.
    public var languages: [String]?

    /// An answer from its parts.
    public init(
        found: FindingList, infer: Duration, decode: Duration, reader: TextEngine? = nil, languages: [String]? = nil
    ) {
        (self.reader, self.languages) = (reader, languages)
        self.found = found
        self.infer = infer
        self.decode = decode
    }
}
