/// What one detector found in one photo, or in one region of it.
public struct DetectorResult: Sendable, Hashable, Codable {
    /// The finding of another detector that this one looked at.
    public struct Parent: Sendable, Hashable, Codable {
        /// The other detector's name.
        public var detector: String
        /// The finding's index among all that the other detector found on the same page, in the order of the record.
        public var index: Int

        /// A finding by its detector's name and its index.
        public init(detector: String, index: Int) {
            self.detector = detector
            self.index = index
        }
    }

    /// Milliseconds of each part of the work; nil where it did not happen.
    public struct Timings: Sendable, Hashable, Codable {
        /// Decoding the photo and making the model's input.
        public var load: Double?
        /// Running the model.
        public var infer: Double?
        /// Making findings of what the model gave.
        public var decode: Double?

        /// Times in milliseconds.
        public init(load: Double? = nil, infer: Double? = nil, decode: Double? = nil) {
            self.load = load
            self.infer = infer
            self.decode = decode
        }
    }

    /// The page of the file that it looked at, from 1 on; 1 for files that have one picture.
    public var page = 1
    /// The detector's name in the settings.
    public var detector: String
    /// What the detector looks for, and so the kind of list in ``found``.
    public var task: DetectorTask
    /// The model's index in the record's list; nil for a detector without a model.
    public var model: Int?
    /// Nil where the detector looked at the whole photo.
    public var parent: Parent?
    /// How long each part of the work took, in milliseconds.
    public var timings: Timings
    /// What read the text; nil where nothing was read.
    public var reader: TextEngine?
    /// The languages that the text was read in, by Tesseract's names, the one of most letters first; nil where none is known.
    public var languages: [String]?
    /// The confidence that findings had to reach; nil where there is none, or where an earlier version did not note it.
    public var threshold: Double?
    /// The same for single classes, by the labels that findings have, where the settings have them.
    public var thresholds: [String: Double]?
    /// What was found, in pixels of the upright photo.
    public var found: FindingList
    /// What was found at places that a rule of the settings ignores, and counts for nothing; nil where there is none.
    public var ignored: FindingList?
    /// Where the photo or region lies among others; nil for every task but `embed`.
    ///
    /// Records leave it to the queue.
    public var embedding: Embedding?
    /// That there are more people than the settings call a few, with their number; nil where there are not.
    public var crowd: Crowd?
    /// Whether it holds what scoring found of the target: the record's arrows and faces, as findings.
    public var isScored = false
    /// The other detector whose findings it needs and which found none, so that it looked at nothing; nil where it looked.
    public var noInputFrom: String?
    /// Why it has no answer, where other detectors have theirs; nil where it has one.
    public var error: DetectorFailure?

    /// A detector's result.
    public init(
        detector: String, task: DetectorTask, model: Int? = nil, parent: Parent? = nil, timings: Timings = Timings(),
        reader: TextEngine? = nil, threshold: Double? = nil, thresholds: [String: Double]? = nil, found: FindingList,
        noInputFrom: String? = nil, error: DetectorFailure? = nil
    ) {
        self.detector = detector
        self.task = task
        self.model = model
        self.parent = parent
        self.timings = timings
        self.reader = reader
        self.threshold = threshold
        self.thresholds = thresholds
        self.found = found
        self.noInputFrom = noInputFrom
        self.error = error
    }
}

extension DetectorResult {
    /// What tells the detector's answers for one page from those for others: its name alone for the first page.
    public var address: String { Self.address(of: detector, page: page) }

    /// The address of a detector's answers for a page, as in `words#3`.
    public static func address(of detector: String, page: Int) -> String {
        page == 1 ? detector : "\(detector)#\(page)"
    }

    /// The detector and the page that an address stands for.
    public static func parts(ofAddress address: String) -> (detector: String, page: Int) {
        guard let mark = address.lastIndex(of: "#"), let page = Int(address[address.index(after: mark)...]), page > 1
        else {
            return (address, 1)
        }
        return (String(address[..<mark]), page)
    }

    /// The whole text that was read, in reading order; nil where no text was.
    public var transcript: String? { found.texts.flatMap { $0.isEmpty ? nil : $0.transcript } }

    /// How near the least sure finding is to another answer, 0 to 1; nil where nothing was found that could be doubtful.
    ///
    /// - Parameter usual: The threshold of results that note none.
    public func margin(usual: Double) -> Double? {
        switch found.kind.choice {
        case .likeliest:
            let two = found.first(2).items.map(\.confidence)
            return two.first.map { $0 - (two.count > 1 ? two[1] : 0) }
        case .overThreshold:
            return found.items.map { abs($0.confidence - (threshold(of: $0) ?? usual)) }.min()
        // What a line says instead is not known, so that its own confidence is how far it is from doubt.
        case .all: return found.items.compactMap(\.doubt).min()
        }
    }

    /// The threshold that a finding had to reach: its class's own, else that of all; nil where none is noted.
    func threshold(of finding: any Finding) -> Double? {
        // Records name labels: a number among them is the label of a class that is called so.
        thresholds?[finding.label] ?? threshold
    }
}

/// Why a detector gave no answer for a photo, while others did.
public struct DetectorFailure: Sendable, Hashable, Codable {
    /// What went wrong, for programs.
    public var code: String
    /// One sentence for people.
    public var message: String
    /// Whose fault it is.
    public var fault: Fault

    /// A failure from its parts.
    public init(code: String, message: String, fault: Fault) {
        self.code = code
        self.message = message
        self.fault = fault
    }

    /// The failure that an error is.
    public init(_ error: any ReportableError) {
        self.init(code: error.codeName, message: error.description, fault: error.fault)
    }
}
