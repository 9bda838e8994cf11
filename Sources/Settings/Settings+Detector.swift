import Findings
import SystemPackage

extension Settings {
    /// The places that each detector ignores, by its name.
    public var ignoredPlaces: [String: [IgnoredPlace]] {
        Dictionary(detectors.map { ($0.name, $0.ignore) }, uniquingKeysWith: +)
    }

    /// One model that looks at each photo.
    public struct Detector: Sendable, Hashable, Codable {
        /// Tells detectors apart.
        public var name = "targets"
        /// What it looks for.
        public var task = DetectorTask.detect
        /// The model's file: ONNX, OpenVINO IR or TFLite; nil for tasks that have none.
        public var model: FilePath? = BundledModel.targets.path
        /// The second model of tasks that have two: landmarks of hands and people, the mesh of faces.
        public var landmarks: FilePath?
        /// The model of the faces by which small people are looked at from near; nil where they are not.
        public var faces: FilePath?
        /// The model of the one mask of all people of a crowd; nil where there is none.
        public var segmenter: FilePath?
        /// The text half of a CLIP pair whose other half is the model; nil where photos are not searched by words.
        public var words: FilePath?
        /// The score that a second model's answer must be over.
        public var presence = 0.5
        /// At most so many are followed by the second model; nil for 2 hands, 4 meshes, all people.
        public var maximum: Int?
        /// Over so many faces or people a photo is crowded.
        public var crowd = 4
        /// Whether people get a mask.
        public var mask = false
        /// Whether faces get a mesh.
        public var mesh = false
        /// Findings below this score are dropped.
        ///
        /// Nil for the task's own: faces, hands and poses have MediaPipe's.
        public var confidence: Double? = 0.35
        /// Of two boxes that overlap more than this, the weaker is dropped.
        public var iou = 0.5
        /// The classes to keep, as names or numbers; empty for all.
        public var classes: [String] = []
        /// Other names for the model's classes, by name or number; nil leaves a class out.
        public var rename: [String: String?] = [:]
        /// Scores that replace `confidence` for single classes.
        public var thresholds: [String: Double] = [:]
        /// Places at which a class is no object, in photos of a folder or a camera.
        public var ignore: [IgnoredPlace] = []
        /// How the model's output is laid out.
        public var layout = LayoutSetting.auto
        /// Class names for a model that carries none, or others than it carries.
        public var labels: [String] = []
        /// The library that runs the model.
        public var engine = EngineChoice.auto
        /// What the model runs on; `auto` is the processor.
        public var device = "auto"
        /// The arithmetic that the engine may use.
        public var precision = Precision.auto
        /// Threads of each worker's engine.
        public var threads = 1
        /// Whether boxes of different classes suppress each other.
        public var agnostic = false
        /// The most findings of one photo.
        public var maxDetections = 300
        /// Whether only the finding that is nearest to the middle is kept.
        public var centermost = false
        /// The size of the model's input; nil for the common one of `letterbox`.
        public var size: InputSize?
        /// How photos are made to fit the input; nil for the common one of `letterbox`.
        public var fit: Fit?
        /// How photos are scaled to the input; nil for `smooth` in classifiers and `subject`, else for the one of `letterbox`.
        public var resample: Resampling?
        /// What is subtracted from red, green and blue, each from 0 to 1; empty for what the model's file says.
        public var mean: [Double] = []
        /// What red, green and blue are divided by after that; empty for what the model's file says.
        public var deviation: [Double] = []
        /// Where it looks for small objects.
        public var tiles = Tiles.auto
        /// The share of a tile's side that it shares with the next one.
        public var overlap = 0.2
        /// The detector whose hands are cut out of the masks of this one; nil for none.
        public var without: String?
        /// How far those hands are grown on all sides, as a share of a hand's longer side.
        public var handMargin = 0.08
        /// The kinds of codes to look for; empty for all.
        public var symbologies: [Symbology] = []
        /// What is done to the picture of a page after it was laid flat.
        public var enhance = PageEnhancement.none
        /// How text is read.
        public var text = Reading()
        /// The part of the photo to look at, as shares of its sides: left, top, width, height; empty for all of it.
        public var area: [Double] = []
        /// Where it looks: the whole photo, or what another detector found.
        public var on = FindingSource()
        /// Where the settings file has it, for messages; nil where no file has it.
        public internal(set) var place: String?

        /// The same wherever the settings file has it.
        public var withoutPlace: Detector {
            var detector = self
            detector.place = nil
            return detector
        }

        /// A detector with the built-in defaults.
        public init() {}
    }

