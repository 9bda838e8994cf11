import Findings
import Foundation
import Settings
import Storage
import Supervisor
import SystemPackage
import TestSupport
import Testing

/// PDFs that are read, by their own text or from their pictures, and those that are written of what was read.
extension ReadingRunTests {
    @Test func everyPageOfAPDFIsReadAndItsOwnTextIsTaken() throws {
        let file = fixtures.photos.appendingPathComponent("letter.pdf")
        let pages = [["Invoice 2026-17", "Total EUR 129.30"], ["Terms of delivery", "Within two weeks"], []]
        try Data(SmallPDF.bytes(pages: pages)).write(to: file)
        try fixtures.age(file)
        let words: [String: Any] = ["name": "words", "task": "text", "text": ["engine": "tesseract"]]
        let ended = try run([words, ["name": "data", "task": "extract"]], output: ["annotate": true])
        #expect(ended.status == 0, "\(ended.talk)")
        let record = try record("letter.pdf")
        #expect(record.photo.image?.format == "pdf" && record.photo.pages.map(\.number) == [1, 2, 3])
        let read = record.photo.results.filter { $0.detector == "words" }
        #expect(read.map(\.page) == [1, 2, 3] && read.map(\.reader) == [.layer, .layer, .tesseract])
        #expect(read.map { $0.found.texts?.map(\.text) ?? [] } == pages)
        #expect(record.photo.results.filter { $0.detector == "data" }.map(\.noInputFrom) == [nil, nil, "words"])
        #expect(record.outputs?.pages?.count == 2 && record.outputs?.annotated != nil)
        let found = try quiver("find", "delivery", "--in", fixtures.output.path)
        #expect(found.status == 0 && found.output.contains("letter.pdf#2: \"Terms of delivery\""), "\(found.output)")
    }

    @Test(arguments: [([0, 0, 1, 0.5], TextEngine.layer), ([0, 0.5, 1, 0.5], .tesseract)])
    func aPartOfAPDFThatHasNoTextOfItsOwnIsReadFromItsPicture(area: [Double], reader: TextEngine) throws {
        let file = fixtures.photos.appendingPathComponent("letter.pdf")
        // Both lines stand in the upper half.
        let lines = ["Invoice 2026-17", "Total EUR 129.30"]
        try Data(SmallPDF.bytes(pages: [lines])).write(to: file)
        try fixtures.age(file)
        let ended = try run([["name": "words", "task": "text", "area": area, "text": ["engine": "tesseract"]]])
        #expect(ended.status == 0, "\(ended.talk)")
        let found = try #require(try record("letter.pdf").photo.results.first)
        #expect(found.reader == reader && found.found.texts?.map(\.text) == (reader == .layer ? lines : []))
    }

    /// Poppler reads across both columns, without a space between them.
    @Test func aPDFsOwnTextIsReadColumnByColumn() throws {
        let file = fixtures.photos.appendingPathComponent("columns.pdf")
        let left = [
            "The mill stood still", "for eleven winters", "until the baker came", "with a new wheel,",
            "paid with flour",
            "and with honey, so", "nobody asked more.",
        ]
        let right = [
            "Far below the weir", "lay the old harbour", "whose boats carried", "slate to the coast.",
            "Each spring one of",
            "them sank, and each", "autumn one was new.",
        ]
        try Data(SmallPDF.bytes(pages: [left], beside: right)).write(to: file)
        try fixtures.age(file)
        let ended = try run([["name": "words", "task": "text", "text": ["engine": "layer"]]])
        #expect(ended.status == 0, "\(ended.talk)")
        let found = try #require(try record("columns.pdf").photo.results.first)
        #expect(found.reader == .layer && found.found.texts?.map(\.text) == left + right)
    }

    @Test func ofAPDFsOwnTextOnlyWantedDataAreKept() throws {
        let file = fixtures.photos.appendingPathComponent("letter.pdf")
        try Data(SmallPDF.bytes(pages: [["Invoice 2026-17", "mail info@example.org", "Thank you"]])).write(to: file)
        try fixtures.age(file)
        let text: [String: Any] = ["engine": "layer", "contents": ["email"]]
        let ended = try run([["name": "words", "task": "text", "text": text]])
        #expect(ended.status == 0, "\(ended.talk)")
        let found = try #require(try record("letter.pdf").photo.results.first)
        #expect(found.reader == .layer && found.found.texts?.map(\.text) == ["mail info@example.org"], "\(found.found)")
    }

