/// What queries ask of a photo's record, as a store keeps it beside the job: whole numbers, and texts as they are compared.
///
/// They hold nothing that the record and the manual corrections do not: a store may lose them, and has them made anew.
public struct PhotoFacts: Hashable, Sendable {
    /// What a photo's facts do not tell, so that its record must be read.
    public struct Gaps: OptionSet, Hashable, Sendable {
        /// The gaps as bits.
        public let rawValue: Int64
        /// Gaps by their bits.
        public init(rawValue: Int64) { self.rawValue = rawValue }

        /// The findings, and how many they are: they are too many, or count as the score book says.
        public static let findings = Gaps(rawValue: 1)
        /// What the photo is of all that `is:` asks.
        public static let marks = Gaps(rawValue: 2)
        /// How near the least sure finding is to another answer.
        public static let margin = Gaps(rawValue: 4)
        /// What the findings say: it is long.
        public static let texts = Gaps(rawValue: 8)
        /// When the photo was taken: the camera says it in no form of ISO 8601.
        public static let captured = Gaps(rawValue: 16)
    }

    /// A finding: what one test after the other is made with.
    public struct Finding: Hashable, Sendable {
        /// Its label, as it is compared.
        public var label: String
        /// The detector's name, as it is compared.
        public var detector: String
        /// In steps, see ``PhotoFacts/steps(of:)``.
        public var confidence: Int64
        /// The share of the picture that its box covers, in steps; nil where it has none.
        public var size: Int64?
        /// One bit for each place; 0 where it has no box.
        public var places: Int64
        /// The page, counted from 1.
        public var page: Int64
        /// 1 where it says something, 3 where it is a code.
        public var says: Int64

        /// A finding by its parts.
        public init(
            label: String, detector: String, confidence: Int64, size: Int64?, places: Int64, page: Int64, says: Int64
        ) {
            self.label = label
            self.detector = detector
            self.confidence = confidence
            self.size = size
            self.places = places
            self.page = page
            self.says = says
        }
    }

    /// The photo's SHA-256 in hexadecimal, by which reviews find it; nil where it is not known.
    public var content: String?
    /// Whether what users said of its findings is in it.
    public var isReviewed = false
    /// What these facts do not tell.
    public var gaps: Gaps = []
    /// One bit for each mark.
    public var marks: Int64 = 0
    /// How many findings there are.
    public var found: Int64 = 0
    /// When the photo was taken, in ISO 8601; nil where no camera says it.
    public var captured: String?
    /// The camera, as it is compared; nil where none is named.
    public var camera: String?
    /// The file's format, as in `jpeg`.
    public var format: String?
    /// The upright photo's width in pixels.
    public var width: Int64?
    /// The upright photo's height in pixels.
    public var height: Int64?
    /// How many pages the file has.
    public var pages: Int64?
    /// In steps; nil where none is known.
    public var margin: Int64?
    /// With ``separator`` before and behind each; nil where there is none.
    public var models: String?
    /// The labels of the findings, in the same form: what no photo's findings show is told without looking at them.
    public var labels: String?
    /// What the findings say, in the same form.
    public var said: String?
    /// The findings, up to ``mostFindings``.
    public var findings: [Finding] = []

    /// Nothing is known of the photo.
    public init() {}

    /// The version of what facts say of a photo.
    ///
    /// A change of what they say adds 1: all that are kept are made anew then, bit by bit while a run goes on, and count no more until
    /// then.
    public static let version = 1
    /// Findings that are kept of one photo at most: of more the record is read, so that a page of text costs the queue little.
    public static let mostFindings = 100
    /// Bytes of ``said`` at most.
    public static let longestText = 2_000
    /// Stands between texts, and in no text that is looked for.
    public static let separator = "\u{1F}"

    /// A number as facts compare it with numbers of at most six decimals: twice the millionths, and one more between two of
    /// them.
    ///
    /// Where `steps(of: a) < steps(of: b)`, `a` is less than `b`; such a number is told from every other one.
    public static func steps(of number: Double) -> Int64 {
        guard number < 1e9 else { return 2_000_000_000_000_000 }
        guard number > -1e9 else { return -2_000_000_000_000_000 }
        var millionths = Int64((number * 1e6).rounded(.down))
        while Double(millionths + 1) / 1e6 <= number { millionths += 1 }
        while Double(millionths) / 1e6 > number { millionths -= 1 }
        return 2 * millionths + (Double(millionths) / 1e6 == number ? 0 : 1)
    }

    /// The first half of a content's digits as a number, by which a store finds its photos; nil where they are none.
    package static func head(ofContent content: String) -> Int64? {
        content.count < 16 ? nil : UInt64(content.prefix(16), radix: 16).map { Int64(bitPattern: $0) }
    }
}
