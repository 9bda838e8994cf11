import Evaluation
import Findings
import TestSupport
import Testing

@testable import Results

/// A mask goes through a file as its outline, and its outline is the same again.
@Suite struct OutlineTests {
    private let scene: DataSetScene

    init() throws { scene = try DataSetScene() }

    private func found(_ mask: RunLengthMask) throws -> FoundBox {
        FoundBox(detector: "d", classId: 0, label: "a", box: try #require(mask.box), confidence: 0.5, mask: mask)
    }

    /// A mask by chance, with and without its holes; nil where it has no pixel.
    private func masks(_ seed: Int) throws -> (RunLengthMask, filled: RunLengthMask)? {
        let picture = RandomPicture(seed: seed)
        let size = PixelSize(width: picture.width, height: picture.height)
        let mask = try #require(RunLengthMask(picture.pixels, size: size))
        return mask.area > 0 ? (mask, try #require(RunLengthMask(picture.withoutHoles, size: size))) : nil
    }

    @Test(arguments: 0..<10) func linesOfYOLOsAreTheSameAgain(tens: Int) throws {
        var form = YOLOForm.segment
        for seed in 10 * tens..<10 * (tens + 1) {
            guard let (mask, filled) = try masks(seed) else { continue }
            let image = Record.Image(width: mask.size.width, height: mask.size.height, orientation: 1, format: "jpeg")
            let numbers = try #require(form.numbers(of: try found(mask), in: image))
            let line = "0 " + numbers.joined(separator: " ")
            let label = try #require(try YOLOLabels.label(line, .outline, classes: [0: "a"]))
            let read = GivenImage(name: "a.jpg", labels: [label]).labels(in: mask.size)?.first
            #expect(read?.mask == filled && read?.isFilled == true, "seed \(seed)")
            let again = form.numbers(of: try found(#require(read?.mask)), in: image)
            #expect(again == numbers, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<10) func tasksOfLabelStudiosAreTheSameAgain(tens: Int) throws {
        for seed in 10 * tens..<10 * (tens + 1) {
            guard let (mask, filled) = try masks(seed) else { continue }
            let text = try task(of: mask)
            var images: [GivenImage] = []
            var isRead = false
            try LabelStudioTasks.read(
                {
                    defer { isRead = true }
                    return isRead ? [] : Array("[\(text)]".utf8)
                }, { images.append($0) })
            let read = images.first?.labels(in: mask.size)?.first
            #expect(read?.mask == filled, "seed \(seed)")
            #expect(try task(of: #require(read?.mask)) == text, "seed \(seed)")
        }
    }

    private func task(of mask: RunLengthMask) throws -> String {
        var text = LabelStudioText()
        var row = TableRow(scene.record(of: "/a.jpg"), place: Array("a.jpg.json".utf8))
        row.isReviewed = true
        let image = Record.Image(width: mask.size.width, height: mask.size.height, orientation: 1, format: "jpeg")
        return text.text(
            of: DataSetItem(id: 1, index: 0, name: "a.jpg", row: row, image: image, boxes: [try found(mask)]))
    }

    @Test func aPhotosSizeDoesNotMatter() throws {
        var form = YOLOForm.segment
        let size = PixelSize(width: 6_007, height: 4_001)
        let mask = try #require(
            RunLengthMask(size: size, columns: 5_000..<6_007, rows: 3_000..<4_001) { x, y in
                let (dx, dy) = (Double(x - 5_400) / 900, Double(y - 3_600) / 500)
                return dx * dx + dy * dy < 1 && !(x + y).isMultiple(of: 97)
            })
        let image = Record.Image(width: size.width, height: size.height, orientation: 1, format: "jpeg")
        let numbers = try #require(form.numbers(of: try found(mask), in: image))
        let line = "0 " + numbers.joined(separator: " ")
        let label = try #require(try YOLOLabels.label(line, .outline, classes: [0: "a"]))
        let read = try #require(GivenImage(name: "a.jpg", labels: [label]).labels(in: size)?.first?.mask)
        #expect(read == Outline(around: mask)?.filled(in: size))
        let again = form.numbers(of: try found(read), in: image)
        #expect(again == numbers)
    }
}
