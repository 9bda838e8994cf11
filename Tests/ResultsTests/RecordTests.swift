import Findings
import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Results

@Suite struct RecordTests {
    @Test func hasAFixedOrderAndNulls() {
        let expected = """
            {"version":"1.0","timestamp":"1970-01-01T00:00:00.000Z","source":{"path":"a%25%FF.jpg","pathEscaped":true,\
            "bytes":7,"sha256":null,"duplicateOf":"a%25%FF.jpg","duplicateOfEscaped":true},"state":"failed",\
            "error":{"code":"truncated","message":"cannot read it: it ends in the middle","fault":"input"},"attempts":3,\
            "image":null,"model":null,"models":[],"detections":[],"results":[],"targetDetection":null,\
            "arrows":[],"imageMetadata":null,"timings":{"load":null,"register":null,"infer":null,"decode":null,"draw":null,\
            "write":null},"outputs":null}
            """
        #expect(Samples.failed.line == expected)
    }

    @Test(arguments: [Samples.done, Samples.failed, Samples.empty, Samples.scored, Samples.unscored])
    func comesBackFromItsForms(record: Record) throws {
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(try Record.decode(record.document.utf8) == record)
        #expect(try Record.decode(JSONEncoder().encode(record)) == record)
        #expect(record.document.hasSuffix("}\n"))
        #expect(!record.line.contains("\n"))
    }

    @Test(arguments: [Samples.done, Samples.failed, Samples.empty, Samples.scored, Samples.unscored])
    func fitsItsSchema(record: Record) throws {
        #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
    }

