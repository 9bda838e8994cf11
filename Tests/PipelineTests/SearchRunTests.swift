import Findings
import Foundation
import Results
import TestSupport
import Testing

/// What a run reads by the settings of text, and what is found of it afterwards, with the words in their places.
@Suite("Reading what is wanted, and finding it", .enabled(if: Cases.isAvailable), .timeLimit(.minutes(30)))
struct SearchRunTests {
    private let fixtures: RunFixtures

    init() throws {
        fixtures = try RunFixtures()
        try copy(Cases.packageRoot.appendingPathComponent("Tests/PipelineTests/Fixtures/letter.png"))
    }

    private func copy(_ source: URL) throws {
        let target = fixtures.photos.appendingPathComponent(source.lastPathComponent)
        try FileManager.default.copyItem(at: source, to: target)
        try fixtures.age(target)
    }

    private func run(_ detectors: [[String: Any]], _ arguments: String...) throws -> QuiverProgram.Ended {
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        try JSONSerialization.data(withJSONObject: ["detectors": detectors]).write(to: config)
        return try fixtures.program.start(
            ["run", fixtures.photos.path, "--output", fixtures.output.path, "--config", config.path] + arguments
        ).wait()
    }

    private func find(_ arguments: String...) throws -> QuiverProgram.Ended {
        try fixtures.program.start(["find", "--in", fixtures.output.path] + arguments).wait()
    }

