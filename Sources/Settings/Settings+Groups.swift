import Findings
import Scoring
import SystemPackage

extension Settings {
    /// What a photo may be at most; more is refused before a pixel is read.
    public struct Limits: Sendable, Hashable, Codable {
        /// Bytes of the file.
        public var bytes = 512 << 20
        /// Pixels of one picture, width times height.
        public var pixels = 250_000_000
        /// Pixels along the longer side.
        public var side = 65_500
        /// Pictures in one file; the first is used.
        public var frames = 1_000
        /// The most pages of a TIFF or PDF that are read, its first ones.
        public var pages = 100
        /// The most pixels that a page of a PDF is drawn with.
        public var pagePixels = 25_000_000
        /// Whether every flaw of a file counts, not only a missing end.
        public var strict = false

        /// The built-in limits.
        public init() {}
    }

    /// What is written, and where.
    public struct Output: Sendable, Hashable {
        /// The folder of the results.
        public var path: FilePath = "results"
        /// Which forms of results are written, at least one.
        public var formats: [Format] = [.json, .csv, .jsonl]
        /// Whether a picture with the findings drawn in is written.
        public var annotate = false
        /// The labels of findings that are blurred in annotated pictures and flat pages.
        public var blur: [String] = []
        /// Whether each finding is cut out into a picture of its own.
        public var crops = false
        /// Whether each object with a mask is cut out of its ground, as a PNG.
        public var cutouts = false
        /// How objects are cut out.
        public var cutout = Cutout()
        /// Whether each page is written as a flat picture of its own.
        public var pages = false
        /// Where a copy of each original goes, nil for none.
        public var originals: FilePath?
        /// Whether another model's results may replace those in the folder.
        public var replace = false
        /// The quality of JPEGs that are written.
        public var quality = 90
        /// From which confidence on findings are called how sure.
        public var confidenceLevels = ConfidenceLevels.usual
        /// What score sheets are written in.
        public var language = ReportLanguage.english

        /// The built-in defaults.
        public init() {}
    }

    /// How objects with a mask are cut out of their ground.
    public struct Cutout: Sendable, Hashable, Codable {
        /// Whether a picture ends near its object; where not, it is as large as the photo.
        public var croppedToInstances = true
        /// What lies behind the object.
        public var background = CutoutGround.transparent
        /// Whether the chosen objects of a photo come in one picture, in place of one each.
        public var composite = false
        /// The labels that are cut out; empty for all.
        public var labels: [String] = []
        /// Whether the soft mask is written beside each picture.
        public var mask = false

        /// The built-in defaults.
        public init() {}
    }

    /// A form of results.
    public enum Format: String, Sendable, CaseIterable {
        /// One file a photo.
        case json
        /// One table a run.
        case csv
        /// One line a photo.
        case jsonl
        /// A data set of labels and links to the photos.
        case yolo
        /// A data set of one file.
        case coco
        /// What was read, as plain text, beside the record of each photo.
        case text
    }

    /// The processes that do the work.
    public struct Workers: Sendable, Hashable {
        /// Nil for as many as the machine has cores.
        public var count: Int?
        /// How long one photo may take.
        public var timeout = Duration.seconds(60)
        /// Bytes of memory that one worker may take.
        public var memory = 2 << 30
        /// Photos after which a worker is replaced.
        public var recycle = 1_000
        /// How long running photos may take to finish when Quiver is stopped.
        public var grace = Duration.seconds(10)
        /// What a worker that is taken over is kept from.
        public var confine = Confine.auto
        /// How far workers let other programs go first.
        public var scheduling = Scheduling.normal

        /// The built-in defaults.
        public init() {}

        /// The number of workers on a machine with this many cores.
        public func count(cores: Int) -> Int { count ?? max(cores, 1) }
    }

    /// How far workers let other programs go first.
    public enum Scheduling: String, Sendable, CaseIterable {
        /// Not at all.
        case normal
        /// Their share of a busy processor is about a tenth of another program's.
        case nice
        /// They get what processor and disk have left, and almost nothing where they have nothing left.
        case idle
    }

    /// When photos are worked.
    public struct When: Sendable, Hashable {
        /// The hours in which photos begin; nil for all.
        public var hours: WorkHours?
        /// The load that other programs make above which no photo begins; nil for any.
        public var load: Double?
        /// Whether photos that come while the run watches are worked before those that lay there.
        public var newFirst = true

        /// At any time.
        public init() {}
    }

    /// What happens after a failure that may pass.
    public struct Retry: Sendable, Hashable {
        /// How often a photo is tried before it is given up.
        public var attempts = 3
        /// The wait before the second attempt; it doubles with each further one.
        public var backoff = Duration.seconds(5)

