import Findings
import Imaging
import Reading

/// A page of a photo as it is from straight above, with the way back to the photo.
struct RectifiedPage {
    /// The page's own pixels.
    let pixels: PixelBuffer
    private let correction: PageCorrection

    /// Lays a page flat.
    init(_ page: Page, of photo: PixelBuffer, enhancement: PageEnhancement) throws {
        let correction = try PageCorrection(page)
        let flat = try photo.bytes.withUnsafeBytes { bytes throws(ReadingError) in
            try correction.flat(from: bytes, size: photo.size, enhancement: enhancement)
        }
        pixels = PixelBuffer(size: flat.size, bytes: flat.rgb)
        self.correction = correction
    }

    /// What was found on the page, in the photo; lines of text keep their place on the page as well.
    func inPhoto(_ found: FindingList) -> FindingList {
        guard let lines = found.texts else { return found.mapped(correction.toPhoto.map) ?? found }
        return .texts(
            lines.map { line in
                var placed = line.mapped(correction.toPhoto.map)
                placed.onPage = line.corners
                return placed
            })
    }

    /// What is corners and texts, such as a line, as it lies on the page; other findings stay as they are.
    func onPage(_ finding: any Finding) -> any Finding {
        guard let plane = finding as? any PlaneFinding else { return finding }
        return plane.mapped(correction.toPage.map)
    }
}
