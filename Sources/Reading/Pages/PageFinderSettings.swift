/// What counts as a page, and how many are wanted.
public struct PageFinderSettings: Sendable, Hashable, Codable {
    /// Pages that are less sure are left out; 0 to 1.
    public var confidence: Double
    /// At most so many pages of one photo, the surest first.
    public var maximum: Int
    /// The share of the photo's area that a page covers at least, 0 to 1.
    public var smallestArea: Double

    /// The usual settings: pages that are more likely than not, at most eight, from 4 % of the photo's area.
    public init(confidence: Double = 0.5, maximum: Int = 8, smallestArea: Double = 0.04) {
        self.confidence = confidence
        self.maximum = maximum
        self.smallestArea = smallestArea
    }

    func check() throws(PagesError) {
        guard (0...1).contains(confidence) else {
            throw PagesError(.setting, "the least confidence of a page is \(confidence); give 0 to 1")
        }
        guard maximum >= 1 else {
            throw PagesError(.setting, "at most \(maximum) pages a photo are wanted; give 1 or more")
        }
        guard (0.001...1).contains(smallestArea) else {
            throw PagesError(
                .setting, "the smallest page has \(smallestArea) of the photo's area; give 0.001 to 1")
        }
    }
}
