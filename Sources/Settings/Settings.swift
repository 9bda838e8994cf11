import Findings
import SystemPackage
import SystemValues

/// Everything a user can set, with the built-in defaults.
///
/// A setting is one property here, whose initial value is its default, and one line in `Settings+Keys.swift`, which makes
/// it known to the file, the environment, the command line, `quiver config`, the JSON Schema and the documentation.
public struct Settings: Sendable, Hashable {
    /// Folders to take photos from.
    public var watch: [Watch] = []
    /// Folders of the settings file in whose place the command line names others, where some folder has settings of its own: the
    /// results have their photos too.
    public internal(set) var others: [Watch] = []
    /// The database of jobs; where nothing sets it, it lies in the output folder.
    ///
    /// One that hosts share has the names of ``Watch/name``, with the paths as they were named.
    public var queue = QueueLocation.usual(in: "results")
    /// How photos are made to fit a model.
    public var letterbox = Letterbox()
    /// How 16-bit grey is looked at.
    public var grey = Grey()
    /// What looks at each photo.
    public var detectors = [Detector()]
    /// What a photo may be at most.
    public var limits = Limits()
    /// What is written, and where.
    public var output = Output()
    /// What becomes of a photo after its work.
    public var after = After.keep
    /// Where photos go that are moved.
    public var move = Move()
    /// The processes that do the work.
    public var workers = Workers()
    /// When photos are worked.
    public var when = When()
    /// What happens after a failure that may pass.
    public var retry = Retry()
    /// How files are noticed.
    public var intake = Intake()
    /// How targets are scored.
    public var scoring = Scoring()
    /// Rounds of the user's own, beside those that every Quiver knows.
    public var rounds: [Round] = []
    /// What is looked for in photos that follow each other.
    public var sequences: [SequenceQuery] = []
    /// Who is told of results.
    public var hooks: [Hook] = []
    /// What the page and its API take.
    public var serve = Serve()
    /// What programs are told that watch Quiver.
    public var metrics = Metrics()
    /// What is written down of each photo's way.
    public var log = Log()
    /// The folder of compiled models, nil for none.
    public var cache: FilePath?

    /// The built-in defaults.
    public init() {}

    /// One folder to take photos from.
    public struct Watch: Sendable, Hashable {
        /// The folder, or a single photo that the command line names.
        public var path: FilePath = ""
        /// What all hosts of a shared queue call the folder; nil for its path.
        public var name: String?
        /// Whether folders inside the folder count too.
        public var recursive = true
        /// How long a file must rest before it counts as whole.
        public var settle = Duration.seconds(2)
        /// Patterns of names that are left alone, beside those always ignored.
        public var ignore: [String] = []
        /// Which folders' photos are worked first: those of smaller numbers.
        public var priority = 0
        /// The hooks that are told of the folder's photos, by name; nil for all.
        public var hooks: [String]?
        /// What holds for the folder's photos in place of the settings beside `watch`; nil where those hold.
        public internal(set) var own: Settings? {
            get { ownSettings.first }
            set { ownSettings = newValue.map { [$0] } ?? [] }
        }
        /// In a list, which takes a word: the command line may name 100,000 photos.
        private var ownSettings: [Settings] = []

        /// Has what another one has of its own, in the same memory.
        mutating func takeOwn(of other: Watch) { ownSettings = other.ownSettings }
        /// The folder of the settings file that names it, where the folder is to be made if it is missing below that; nil for
        /// what the command line or the environment names.
        public internal(set) var isMadeBelow: FilePath?

        /// The numbers that ``priority`` may be.
        public static let priorities = -100...100

        /// A folder without a path, with the built-in defaults.
        public init() {}

        /// A folder with the built-in defaults.
        public init(path: FilePath) { self.path = path }
    }

    /// How 16-bit grey pictures, such as X-rays, are looked at in 8 bits.
    public struct Grey: Sendable, Hashable, Codable {
        /// The numbers that become black and white; empty for those of each picture.
        public var window: [Int] = []

        /// The built-in defaults.
        public init() {}

        /// The window that is asked for; nil for the one of each picture.
        public var greyWindow: GreyWindow? {
            window.count == 2 ? GreyWindow(black: window[0], white: window[1]) : nil
        }
    }

    /// How photos are made to fit a model.
    public struct Letterbox: Sendable, Hashable, Codable {
        /// The size of the model's input.
        public var size = InputSize.auto
        /// The grey of the border.
        public var fill: UInt8 = 114
        /// Nil for the fit that the model asks for, which is a letterbox where it says nothing.
        public var fit: Fit?
        /// How the photo is scaled to the input, where no detector has its own way.
        public var resample = Resampling.fast

        /// The built-in defaults.
        public init() {}
    }

    /// The size of a model's input.
    public enum InputSize: Sendable, Hashable, Codable {
        /// The model's own, or 640 where it leaves the size open.
        case auto
        case fixed(PixelSize)
    }

    /// Where photos go that are moved after their work.
    public struct Move: Sendable, Hashable {
        /// What lies below `done` and `failed`.
        public enum Folders: String, Sendable, CaseIterable {
            /// The photos' own folders.
            case own
            /// The year and the month in which each was taken, and in them its own folders.
            case month
        }

        /// What lies below `done` and `failed`.
        public var folders = Folders.own
        /// Whether a text beside each photo in `failed` says why it is there.
        public var reasons = false

        /// The built-in defaults.
        public init() {}
    }

    /// What becomes of a photo after its work.
    public enum After: String, Sendable, CaseIterable {
        case keep, move
    }
}