    @Test func theSchemaRefusesWhatNoRecordIs() throws {
        let line = Samples.done.line
        for (from, to) in [
            (#""state":"done""#, #""state":"finished""#), (#""attempts":1,"#, ""),
            (#""confidence":0.5"#, #""confidence":1.5"#),
            (#""orientation":6"#, #""orientation":9"#), (#""version":"1.0""#, #""version":"2.0""#),
            (#""task":"detect""#, #""task":"guess""#), (Samples.hash, "xyz"),
        ] {
            let broken = line.replacing(from, with: to)
            #expect(broken != line)
            #expect(try !JSONSchemaCheck.problems(of: broken, against: Record.schema).isEmpty, "\(to)")
        }
    }

    /// Lists of classes are as long as the highest number: one that no model has would take all memory.
    @Test(arguments: [("0", true), ("99999", true), ("100000", false), ("9007199254740992", false), ("-1", false)])
    func aClassHasANumberThatAModelCanHave(number: String, isOne: Bool) throws {
        let line = Samples.done.line
        let other = line.replacing(#""classId":0"#, with: #""classId":\#(number)"#)
        #expect((other == line) == (number == "0"))
        let record = try? Record.decode(other.utf8)
        #expect((record != nil) == isOne)
        #expect(try JSONSchemaCheck.problems(of: other, against: Record.schema).isEmpty == isOne)
    }

    @Test func keysOfLaterVersionsAreAllowed() throws {
        let later = Samples.done.line.replacing(#""path":"#, with: #""extra":1,"path":"#)
        #expect(try JSONSchemaCheck.problems(of: later, against: Record.schema).isEmpty)
        #expect(try Record.decode(later.utf8) == Samples.done)
    }

    @Test func eachDetectorHasItsOwnResultAndTheFlatViewHasAll() throws {
        var record = Samples.done
        let face = Detection(label: "face", classId: 0, confidence: 0.7, box: Box(x: 11, y: 21, width: 5, height: 5))
        record.photo.results.append(
            DetectorResult(
                detector: "faces", task: .detect, model: 0, parent: .init(detector: "targets", index: 1),
                found: .detections([face])))
        let again = try Record.decode(record.line.utf8)
        #expect(again == record)
        #expect(again.photo.detections.map(\.label) == ["arrow", "face", "=face, \"big\""])
        #expect(again.photo.detectionsByConfidence.map(\.result) == [0, 1, 0])
        #expect(record.json["results"]?.line.contains(#""parent":{"detector":"targets","index":1}"#) == true)
    }

    @Test func aResultSaysItsThresholdsWhereItHasSome() throws {
        var record = Samples.done
        record.photo.results[0].threshold = 0.25
        record.photo.results[0].thresholds = ["arrow": 0.5, "2": 0.125]
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(record.line.contains(#""threshold":0.25,"thresholds":{"2":0.125,"arrow":0.5},"detections""#))
        #expect(try JSONSchemaCheck.problems(of: record.line, against: Record.schema).isEmpty)
        #expect(!Samples.done.line.contains("threshold"))
    }

    @Test(arguments: DynamicRange.allCases) func saysWhichLightAPhotoShows(range: DynamicRange) throws {
        var record = Samples.done
        #expect(!record.line.contains("dynamicRange"))
        record.photo.image?.dynamicRange = range
        #expect(record.photo.image != nil && record.line.contains("\"dynamicRange\":\"\(range.rawValue)\""))
        #expect(try Record.decode(record.line.utf8) == record)
        #expect(try JSONSchemaCheck.problems(of: record.line, against: Record.schema).isEmpty)
    }

    @Test func readsTheBoxesOfRecordsThatHadTheFlatListAlone() throws {
        let line = Samples.done.line
        let start = try #require(line.range(of: #","results":["#)).lowerBound
        let end = try #require(line.range(of: #","targetDetection""#)).lowerBound
        let old = try Record.decode(line.replacingCharacters(in: start..<end, with: "").utf8)
        #expect(old.photo.detections == Samples.detections)
        #expect(old.photo.results.map(\.model) == [0])
    }

    @Test(arguments: [#"{"version":"1.0"}"#, "[]", "{", ""]) func whatIsNoRecordIsNotRead(text: String) {
        #expect(throws: (any Error).self) { try Record.decode(text.utf8) }
    }

    @Test func readsRecordsOfBeforeTargetsWereScored() throws {
        let old = """
            {"version":"1.0","timestamp":"1970-01-01T00:00:01.000Z","source":{"path":"b.png","bytes":1,"sha256":null,\
            "duplicateOf":null},"state":"done","error":null,"attempts":1,"image":null,"model":{"name":"targets",\
            "sha256":"\(Samples.hash)","engine":"e","precision":"bf16"},"detections":[],"timings":{"load":null,\
            "infer":null,"decode":null,"draw":null,"write":null},"outputs":null}
            """
        let record = try Record.decode(old.utf8)
        #expect(record.photo.models.map(\.name) == ["targets"])
        #expect(record.photo.targetDetection == nil && record.photo.arrows.isEmpty && record.photo.imageMetadata == nil)
    }

    @Test func namesTargetsAsOthersRelyOn() throws {
        let target = try #require(Samples.scored.json["targetDetection"]?["faces"])
        #expect(target.line.contains(#""type":"wa-122""#))
        #expect(target.line.contains(#""homography":[0.00333333333,0,-1.335,0,0.0033333333,-1,1.23456789e-06,0,1]"#))
        let arrows = try #require(Samples.scored.json["arrows"]).line
        for name in [
            "id", "face", "normalizedX", "normalizedY", "pixelX", "pixelY", "distanceFromCenter", "clockPositionDeg",
            "confidence", "boundingBox", "kind", "nock", "score", "isX", "distanceMm", "distanceToLine", "needsReview",
            "reviewReasons", "source",
        ] { #expect(arrows.contains("\"\(name)\":")) }
        #expect(Samples.unscored.json["targetDetection"]?.line == #"{"faces":[],"reason":"no face is seen"}"#)
    }

    /// Each finding and arrow says in a word how sure it is, and the record by which bounds; those of before say neither.
    @Test func saysInWordsHowSureFindingsAre() throws {
        #expect(!Samples.done.line.contains("confidenceLevel"))
        var (found, scored) = (Samples.done, Samples.scored)
        let own = try #require(ConfidenceLevels([0.95, 0.8, 0.3]))
        found.photo.confidenceLevels = own
        scored.photo.confidenceLevels = .usual
        func items(_ list: JSONValue?) -> [JSONValue] { if case .array(let items)? = list { items } else { [] } }
        func words(_ list: JSONValue?) -> [String] { items(list).map { $0["confidenceLevel"]?.line ?? "none" } }
        #expect(words(found.json["detections"]) == [#""high""#, #""moderate""#])
        #expect(items(found.json["results"]).map { words($0["detections"]) } == [[#""high""#, #""moderate""#]])
        #expect(words(scored.json["arrows"]) == [#""high""#, #""very high""#])
        #expect(found.json["confidenceLevels"]?.line == "[0.95,0.8,0.3]")
        for record in [found, scored] {
            #expect(try JSONSchemaCheck.problems(of: record.document, against: Record.schema) == [])
            #expect(try Record.decode(record.line.utf8).line == record.line)
        }
        let wrong = found.document.replacingOccurrences(
            of: #""confidenceLevel": "high""#, with: #""confidenceLevel": "good""#)
        #expect(wrong != found.document)
        #expect(try !JSONSchemaCheck.problems(of: wrong, against: Record.schema).isEmpty)
    }

    @Test func roundsWhatIsNoise() throws {
        var record = Samples.empty
        record.photo.detections = [
            Detection(
                label: "a", classId: 0, confidence: 0.873_123_456_789,
                box: Box(x: 1.000_04, y: 2, width: 1.0 / 3, height: 4))
        ]
        let detection = record.json["detections"]?.line
        #expect(
            detection
                == #"[{"label":"a","classId":0,"confidence":0.873123,"box":{"x":1,"y":2,"width":0.333,"height":4}}]"#)
    }

    @Test func namesOutputsRelativeToTheResults() {
        #expect(Samples.done.outputs?.annotated == "day1/a.jpg.annotated.jpg")
        #expect(Samples.done.outputs?.crops == ["day1/a.jpg.crops/001-arrow.jpg"])
        #expect(Samples.done.outputs?.original == "/kept/day1/a.jpg")
    }

    @Test func oneBrokenNameEscapesAllOutputs() {
        let outputs = Record.Outputs(annotated: "/out/50%.jpg", crops: [Samples.broken], original: nil, in: "/out")
        #expect(outputs.pathsEscaped == true)
        #expect(outputs.annotated == "50%25.jpg")
        #expect(outputs.crops == ["a%25%FF.jpg"])
    }

    @Test func givesTheSourcesOwnBytesBack() {
        #expect(Samples.failed.source.filePath == Samples.broken)
        #expect(Samples.done.source.filePath == "photos/day1/a.jpg")
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z"), (1_777_617_000.25, "2026-05-01T06:30:00.250Z"),
        (1_777_617_000.999_9, "2026-05-01T06:30:01.000Z"), (1_709_164_799.001, "2024-02-28T23:59:59.001Z"),
    ])
    func writesTimeInUTC(seconds: Double, text: String) throws {
        let timestamp = Timestamp(Date(timeIntervalSince1970: seconds))
        #expect(timestamp.description == text)
        #expect(try JSONDecoder().decode(Timestamp.self, from: Data("\"\(text)\"".utf8)) == timestamp)
    }
}
