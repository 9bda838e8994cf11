import Findings
import Testing

@testable import Imaging

@Suite struct LabelLayoutTests {
    let size = PixelSize(width: 400, height: 300)

    @Test(arguments: [
        (PixelRect(left: 50, top: 100, width: 80, height: 80), "above"),
        (PixelRect(left: 50, top: 5, width: 80, height: 80), "below"),
        (PixelRect(left: 0, top: 0, width: 400, height: 300), "inside"),
        (PixelRect(left: 390, top: 290, width: 10, height: 10), "above"),
        (PixelRect(left: 0, top: 0, width: 4, height: 4), "below"),
    ]) func aPlateStaysInThePicture(rect: PixelRect, place: String) {
        var layout = LabelLayout(size: size)
        let plate = layout.place(width: 90, height: 20, beside: rect, line: 2)
        #expect(plate.left >= 0 && plate.top >= 0 && plate.right <= 400 && plate.bottom <= 300)
        switch place {
        case "above": #expect(plate.bottom <= rect.top)
        case "below": #expect(plate.top >= rect.bottom)
        default: #expect(plate.top >= rect.top && plate.bottom <= rect.bottom)
        }
    }

    @Test func neighboursDoNotCoverEachOther() {
        var layout = LabelLayout(size: size)
        let rect = PixelRect(left: 100, top: 100, width: 120, height: 60)
        let first = layout.place(width: 90, height: 20, beside: rect, line: 2)
        let second = layout.place(width: 90, height: 20, beside: rect, line: 2)
        #expect(!first.intersects(second))
    }

    @Test func inATightGroupEveryLabelIsLegible() {
        var layout = LabelLayout(size: size)
        let plates = (0..<12).map { number in
            layout.place(
                width: 60, height: 20,
                beside: PixelRect(left: 200 + number, top: 150 + number % 3, width: 6, height: 6), line: 2)
        }
        for (index, plate) in plates.enumerated() {
            #expect(plate.left >= 0 && plate.top >= 0 && plate.right <= 400 && plate.bottom <= 300)
            for other in plates[..<index] { #expect(!plate.intersects(other)) }
        }
    }

    @Test func sizesGrowWithThePhoto() {
        let small = MarkStyle(for: PixelSize(width: 640, height: 480))
        let large = MarkStyle(for: PixelSize(width: 4000, height: 3000))
        #expect(small.line == 2 && small.type >= 11)
        #expect(large.line >= 7 && large.type >= 40)
        #expect(large.line(around: PixelRect(left: 0, top: 0, width: 20, height: 30)) < large.line)
    }
}