    private func hits(_ arguments: String...) throws -> [[String: Any]] {
        let ended = try fixtures.program.start(
            ["find", "--in", fixtures.output.path, "--format", "jsonl"] + arguments
        ).wait()
        return try ended.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    private func lines(_ name: String = "letter.png") throws -> [TextLine] {
        try #require(try fixtures.records()[name]).photo.results.flatMap { $0.found.texts ?? [] }
    }

    private func boxes(_ hit: [String: Any]) -> [Box] {
        (hit["boxes"] as? [[Double]] ?? []).compactMap { sides in
            sides.count == 4 ? Box(x: sides[0], y: sides[1], width: sides[2], height: sides[3]) : nil
        }
    }

    private static var words: [String: Any] { ["name": "words", "task": "text", "text": ["engine": "tesseract"]] }

    @Test func theWordsThemselvesAreFramed() throws {
        #expect(try run([Self.words]).status == 0)
        let line = try #require(try lines().first { $0.text.contains("brown dog") })
        let hit = try #require(try hits("brown", "dog", "--kind", "line").first)
        #expect(hit["text"] as? String == line.text && hit["source"] as? String == "reading")
        let framed = boxes(hit)
        let words = ["brown", "dog"].compactMap { word in line.words.first { $0.text == word }?.corners.bounds }
        #expect(framed.count == 2 && words.count == 2)
        for (box, word) in zip(framed, words) { #expect(box.intersectionOverUnion(word) > 0.99, "\(box) \(word)") }
        // As they stand, both are one place.
        let phrase = boxes(try #require(try hits("\"brown dog\"").first))
        #expect(phrase.count == 1)
        #expect(abs((phrase.first?.x ?? 0) - words[0].x) < 1 && abs((phrase.first?.right ?? 0) - words[1].right) < 1)
    }

    @Test func aLineThatSaysLineIsPrintedAsText() throws {
        #expect(try run([Self.words]).status == 0)
        let line = try #require(try lines().first { $0.text.contains("brown dog") })
        let file = fixtures.output.appendingPathComponent("letter.png.json")
        let record = try String(contentsOf: file, encoding: .utf8)
        try record.replacing("\"\(line.text)\"", with: "\"line\"").write(to: file, atomically: true, encoding: .utf8)
        #expect(try lines().contains { $0.text == "line" })
        let told = try find("line", "--kind", "line")
        #expect(told.status == 0 && told.output.contains(#"letter.png: "line" (line, "#), "\(told.output)")
        #expect(!told.output.contains("×"), "no line is an object: \(told.output)")
    }

    @Test func picturesOfHitsAreWritten() throws {
        #expect(try run([Self.words]).status == 0)
        let place = fixtures.folder.appendingPathComponent("hits")
        let ended = try find("brown dog", "--pictures", place.path)
        #expect(ended.status == 0 && ended.talk.contains("1 picture"), "\(ended.talk)")
        let picture = try Data(contentsOf: place.appendingPathComponent("letter.png.found.jpg"))
        #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
        let plain = fixtures.folder.appendingPathComponent("plain")
        #expect(try find("telephone", "--pictures", plain.path).status == 0)
        #expect(try Data(contentsOf: plain.appendingPathComponent("letter.png.found.jpg")) != picture, "other words")
        // The photo is gone: the search still answers, and says so.
        try FileManager.default.removeItem(at: fixtures.photos.appendingPathComponent("letter.png"))
        let without = try find("brown", "--pictures", fixtures.folder.appendingPathComponent("none").path)
        #expect(without.status == 0 && without.talk.contains("cannot be read"), "\(without.talk)")
    }

    @Test func whatIsPrintedIsFoundBesideItsOneForm() throws {
        let data: [String: Any] = [
            "name": "data", "task": "extract", "text": ["engine": "tesseract", "country": "CH"],
        ]
        #expect(try run([data]).status == 0)
        for (query, source) in [("027", "printed"), ("+4127", "reading")] {
            let hit = try #require(try hits(query, "--kind", "phone").first, "\(query)")
            #expect(hit["text"] as? String == "+41273456789" && hit["source"] as? String == source)
        }
        let told = try find("027", "--kind", "phone")
        #expect(told.output.contains(#"printed "027 345 67 89""#), "\(told.output)")
    }

    @Test func otherReadingsAreFound() throws {
        try copy(Cases.file("ocr/eurotext.tif"))
        let doubtful: [String: Any] = [
            "name": "words", "task": "text", "text": ["engine": "tesseract", "candidates": 5],
        ]
        #expect(try run([doubtful]).status == 0)
        let pairs = try lines("eurotext.tif").flatMap { line in (line.candidates ?? []).map { (line, $0) } }
        let (line, other) = try #require(
            pairs.first { line, other in
                !line.text.lowercased().contains(other.text.lowercased()) && !other.text.contains("\"")
            })
        let found = try hits("\"\(other.text)\"", "--kind", "line")
        let hit = try #require(found.first { $0["text"] as? String == line.text }, "\(found)")
        let match = try #require(hit["match"] as? String)
        let known = try #require(line.candidates?.first { $0.text == match }, "\(match)")
        #expect(hit["source"] as? String == "candidate" && match.lowercased().contains(other.text.lowercased()))
        #expect((hit["matchConfidence"] as? Double).map { abs($0 - known.confidence) < 1e-5 } == true)
    }

    @Test(arguments: [
        ("url", ["www.example.org"]), ("phone", ["027"]), ("url,phone", ["027", "www."]), ("email", []),
    ])
    func onlyLinesWithTheWantedDataAreKept(kinds: String, parts: [String]) throws {
        let reader: [String: Any] = [
            "name": "words", "task": "text", "text": ["engine": "tesseract", "country": "CH"],
        ]
        #expect(try run([reader], "--contents", kinds).status == 0)
        let lines = try lines().map(\.text)
        #expect(lines.count == parts.count && zip(lines, parts).allSatisfy { $0.contains($1) }, "\(lines)")
    }

    @Test func extractFindsOnlyWhatIsWanted() throws {
        let data: [String: Any] = [
            "name": "data", "task": "extract", "text": ["engine": "tesseract", "contents": ["url"]],
        ]
        #expect(try run([data]).status == 0)
        let items = try #require(try fixtures.records()["letter.png"]).photo.results.flatMap { $0.found.contents ?? [] }
        #expect(items.map(\.kind) == [.url] && items.first?.text.contains("www.example.org") == true, "\(items)")
        // The lines that it took are all there.
        #expect(try lines().count > 3)
    }

    @Test func theOneNearestToTheMiddleIsKept() throws {
        #expect(try run([Self.words]).status == 0)
        let all = try lines()
        let image = try #require(try fixtures.records()["letter.png"]?.photo.image)
        let middle = Point(x: Double(image.width) / 2, y: Double(image.height) / 2)
        let nearest = all.min { a, b in
            (a.region?.center.distance(to: middle) ?? 0) < (b.region?.center.distance(to: middle) ?? 0)
        }
        var one = Self.words
        one["centermost"] = true
        #expect(try run([one], "--replace").status == 0)
        #expect(try lines().map(\.text) == [nearest?.text].compactMap { $0 })
    }

    @Test func languagesAreChosenAndTold() throws {
        #expect(try run([Self.words], "--languages", "auto").status == 0)
        let result = try #require(try fixtures.records()["letter.png"]?.photo.results.first)
        #expect(result.languages?.contains("eng") == true, "\(result.languages ?? [])")
        #expect(try lines().contains { $0.text.contains("quick brown dog") })
        let refused = try run([Self.words], "--languages", "auto,eng")
        #expect(refused.status != 0 && refused.talk.contains("stands alone"), "\(refused.talk)")
    }

    @Test func dictionariesCanBeLeftAside() throws {
        #expect(try run([Self.words], "--no-correction").status == 0)
        #expect(try lines().contains { $0.text.contains("027 345 67 89") })
        let settings = try fixtures.program.run("config", "--no-correction", "--format", "json").output
        #expect(settings.contains(#""detectors[0].text.correction""#) && settings.contains("false"), "\(settings)")
    }

    @Test func doctorListsTheLanguages() throws {
        let ended = try fixtures.program.run("doctor", "--model", RunFixtures.model)
        #expect(ended.output.contains("languages") && ended.output.contains("Latin: eng"), "\(ended.output)")
        let config = fixtures.folder.appendingPathComponent("pipeline.json")
        var asking = Self.words
        asking["text"] = ["engine": "tesseract", "languages": ["eng", "xyz"]]
        try JSONSerialization.data(withJSONObject: ["detectors": [asking]]).write(to: config)
        let lacking = try fixtures.program.run("doctor", "--config", config.path)
        #expect(lacking.status == 1, "\(lacking.output)")
        #expect(lacking.output.contains("apt-get install tesseract-ocr-xyz"), "\(lacking.output)")
    }
}
