import Findings
import Foundation
import JSONTree
import Scoring
import Testing

@testable import Reports

@Suite("A session as JSON")
struct JSONReportTests {
    private func names(_ value: JSONValue?) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.map(\.name)
    }

    private func item(_ value: JSONValue?, _ index: Int) -> JSONValue? {
        guard case .array(let items) = value, items.indices.contains(index) else { return nil }
        return items[index]
    }

    @Test("has its keys in a fixed order")
    func keys() throws {
        let value = JSONReport(Samples.full).value
        #expect(
            names(value) == [
                "version", "session", "total", "needsReview", "groups", "trend", "rounds", "parked", "date", "archers",
                "round", "progress",
            ])
        #expect(value["round"] == .null && value["progress"] == [])
        let round = item(value["rounds"], 0)
        #expect(names(round) == ["number", "name", "system", "arrowsPerEnd", "total", "ends"])
        let end = item(round?["ends"], 6)
        #expect(
            names(end) == [
                "number", "total", "running", "missing", "needsReview", "trouble", "review", "group", "photos",
                "arrows", "isConfirmed", "archers",
            ])
        let arrow = item(end?["arrows"], 4)
        #expect(
            names(arrow) == [
                "number", "photo", "isPlaced", "id", "face", "normalizedX", "normalizedY", "pixelX", "pixelY",
                "distanceFromCenter", "clockPositionDeg", "confidence", "boundingBox", "kind", "nock", "score", "isX",
                "distanceMm", "distanceToLine", "needsReview", "reviewReasons", "source", "corrected", "isConfirmed",
                "wasAdjusted", "isPlacedByHand", "read", "archer",
            ])
        #expect(arrow?["source"] == "person" && arrow?["corrected"]?["score"] == 10)
    }

    @Test("what a user confirmed and placed is told apart, beside what the model itself read")
    func manual() {
        var session = Samples.full
        session.rounds[0].ends[6].isConfirmed = true
        session.rounds[0].ends[6].arrows[0].archer = "Ann"
        let value = JSONReport(session).value
        let ends = item(value["rounds"], 0)?["ends"]
        let corrected = item(item(ends, 6)?["arrows"], 4)
        #expect(item(ends, 6)?["isConfirmed"] == true && item(ends, 5)?["isConfirmed"] == false)
        #expect(corrected?["isConfirmed"] == true && corrected?["isPlacedByHand"] == false)
        #expect(names(corrected?["read"]) == ["mark", "score", "isX", "confidence"])
        #expect(corrected?["read"]?["score"] == corrected?["corrected"]?["score"])
        #expect(corrected?["confidence"] != corrected?["read"]?["confidence"])
        let placed = item(item(ends, 7)?["arrows"], 1)
        #expect(placed?["wasAdjusted"] == true && placed?["isPlacedByHand"] == true && placed?["read"] == .null)
        #expect(item(item(ends, 6)?["arrows"], 0)?["archer"] == "Ann" && placed?["archer"] == .null)
        #expect(item(ends, 6)?["archers"]?.line == "[\"Ann\"]" && item(ends, 7)?["archers"]?.line == "[]")
        #expect(value["archers"]?.line == "[\"Ann\"]")
    }

    @Test("counts what the hand counts")
    func totals() {
        let value = JSONReport(Samples.small).value
        #expect(
            value["total"]?.line == "{\"arrows\":6,\"score\":46,\"maximum\":60,\"average\":7.6667,\"tens\":3,\"xs\":1}")
        let ends = item(value["rounds"], 0)?["ends"]
        #expect(item(ends, 1)?["running"] == 46)
        // 0.02, 1.2 and 0.15 of 610 mm to the right.
        let group = item(ends, 0)?["group"]
        #expect(group?["center"]?.line == "{\"x\":278.57,\"y\":0}")
        #expect(group?["extremeSpread"] == .number(719.8))
        #expect(item(value["groups"], 0)?["face"] == "wa-122")
    }

    @Test(
        "is JSON that any reader reads",
        arguments: Sample.allCases)
    func isJSON(sample: Sample) throws {
        let session = sample.session
        let text = JSONReport(session).text
        #expect(text.hasSuffix("}\n"))
        let parsed = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(parsed["session"] as? String == session.name)
        #expect((parsed["rounds"] as? [Any])?.count == session.rounds.count)
    }

    @Test("an arrow without a place says null, and so does a photo without a time")
    func nulls() {
        let end = item(item(JSONReport(Samples.full).value["rounds"], 0)?["ends"], 7)
        let arrow = item(end?["arrows"], 3)
        #expect(arrow?["isPlaced"] == false && arrow?["normalizedX"] == .null && arrow?["boundingBox"] == .null)
        let photo = item(item(item(JSONReport(Samples.small).value["rounds"], 0)?["ends"], 0)?["photos"], 0)
        #expect(photo?["captured"] == .null)
        #expect(item(end?["photos"], 0)?["captured"] == "2026-05-01T12:32:00")
    }
}
