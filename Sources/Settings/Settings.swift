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
    /// The database of jobs; where nothing sets it, it lies in the output folder.
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
    /// The processes that do the work.
    public var workers = Workers()
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
    /// What the page and its API take.
    public var serve = Serve()
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
        /// Whether folders inside the folder count too.
        public var recursive = true
        /// How long a file must rest before it counts as whole.
        public var settle = Duration.seconds(2)
        /// Patterns of names that are left alone, beside those always ignored.
        public var ignore: [String] = []
        /// The folder of the settings file that names it, where the folder is to be made if it is missing below that; nil for
        /// what the command line or the environment names.
        public internal(set) var isMadeBelow: FilePath?

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

    /// What becomes of a photo after its work.
    public enum After: String, Sendable, CaseIterable {
        case keep, move
    }
}