        /// The built-in defaults.
        public init() {}
    }

    /// How files are noticed.
    public struct Intake: Sendable, Hashable {
        /// How often the folders are searched for files that no event reported.
        public var rescan = Duration.seconds(300)
        /// How long a watch waits for the end of a file before it works the file as it is, and how long a file may go on
        /// changing, in a run as well, before that is reported.
        public var patience = Duration.seconds(60)
        /// Whether symbolic links are followed.
        public var followLinks = false
        /// What becomes of files that are no pictures.
        public var unread = Unread.count
        /// How many photos may wait before those who send more are told to; nil for any number.
        public var full: Int?

        /// What becomes of a file in a folder that is no picture by its name or content.
        public enum Unread: String, Sendable, CaseIterable {
            case count, record
        }

        /// The built-in defaults.
        public init() {}
    }

    /// What the page and its API take.
    public struct Serve: Sendable, Hashable {
        /// Photos that browsers and programs send.
        public var uploads = Uploads()

        /// The built-in defaults, which take nothing.
        public init() {}
    }

    /// Photos that browsers and programs send, and that are put into a watched folder.
    public struct Uploads: Sendable, Hashable {
        /// Whether photos are taken.
        public var isOn = false
        /// Bytes of one photo; nil for as many as ``Limits/bytes`` allows.
        public var size: Int?
        /// Bytes of all photos that were sent and lie in the folder.
        public var quota = 50 << 30
        /// The watched folder that photos are put into; nil for the first.
        public var folder: FilePath?

        /// The built-in defaults, which take nothing.
        public init() {}
    }

    /// How targets are scored.
    public struct Scoring: Sendable, Hashable, Codable {
        /// Nil where nothing is scored.
        public var face: FaceSetting?
        /// How arrows count.
        public var system = ScoringSystem.olympic
        /// Which zone a shaft counts that touches a line.
        public var lineRule = LineRule.higher
        /// Which impacts are shots.
        public var count = CountedKind.auto
        /// Nil where ends differ: then no arrow counts as missing.
        public var arrowsPerEnd: Int?
        /// Photos of one end that follow each other.
        public var photosPerEnd = 1
        /// Nil for one round a session.
        public var endsPerRound: Int?
        /// The name of the round that sessions are shot as; nil where they are none.
        public var round: String?
        /// What the names of the photos' folders say; nil where they say nothing.
        public var folders: FolderPattern?
        /// The diameter of the arrows' shafts in millimetres; 0 scores arrows by their middle alone.
        public var shaft = ScoringSettings.usualShaftDiameter
        /// The model that sees the arrows of a face.
        public var model: FilePath = BundledModel.arrows.path
        /// The model that sees the holes of a card.
        public var holeModel: FilePath = BundledModel.impacts.path
        /// Impacts below this score are no shots, unless an end is known to have more.
        public var confidence = 0.35

        /// The built-in defaults, which score nothing.
        public init() {}
    }

    /// A printed face by name, or whichever the photo shows.
    public enum FaceSetting: RawRepresentable, CaseIterable, Sendable, Hashable, Codable {
        case auto
        case named(FaceType)

        /// `auto`, and after it every named face.
        public static var allCases: [FaceSetting] { [.auto] + FaceType.allCases.map { .named($0) } }

        /// Reads `auto` or a face's name, such as `wa-80`; nil for any other text.
        public init?(rawValue: String) {
            if rawValue == "auto" {
                self = .auto
            } else if let type = FaceType(rawValue: rawValue) {
                self = .named(type)
            } else {
                return nil
            }
        }

        /// `auto`, or the face's name, such as `wa-80`.
        public var rawValue: String {
            switch self {
            case .auto: "auto"
            case .named(let type): type.rawValue
            }
        }

        /// The named type; nil for whichever the photo shows.
        public var type: FaceType? {
            switch self {
            case .auto: nil
            case .named(let type): type
            }
        }
    }

    /// How far workers are confined.
    public enum Confine: String, Sendable, Codable, CaseIterable {
        /// As far as this kernel can; `quiver doctor` says how far that is.
        case auto
        /// Wholly, or no photo is worked.
        case required
        /// Not at all.
        case off
    }

    /// What is written down of each photo's way.
    public struct Log: Sendable, Hashable {
        /// The file that lines are added to; nil for none.
        public var path: FilePath?
        /// How each line is written.
        public var format = LogFormat.text

        /// No log.
        public init() {}

        /// Stands for standard error.
        public static let standardError: FilePath = "/dev/stderr"
    }

    /// How a line of the log is written.
    public enum LogFormat: String, Sendable, CaseIterable {
        /// To read, and for `grep`.
        case text
        /// One JSON object a line, for programs.
        case json
    }
}
