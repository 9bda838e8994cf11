import Findings
import SystemPackage

extension Settings {
    /// How text is read, and what is looked for in it.
    public struct Reading: Sendable, Hashable, Codable {
        /// What reads it.
        public var engine = TextEngine.auto
        /// Tesseract's languages, by its own codes.
        public var languages = ["eng"]
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
    /// The part of a photo that the settings name, in its pixels; nil for all of it.
    public func part(of photo: PixelSize?) -> Box? {
        guard let photo, area.count == 4 else { return nil }
        let (width, height) = (Double(photo.width), Double(photo.height))
        return Box(x: area[0] * width, y: area[1] * height, width: area[2] * width, height: area[3] * height)
    }
}
