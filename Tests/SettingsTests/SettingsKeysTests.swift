import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Settings

@Suite struct SettingsKeysTests {
    @Test func everyKeyIsDescribedOnce() {
        let keys = Settings.keys.map(\.description)
        for table in [keys] + keys.compactMap(\.items) {
            #expect(Set(table.map(\.path)).count == table.count)
            #expect(table.allSatisfy { $0.about.hasSuffix(".") })
        }
    }

    @Test func defaultsPassTheirOwnSchema() throws {
        let keys = Settings.keys.map(\.description)
        for key in keys + keys.flatMap({ $0.items ?? [] }) where key.items == nil && !key.traits.contains(.required) {
            #expect(try JSONSchemaCheck.problems(of: key.fallback.line, against: key.schema.line) == [], "\(key.path)")
        }
    }

    /// What the schema refuses is what loading refuses, so that an editor says nothing else than Quiver.
    @Test(arguments: [
        #"{ "letterbox": { "sise": 640 } }"#, #"{ "workers": { "count": "many" } }"#, #"{ "detectors": [] }"#,
        #"{ "detectors": [{ "confidence": 1.5 }] }"#, #"{ "watch": [{ "settle": "2s" }] }"#,
        #"{ "retry": { "backoff": 5 } }"#, #"{ "output": { "formats": ["xml"] } }"#, #"{ "after": "delete" }"#,
    ])
    func schemaRefusesWhatLoadingRefuses(file: String) throws {
        #expect(try !JSONSchemaCheck.problems(of: file, against: Settings.schema).isEmpty)
        #expect(try Loading.failure(file) != nil)
    }

    @Test(
        arguments: [
            ("\"auto\"", .auto, nil), ("null", .whole, nil), ("640", .side(640), 640),
        ] as [(String, Settings.Tiles, Int?)])
    func tilesAreAutoNoneOrASide(text: String, tiles: Settings.Tiles, side: Int?) throws {
        let file = #"{ "detectors": [{ "model": "a.onnx", "tiles": { "size": \#(text) } }] }"#
        let settings = try Loading(file: file).load().settings
        #expect(settings.detectors[0].tiles == tiles && settings.detectors[0].tiles.side == side)
        #expect(try JSONSchemaCheck.problems(of: file, against: Settings.schema).isEmpty)
    }

    /// Files of earlier versions say null.
    @Test(arguments: [("\"auto\"", nil), ("null", nil), ("7", 7)] as [(String, Int?)])
    func theMostThatAreFollowedAreAutoOrANumber(text: String, maximum: Int?) throws {
        let file = #"{ "detectors": [{ "model": "a.onnx", "maximum": \#(text) }] }"#
        #expect(try Loading(file: file).load().settings.detectors[0].maximum == maximum)
        #expect(try JSONSchemaCheck.problems(of: file, against: Settings.schema).isEmpty)
    }

    @Test(arguments: [#""tiles": { "size": 10 }"#, #""tiles": { "size": "all" }"#, #""maximum": 0"#, #""crowd": 0"#])
    func numbersOutOfBoundsAreRefused(setting: String) throws {
        let error = try Loading.failure(#"{ "detectors": [{ "model": "a.onnx", \#(setting) }] }"#)
        #expect(error.map { "\($0)" }?.contains("expected") == true, "\(String(describing: error))")
    }

    @Test func theDocumentationHasTheTableOfKeys() throws {
        let page = try String(
            contentsOf: Cases.packageRoot.appendingPathComponent("Sources/quiver/Quiver.docc/Settings.md"),
            encoding: .utf8)
        #expect(page.contains(Settings.reference), "paste Settings.reference into Settings.md")
    }
}
