import Findings
import Foundation
import Results
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues
import TestSupport
import Testing

/// Whole runs that read: text by both engines, codes, pages with what stands on them, and the search afterwards.
@Suite(.enabled(if: Cases.isAvailable), .timeLimit(.minutes(30))) struct ReadingRunTests {
    let fixtures: RunFixtures

    init() throws { fixtures = try RunFixtures() }

    func copy(_ path: String, as name: String? = nil) throws {
        let source = try Cases.file(path)
        let target = fixtures.photos.appendingPathComponent(name ?? source.lastPathComponent)
        try FileManager.default.copyItem(at: source, to: target)
        try fixtures.age(target)
    }

    func run(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["run", fixtures.photos.path, "--output", fixtures.output.path] + arguments).wait()
    }

    func run(_ detectors: [[String: Any]], output: [String: Any] = [:]) throws -> QuiverProgram.Ended {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try JSONSerialization.data(withJSONObject: ["detectors": detectors, "output": output]).write(to: config)
        return try run("--config", config.path)
    }

    func quiver(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(arguments).wait()
    }

    func record(_ name: String) throws -> Record {
        let records = try fixtures.records()
        return try #require(records[name], "\(records.keys.sorted())")
    }

    @Test func codesAreReadDrawnListedAndFound() throws {
        try copy("barcodes/qrcode-1/1.webp")
        try copy("barcodes/ean13-1/10.webp", as: "goods.webp")
        try copy("people/photos/object_cat.png")
        let ended = try run("--task", "barcodes", "--annotate")
        #expect(ended.status == 0, "\(ended.talk)")
        let codes = try #require(try record("1.webp").photo.results.first?.found.codes)
        let said = try String(contentsOf: Cases.file("barcodes/qrcode-1/1.txt"), encoding: .utf8)
        #expect(codes.map(\.text) == [said] && codes.map(\.symbology) == [.qr])
        #expect(try record("object_cat.png").photo.results.first?.found.codes == [])
        #expect(try record("goods.webp").photo.results.first?.found.codes?.map(\.symbology) == [.ean13])
        let table = try String(contentsOf: fixtures.output.appendingPathComponent("results.csv"), encoding: .utf8)
        #expect(table.contains(said), "the text has a column")
        // With a colon in it, it is no word by itself.
        let found = try quiver("find", "\"\(said.prefix(12))\"", "--in", fixtures.output.path)
        #expect(
            found.status == 0 && found.output.contains("1.webp") && found.output.contains("(qr, "), "\(found.output)")
    }

    @Test func eachPictureIsReadByTheEngineThatSuitsIt() throws {
        try copy("ocr/phototest.tif")
        try copy("people/photos/text_sign_phone.jpg")
        let ended = try run("--task", "text", "--annotate")
        #expect(ended.status == 0, "\(ended.talk)")
        let page = try #require(try record("phototest.tif").photo.results.first)
        #expect(page.reader == .tesseract)
        #expect(page.found.texts?.first?.text == "This is a lot of 12 point text to test the")
        #expect(page.found.texts?.first?.words.count == 11)
        let sign = try #require(try record("text_sign_phone.jpg").photo.results.first)
        #expect(sign.reader == .paddleocr)
        #expect(sign.found.texts?.count == 6, "\(sign.found.texts?.map(\.text) ?? [])")
        let found = try quiver("find", "quick brown dog", "--in", fixtures.output.path, "--format", "jsonl")
        #expect(found.output.contains("phototest.tif") && found.output.contains("\"box\":["), "\(found.output)")
    }

    @Test func theWholeTextIsInTheRecordAndInAFileOfItsOwn() throws {
        try copy("ocr/phototest.tif")
        let detectors: [[String: Any]] = [
            ["name": "words", "task": "text", "text": ["engine": "tesseract"]],
            ["name": "parts", "task": "extract", "on": ["detector": "words"]],
        ]
        let ended = try run(detectors, output: ["formats": ["json", "text"]])
        #expect(ended.status == 0, "\(ended.talk)")
        let file = fixtures.output.appendingPathComponent("phototest.tif.txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("This is a lot of 12 point text to test the\n") && text.hasSuffix("\n\u{0C}"))
        #expect(text.split(separator: "\n\n").count == 2, "an empty line stands between the two paragraphs")
        let record = try record("phototest.tif")
        #expect(record.photo.results.first?.transcript.map { "\($0)\n\u{0C}" } == text)
        let page = try #require(record.photo.documents.first)
        #expect(page.kind == "page" && page.parts.first?.text?.hasPrefix("This is a lot of 12 point") == true)
        // Processed again it replaces its own text, and no number is added.
        let again = try run(detectors, output: ["formats": ["json", "text"], "annotate": true])
        #expect(again.status == 0, "\(again.talk)")
        let names = try FileManager.default.contentsOfDirectory(atPath: fixtures.output.path)
        #expect(names.filter { $0.hasSuffix(".txt") } == ["phototest.tif.txt"], "\(names)")
        let refused = try run(detectors, output: ["formats": ["text"]])
        #expect(refused.status == 64 && refused.talk.contains("add \"json\""), "\(refused.talk)")
    }

    @Test func aPageIsLaidFlatReadAndTakenApart() throws {
        try copy("documents/contrast_high/01.jpeg")
        let ended = try run(
            [
                ["name": "page", "task": "document", "enhance": "shadows"],
                ["name": "words", "task": "text", "on": ["detector": "page"]],
                ["name": "data", "task": "extract", "on": ["detector": "words"]],
            ], output: ["annotate": true, "pages": true])
        #expect(ended.status == 0, "\(ended.talk)")
        let record = try record("01.jpeg")
        let results = record.photo.results
        #expect(results.map(\.detector) == ["page", "words", "data"])
        let page = try #require(results[0].found.pages?.first)
        #expect(results[1].parent == DetectorResult.Parent(detector: "page", index: 0))
        let lines = try #require(results[1].found.texts)
        #expect(lines.count > 3, "\(lines.map(\.text))")
        // Read on the page, told in the photo as well.
        let area = page.corners.bounds
        for line in lines {
            let box = line.corners.bounds
            #expect(box.x >= area.x - 2 && box.right <= area.right + 2 && box.y >= area.y - 2)
            let flat = try #require(line.onPage).bounds
            #expect(flat.right <= Double(page.flatSize.width) + 1 && flat.bottom <= Double(page.flatSize.height) + 1)
        }
        #expect(results[2].found.contents?.isEmpty == false)
        let pictures = record.outputs?.crops ?? []
        #expect(pictures.count == 1 && pictures[0].hasSuffix("-page.jpg"))
        let pdf = fixtures.folder.appendingPathComponent("pages.pdf")
        let made = try quiver("pdf", fixtures.output.path, "--to", pdf.path)
        #expect(made.status == 0 && made.output.contains("1 page"), "\(made.talk)")
        #expect(try Data(contentsOf: pdf).starts(with: Array("%PDF-".utf8)))
        #expect(try quiver("pdf", fixtures.output.path, "--to", pdf.path).status == 64, "it is there already")
    }

    @Test func whatIsBlurredIsBlurredOnFlatPagesAndAMisspeltLabelIsRefused() throws {
        try copy("documents/contrast_high/01.jpeg")
        let detectors: [[String: Any]] = [
            ["name": "page", "task": "document"],
            ["name": "words", "task": "text", "on": ["detector": "page"], "text": ["engine": "tesseract"]],
        ]
        func page() throws -> Int {
            let name = try #require(try record("01.jpeg").outputs?.crops.first)
            return try Data(contentsOf: fixtures.output.appendingPathComponent(name)).count
        }
        let refused = try run(detectors, output: ["pages": true, "blur": ["lines"]])
        #expect(refused.status == 64 && refused.talk.contains("There is line, page"), "\(refused.talk)")
        #expect(try run(detectors, output: ["pages": true]).status == 0)
        let plain = try page()
        #expect(try run(detectors, output: ["pages": true, "blur": ["line"]]).status == 0)
        #expect(try page() < plain * 2 / 3, "where text was, nothing is left to be coded")
    }

    @Test func whereNoPageIsFoundTheWholePhotoIsReadOrTheRecordSaysWhyNot() throws {
        try copy("people/photos/text_sign_phone.jpg", as: "sign.jpg")
        let chain: [[String: Any]] = [
            ["name": "page", "task": "document"], ["name": "words", "task": "text", "on": ["detector": "page"]],
        ]
        #expect(try run(chain).status == 0)
        let read = try record("sign.jpg").photo.results[1]
        #expect(read.parent == nil && read.noInputFrom == nil && read.found.texts?.isEmpty == false)
        var nothing = chain
        nothing[1]["on"] = ["detector": "page", "otherwise": "nothing"]
        let ended = try run(nothing)
        #expect(ended.status == 0, "\(ended.talk)")
        let photo = try record("sign.jpg").photo
        #expect(photo.results[1].noInputFrom == "page" && photo.results[1].found.texts == [])
        #expect(photo.reasonForNothing == "page found nothing, so that words had nothing to look at")
        #expect(
            ended.talk.contains("nothing: page found nothing, so that words had nothing to look at"), "\(ended.talk)")
    }

    @Test func extractBringsItsOwnReader() throws {
        try copy("ocr/phototest.tif")
        let ended = try run("--task", "extract")
        #expect(ended.status == 0, "\(ended.talk)")
        let results = try record("phototest.tif").photo.results
        #expect(results.map(\.detector) == ["extract", "text"])
        let paragraphs = (results[0].found.contents ?? []).filter { $0.kind == .paragraph }
        #expect(paragraphs.contains { $0.text.contains("The quick brown dog jumped over the lazy fox.") })
    }

    @Test func gs1BringsItsOwnReader() throws {
        try copy("barcodes/rssexpanded-3/5.png", as: "ham.png")
        try copy("barcodes/ean13-1/10.webp", as: "goods.webp")
        let ended = try run("--task", "gs1", "--annotate")
        #expect(ended.status == 0, "\(ended.talk)")
        let results = try record("ham.png").photo.results
        #expect(results.map(\.detector) == ["gs1", "barcodes"])
        let elements = results[0].found.elements ?? []
        #expect(elements.map(\.text) == ["90012345678908", "001750"])
        #expect(elements.map(\.reading) == ["90012345678908", "1.750 kg"])
        #expect(elements.allSatisfy { $0.isSound && $0.corners == results[1].found.codes?.first?.corners })
        #expect(try record("goods.webp").photo.results.first?.found.elements == [])
        let found = try quiver("find", "1.750", "--kind", "NET WEIGHT (kg)", "--in", fixtures.output.path)
        #expect(found.status == 0 && found.output.contains("ham.png"), "\(found.output)")
        // As it stands in the code, too.
        let raw = try quiver("find", "001750", "--kind", "NET WEIGHT (kg)", "--in", fixtures.output.path)
        #expect(raw.output.contains("\"1.750 kg\"") && raw.output.contains("printed \"001750\""), "\(raw.output)")
    }

    @Test(arguments: [
        (#"{"task": "barcodes", "symbologies": ["rmqr"]}"#, "rMQR"),
        (#"{"task": "text", "tiles": {"size": 640}}"#, "whole photos"),
        (#"{"task": "text", "text": {"engine": "tesseract", "languages": ["xyz"]}}"#, "tesseract-ocr-xyz"),
        (#"{"task": "text", "area": [0.5, 0, 0.9, 1]}"#, "within the photo"),
    ])
    func whatCannotBeReadIsRefused(text: String, word: String) throws {
        let detector = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        try copy("people/photos/object_cat.png")
        let ended = try run([detector])
        #expect(ended.status == 64 || ended.status == 2, "\(ended.status)")
        #expect(ended.talk.contains(word), "\(ended.talk)")
        #expect(try fixtures.records().isEmpty)
    }
}