    @Test func aPDFWithoutTextOrWithAStampAloneIsReadFromItsPictures() throws {
        try copy("ocr/phototest.tif", as: "page.tif")
        let flat = try run([["name": "page", "task": "document"]], output: ["pages": true])
        #expect(flat.status == 0, "\(flat.talk)")
        #expect(try record("page.tif").photo.results[0].found.pages?.count == 1, "a scan is a page")
        let scan = fixtures.photos.appendingPathComponent("scan.pdf")
        #expect(try quiver("pdf", fixtures.output.path, "--to", scan.path).status == 0)
        let stamped = fixtures.photos.appendingPathComponent("stamped.pdf")
        try Data(SmallPDF.bytes(pages: [["Scanned by a machine"]], bars: 400)).write(to: stamped)
        let misnamed = fixtures.photos.appendingPathComponent("misnamed.pdf")
        let line = "This is the longest line of the page"
        try Data(SmallPDF.bytes(pages: [[line, "and another"]], isMisnamed: true)).write(to: misnamed)
        for file in [scan, stamped, misnamed] { try fixtures.age(file) }
        let ended = try run([["name": "words", "task": "text", "text": ["engine": "tesseract"]]])
        #expect(ended.status == 0, "\(ended.talk)")
        let result = try #require(try record("scan.pdf").photo.results.first)
        #expect(result.reader == .tesseract)
        #expect(result.found.texts?.first?.text.contains("12 point text") == true, "\(result.found)")
        #expect(try record("stamped.pdf").photo.results.first?.reader == .tesseract)
        let read = try #require(try record("misnamed.pdf").photo.results.first)
        #expect(read.reader == .tesseract && read.found.texts?.map(\.text).contains(line) == true, "\(read.found)")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")))
    func aPDFHoldsTheLinesAsAPersonCorrectedThem() async throws {
        try copy("documents/contrast_high/01.jpeg")
        let ended = try run(
            [["name": "page", "task": "document"], ["name": "words", "task": "text", "on": ["detector": "page"]]],
            output: ["pages": true])
        #expect(ended.status == 0, "\(ended.talk)")
        let record = try record("01.jpeg")
        let lines = try #require(record.photo.results[1].found.texts)
        var readings = lines.enumerated().map {
            ReviewedReading(text: $1.text, confidence: $1.confidence, origin: $0, corners: $1.corners)
        }
        readings[0].text = "Corrected by hand"
        readings[0].confidence = nil
        var settings = Settings()
        settings.queue = .usual(in: FilePath(fixtures.output.path))
        let content = try #require(record.source.sha256)
        let review = FindingReview(isAccepted: true, texts: ["words": readings])
        _ = try await QueueControl(settings).change(.findings(content: content, as: review))
        let pdf = fixtures.folder.appendingPathComponent("pages.pdf")
        #expect(try quiver("pdf", fixtures.output.path, "--to", pdf.path).status == 0)
        let text = try printed("/usr/bin/pdftotext", pdf.path, "-")
        #expect(text.contains("Corrected by hand"), "\(text)")
        #expect(text.contains(lines[1].text), "\(text)")
        // A queue that lies elsewhere has to be named.
        let elsewhere = fixtures.folder.appendingPathComponent("elsewhere.sqlite")
        try FileManager.default.moveItem(at: URL(fileURLWithPath: #require(settings.queue.file).string), to: elsewhere)
        let other = fixtures.folder.appendingPathComponent("other.pdf")
        let named = try quiver("pdf", fixtures.output.path, "--to", other.path, "--queue", elsewhere.path)
        #expect(named.status == 0, "\(named.talk)")
        #expect(try printed("/usr/bin/pdftotext", other.path, "-").contains("Corrected by hand"))
        let missing = try quiver("pdf", fixtures.output.path, "--to", "unused.pdf", "--queue", "missing.sqlite")
        #expect(missing.status == 2 && missing.talk.contains("no queue"), "\(missing.talk)")
    }

    private func printed(_ program: String, _ arguments: String...) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
