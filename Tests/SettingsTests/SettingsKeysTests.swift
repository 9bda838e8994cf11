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

    @Test func theDocumentationHasTheTableOfKeys() throws {
        let page = try String(
            contentsOf: Cases.packageRoot.appendingPathComponent("Sources/quiver/Quiver.docc/Settings.md"),
            encoding: .utf8)
        #expect(page.contains(Settings.reference), "paste Settings.reference into Settings.md")
    }
}
