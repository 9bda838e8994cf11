import Findings
import Scoring
import Testing

@testable import Reports

@Suite("Close-ups of doubtful arrows")
struct CloseUpTests {
    @Test("a square of the face's radius around the arrow")
    func region() {
        let region = CloseUp.region(of: Samples.arrow(1, x: 0.1, y: -0.1).value, in: Samples.photo("a.jpg"))
        #expect(region == Box(x: 546, y: 324, width: 180, height: 180))
    }

    @Test("it is moved, never cut, at the photo's edge", arguments: [(-1.6, -1.2), (1.6, 1.2), (1.6, -1.2)])
    func edge(x: Double, y: Double) throws {
        let region = try #require(
            CloseUp.region(of: Samples.arrow(1, x: x, y: y).value, in: Samples.photo("a.jpg")))
        #expect(region.width == 180 && region.height == 180)
        #expect(region.x >= 0 && region.y >= 0 && region.right <= 1200 && region.bottom <= 900)
    }

    @Test("there is none where the arrow is not in the photo, or the photo has no size")
    func none() {
        #expect(CloseUp.region(of: Samples.arrow(1, x: 9, y: 0).value, in: Samples.photo("a.jpg")) == nil)
        var photo = Samples.photo("a.jpg")
        (photo.width, photo.height) = (0, 0)
        #expect(CloseUp.region(of: Samples.arrow(1, x: 0, y: 0).value, in: photo) == nil)
    }
}
