import JSONTree
import Testing

@testable import Settings

@Suite struct EffectiveSettingsTests {
    @Test func textShowsEveryKeyItsValueAndItsOrigin() throws {
        let effective = try Loading(file: #"{ "workers": { "count": 3 } }"#).load()
        let lines = effective.text.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true)
        }
        #expect(lines.contains { $0 == ["workers.count", "3", "pipeline.json"] })
        #expect(lines.contains { $0 == ["workers.timeout", "\"1m\"", "default"] })
        #expect(lines.contains { $0.first == "detectors[0].confidence" })
        #expect(lines.count == effective.entries.count)
    }

    @Test func jsonShowsTheSameWithTheLine() throws {
        let effective = try Loading(file: "{\n\"workers\": { \"count\": 3 } }").load()
        let tree = try JSONParser.parse(effective.json.utf8).value
        #expect(tree["settings"]?["workers.count"] == ["value": 3, "origin": "pipeline.json", "line": 2])
        #expect(tree["settings"]?["after"] == ["value": "keep", "origin": "default"])
        #expect(tree["file"] == .init(effective.file?.string))
    }
}
