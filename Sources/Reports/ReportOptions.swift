import Findings
import Foundation
import Scoring

/// How a session is written down.
public struct ReportOptions: Sendable, Hashable {
    /// In millimetres; the plot's markers are drawn to its scale.
    public var shaftDiameter: Double
    /// What the colours of the plot's markers go by.
    public var confidenceLevels: ConfidenceLevels
    /// Whether the page prints more than its score sheet: doubts, plots and photos.
    public var printsPictures: Bool
    /// What pages and drawings are written in; tables and documents for programs have one form.
    public var language: ReportLanguage
    /// Where the links of drawings lead.
    public var links: ReportLinks

    /// Options for shafts of a diameter in millimetres, by default for the printed score sheet alone, in English.
    public init(
        shaftDiameter: Double = ScoringSettings.usualShaftDiameter, confidenceLevels: ConfidenceLevels = .usual,
        printsPictures: Bool = false, language: ReportLanguage = .english, links: ReportLinks = .within
    ) {
        self.shaftDiameter = shaftDiameter
        self.confidenceLevels = confidenceLevels
        self.printsPictures = printsPictures
        self.language = language
        self.links = links
    }
}

/// A picture of a page, with its size in pixels.
public struct ReportPicture: Sendable, Hashable {
    /// What is shown: an address, which may hold the whole picture.
    public var address: String
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int

    /// A picture at an address.
    public init(address: String, width: Int, height: Int) {
        self.address = address
        self.width = width
        self.height = height
    }

    /// A picture to embed: the bytes of a whole JPEG file, already scaled.
    public init(jpeg: [UInt8], width: Int, height: Int) {
        self.init(
            address: "data:image/jpeg;base64," + Data(jpeg).base64EncodedString(), width: width, height: height)
    }
}

/// A picture that a page asks for.
public struct PictureRequest: Sendable, Hashable {
    /// The photo that the picture is of.
    public var photo: Session.Photo
    /// Nil for the whole picture; else a square around one doubtful arrow.
    ///
    /// It is in pixels of the upright photo and lies inside it. The picture lent must show exactly that square, cut from
    /// the largest picture at hand; nil for no close-up.
    public var region: Box?
    /// The longest side worth embedding, in pixels; a smaller picture is not to be made larger.
    public var longestSide: Int

    /// A request for a photo, or for a region of it, of at most that many pixels a side.
    public init(photo: Session.Photo, region: Box?, longestSide: Int) {
        self.photo = photo
        self.region = region
        self.longestSide = longestSide
    }
}