    /// Where a detector looks for what is small beside the photo.
    public enum Tiles: Sendable, Hashable, Codable {
        /// From near, where it shows small faces or people (MediaPipe's models); for any other detector ``whole``.
        case auto
        /// The whole photo at once.
        case whole
        /// Overlapping tiles of so many pixels, one by one.
        case side(Int)

        /// The side of tiles; nil where there are none.
        public var side: Int? { if case .side(let side) = self { side } else { nil } }
    }

    /// The findings of another detector that a detector looks at, one by one.
    public struct FindingSource: Sendable, Hashable, Codable {
        /// The other detector's name; nil for the whole photo.
        public var detector: String?
        /// The labels to look at; empty for all.
        public var labels: [String] = []
        /// How much of a finding's own sides is added around it.
        public var margin = 0.1
        /// Where it looks if the other detector finds nothing; nil for what suits both tasks.
        public var otherwise: Fallback?

        /// Where a detector looks if the one that it runs on finds nothing.
        public enum Fallback: String, Sendable, Codable, CaseIterable {
            case photo, nothing
        }

        /// The whole photo.
        public init() {}
    }

    /// How photos are made to fit this detector: its own settings over the common ones.
    public func letterbox(for detector: Detector) -> Letterbox {
        var own = letterbox
        own.size = detector.size ?? own.size
        own.fit = detector.fit ?? own.fit
        own.resample = detector.resample ?? own.resample
        return own
    }
}

extension Settings {
    /// Refuses a window that is not two rising numbers.
    func checkWindow(_ rawSettings: inout RawSettings) {
        guard !grey.window.isEmpty, grey.greyWindow == nil else { return }
        let message = "grey.window: two numbers, the one that becomes black and a larger one that becomes white"
        rawSettings.problems.append(.init(.conflict, message, at: rawSettings["grey.window"]?.node.position))
    }

    /// Refuses a mean or a deviation that has not three numbers, or one without the other.
    func checkNormalization(_ rawSettings: inout RawSettings) {
        for (index, detector) in detectors.enumerated() {
            let counts = (detector.mean.count, detector.deviation.count)
            guard counts != (0, 0), counts != (3, 3) else { continue }
            let key = "detectors[\(index)].\(counts.0 == 3 ? "std" : "mean")"
            let message = "\(key): mean and std go together, three numbers each for red, green and blue"
            rawSettings.problems.append(.init(.conflict, message, at: rawSettings[key]?.node.position))
        }
    }

    /// How text is read, and what is looked for in it.
    public struct Reading: Sendable, Hashable, Codable {
        /// What reads it.
        public var engine = TextEngine.auto
        /// Whether the text that a page of a PDF carries is taken where it is sound, and its picture not read.
        public var layer = true
        /// Tesseract's languages, by its own codes; `auto` alone for every installed one of a page's script.
        public var languages = ["eng"]
        /// Whether words of the languages' dictionaries are preferred: right for prose, wrong for codes and part numbers.
        public var correction = true
        /// The kinds of data that are looked for alone; empty for everything.
        public var contents: [TextDatum.Kind] = []
        /// How much work is put into it.
        public var level = TextLevel.accurate
        /// At most so many other readings of a line.
        public var candidates = 0
        /// Text that is lower than this share of the photo's height is left out.
        public var height = 0.0
        /// Words that are to be expected.
        public var words: [String] = []
        /// PaddleOCR's model that reads a line.
        public var recognizer: FilePath?
        /// PaddleOCR's model that sees whether a line stands on its head; nil for none.
        public var orienter: FilePath?
        /// The country whose telephone numbers and amounts are written without a prefix, as two letters; nil for none.
        public var country: String?
        /// Which number of a date comes first where nothing in it says so; nil for what is usual in the country.
        public var dates: DateOrder?

        /// The built-in defaults.
        public init() {}
    }

    /// Which number of a date such as 3/4/2026 comes first.
    public enum DateOrder: String, Sendable, Codable, CaseIterable {
        case monthFirst, dayFirst
    }
}

extension Settings.Detector {
    /// Whether small faces and people are looked at from near: not where another detector says where to look, nor for one person.
    public var looksCloser: Bool { tiles == .auto && on.detector == nil && !(task == .pose && maximum == 1) }

    /// The part of a photo that the settings name, in its pixels; nil for all of it.
    public func part(of photo: PixelSize?) -> Box? {
        guard let photo, area.count == 4 else { return nil }
        let (width, height) = (Double(photo.width), Double(photo.height))
        return Box(x: area[0] * width, y: area[1] * height, width: area[2] * width, height: area[3] * height)
    }
}
