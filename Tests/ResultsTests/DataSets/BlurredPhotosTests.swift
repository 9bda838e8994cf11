import Findings
import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import Results

/// Copies of photos in data sets in which findings are blurred.
@Suite struct BlurredPhotosTests {
    let scene: DataSetScene

    /// A photo with two cats and a dog, and one with nothing.
    init() throws {
        scene = try DataSetScene()
        try ClassList.write([DataSetScene.dogs], in: scene.results)
        let (cat, dog) = ((id: 0, label: "cat"), (id: 1, label: "dog: \"big\""))
        for (name, found) in [("a.gif", [cat, cat, dog]), ("b.gif", [])] {
            let photo = try scene.photo(FilePath(name), content: "GIF89a!")
            try scene.keep(
                scene.record(of: photo, found, sha256: DataSetScene.content, format: "gif"),
                as: FilePath(name + ".json"))
        }
    }

    private func export(
        _ blur: Set<String>, _ answer: [UInt8]?, _ findings: FindingThresholds = .init()
    ) throws -> (summary: DataSetExport.Summary, asked: [[Box]]) {
        let asked = Mutex<[[Box]]>([])
        let summary = try #require(DataSetExport(format: "coco", copiesPhotos: true)).write(
            results: scene.results, to: scene.set, choosing: .init(findings: findings, blur: blur)
        ) { _, boxes in
            asked.withLock { $0.append(boxes) }
            return answer
        }
        return (summary, asked.withLock { $0 })
    }

    @Test func aBlurredJPEGStandsForThePhoto() throws {
        // Though no cat is in the data set.
        let made = try export(["cat"], Array("JPEG".utf8), FindingThresholds(classes: ["dog: \"big\"": nil]))
        #expect(made.summary.blurred == 1 && made.summary.photos == 2 && made.summary.notBlurred == 0)
        #expect(made.asked == [[Box(x: 0, y: 20, width: 10, height: 20), Box(x: 1, y: 20, width: 10, height: 20)]])
        #expect(scene.files(in: "images") == ["a.jpg", "b.gif"])
        #expect(scene.text("images/a.jpg") == "JPEG" && scene.text("images/b.gif") == "GIF89a!")
        #expect(try scene.coco().images.map(\.file_name) == ["a.jpg", "b.gif"])
        #expect(scene.text("quiver-manifest.json")?.contains(#""blur":["cat"]"#) == true)
    }

    @Test func aPhotoThatCannotBeBlurredIsLeftOut() throws {
        let made = try export(["cat"], nil)
        #expect(made.summary.notBlurred == 1 && made.summary.photos == 1 && made.summary.blurred == 0)
        #expect(scene.files(in: "images") == ["b.gif"])
    }

    @Test func aLabelThatNothingHasIsRefused() {
        let error = #expect(throws: ResultsError.self) { try export(["cat", "cats"], Array("JPEG".utf8)) }
        #expect(error?.description.contains("\"cats\"") == true)
        #expect(scene.files(in: "images").isEmpty)
    }

    @Test func aFindingOnAFurtherPageLeavesTheFirstPageAlone() throws {
        let photo = try scene.photo("c.gif", content: "GIF89a!")
        var record = scene.record(of: photo, [(id: 0, label: "cat")], sha256: DataSetScene.content, format: "gif")
        record.photo.pages = (1...2).map { PhotoPage(number: $0, size: PixelSize(width: 100, height: 200)) }
        for index in record.photo.results.indices { record.photo.results[index].page = 2 }
        try scene.keep(record, as: "c.gif.json")
        let made = try export(["cat"], Array("JPEG".utf8))
        #expect(made.summary.blurred == 2 && made.asked.last == [])
        #expect(scene.text("images/c.jpg") == "JPEG")
    }

    @Test func whereNoWorkerStartsNothingIsWritten() throws {
        struct Down: Error {}
        #expect(throws: ResultsError.self) {
            try #require(DataSetExport(format: "coco", copiesPhotos: true)).write(
                results: scene.results, to: scene.set, choosing: .init(blur: ["cat"])
            ) { _, _ in throw Down() }
        }
        #expect(scene.files(in: "images").isEmpty)
    }
}
