import Findings
import JSONTree
import Storage
import TestSupport
import Testing

@testable import Results

/// Records of files with several pages.
@Suite struct PhotoPagesTests {
    private static func line(_ text: String, _ y: Double) -> TextLine {
        TextLine(text: text, confidence: 0.5, corners: Quadrilateral(Box(x: 10, y: y, width: 100, height: 20)))
    }

    private static func result(_ page: Int, _ lines: [TextLine]) -> DetectorResult {
        var result = DetectorResult(detector: "words", task: .text, found: .texts(lines))
        result.page = page
        return result
    }

    /// Three pages: one with two lines, one of another size with a line and a box, one that could not be read.
    private static let record: Record = {
        var record = Samples.done
        record.photo.image = .init(width: 400, height: 200, orientation: 1, format: "tiff", pages: 5)
        var boxes = DetectorResult(detector: "targets", task: .detect, found: .detections(Samples.detections))
        boxes.page = 2
        record.photo.results = [result(1, [line("one", 0), line("two", 40)]), result(2, [line("three", 0)]), boxes]
        record.photo.pages = [
            PhotoPage(number: 1, size: PixelSize(width: 400, height: 200)),
            PhotoPage(number: 2, size: PixelSize(width: 100, height: 800)),
            PhotoPage(number: 3, size: nil, error: .init(code: "broken", message: "it is broken", fault: .input)),
        ]
        return record
    }()

    @Test func aRecordIsReadAsItIsWritten() throws {
        let record = Self.record
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
        #expect(record.photo.unreadPages == 2)
        // Programs that know of no pages see the first one.
        guard case .array(let results)? = record.json["results"], case .array(let flat)? = record.json["detections"],
            case .array(let pages)? = record.json["pages"]
        else {
            Issue.record("\(record.line)")
            return
        }
        #expect(results.count == 1 && flat.isEmpty && pages.count == 3)
        #expect(pages.map { $0["address"] } == (1...3).map { .string("photos/day1/a.jpg#\($0)") })
        #expect(pages[0]["results"] == nil && pages[2]["error"]?["code"] == "broken" && pages[2]["width"] == .null)
    }

    @Test func aFileOfOnePageHasNone() throws {
        #expect(Samples.done.json["pages"] == nil && Samples.done.photo.pages.isEmpty)
        #expect(Samples.done.address(ofPage: 1) == "photos/day1/a.jpg")
        #expect(Self.record.address(ofPage: 2) == "photos/day1/a.jpg#2")
    }

    @Test func eachPageIsMovedByItsOwnSize() throws {
        let moved = try Record.decode(Self.record.json(in: .normalized).line.utf8)
        let corners = moved.photo.results.compactMap { $0.found.texts?.first?.corners.bottomRight }
        #expect(corners == [Point(x: 110.0 / 400, y: 20.0 / 200), Point(x: 1.1, y: 20.0 / 800)])
    }

    @Test func eachPagesFindingsAreSaidToBeSureInWords() throws {
        var record = Self.record
        record.photo.confidenceLevels = .usual
        let corners = Quadrilateral(Box(x: 0, y: 0, width: 9, height: 9))
        let sheet = Page(confidence: 0.95, corners: corners, flatSize: PixelSize(width: 9, height: 9))
        record.photo.results.append(DetectorResult(detector: "sheets", task: .document, found: .pages([sheet])))
        guard case .array(let first)? = record.json["results"], case .array(let sheets)? = first.last?["pages"] else {
            Issue.record("\(record.line)")
            return
        }
        #expect(sheets[0]["confidenceLevel"] == "very high", "a sheet that was found is no page of the file")
        guard case .array(let pages)? = record.json["pages"], case .array(let results)? = pages[1]["results"],
            case .array(let texts)? = results[0]["texts"]
        else {
            Issue.record("\(record.line)")
            return
        }
        #expect(texts[0]["confidenceLevel"] != nil)
    }

    @Test func theTableSaysWhichPage() throws {
        let rows = CSVTable.rows(of: Self.record).map { Dictionary(uniqueKeysWithValues: zip(CSVTable.columns, $0)) }
        let said = rows.map { [$0["page"] ?? "", $0["text"] ?? "", $0["width"] ?? "", $0["error_code"] ?? ""] }
        #expect(
            Set(said) == [
                ["1", "one", "400", ""], ["1", "two", "400", ""], ["2", "three", "100", ""], ["2", "", "100", ""],
                ["3", "", "", "broken"],
            ])
        #expect(CSVTable.rows(of: Samples.done).allSatisfy { $0.last == "" })
    }

    @Test func dataSetsHaveTheFirstPage() {
        #expect(Self.record.boxes(of: nil).isEmpty && Samples.done.boxes(of: nil).count == 2)
        var paper = Samples.done
        paper.photo.image?.format = "pdf"
        let photos = [paper, Samples.done].map { TableRow($0).labelledPhoto }
        #expect(photos.map { $0.flatMap(DataSetPhotos.end) } == [nil, ".jpg"])
        #expect(!YOLODataSet.photoFormats.contains("pdf"))
        var broken = Self.record
        #expect(TableRow(broken).labelledPhoto != nil)
        broken.photo.pages[0].error = broken.photo.pages[2].error
        #expect(TableRow(broken).labelledPhoto == nil, "its first page has no answer")
    }

    @Test func aReviewSpeaksOfOnePage() {
        let said = [ReviewedReading(text: "3", origin: 0)]
        let reviewed = Self.record.reviewed(as: FindingReview(isAccepted: true, texts: ["words#2": said]), by: [])
        #expect(reviewed.photo.results.compactMap { $0.found.texts?.map(\.text) } == [["one", "two"], ["3"]])
        #expect(Set(Self.record.reviewBasis.keys) == ["words", "words#2", "targets#2"])
        // The first page is what it was before a file had others.
        var first = Self.record
        first.photo = first.photo.ofPage(1)
        #expect(first.reviewBasis["words"] == Self.record.reviewBasis["words"])
    }

    @Test(arguments: [
        ("words", "words", 1), ("words#3", "words", 3), ("a#b#12", "a#b", 12), ("words#1", "words#1", 1),
        ("words#", "words#", 1), ("#2", "", 2),
    ])
    func anAddressIsADetectorAndAPage(address: String, detector: String, page: Int) {
        #expect(DetectorResult.parts(ofAddress: address) == (detector, page))
        #expect(DetectorResult.address(of: detector, page: page) == address)
    }
}
