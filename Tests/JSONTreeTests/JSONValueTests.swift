import Foundation
import JSONTree
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: ["\u{1B}[31m", "\u{9B}2J", "\u{202E}gpj", "\u{200F}", "\u{E0001}", "👩‍👧"])
    func nothingInItCommandsATerminal(text: String) throws {
        let line = JSONValue.string(text).line
        #expect(!line.unicodeScalars.contains { [.control, .format].contains($0.properties.generalCategory) })
        #expect(try JSONParser.parse(line.utf8).value == .string(text))
        #expect(JSONValue.shown("[\n  \"\(text)\"\n]") == "[\n  \(line)\n]")
    }

    static let value: JSONValue = [
        "z": 1, "a": [1, 2.5, nil, true], "list": [["x": "y"]], "none": [], "empty": [:],
        "text": "a\"b\\c\n\u{1b}é\u{2028}",
    ]

    @Test func writesOneLineInTheOrderItWasBuiltIn() {
        let text = #"{"z":1,"a":[1,2.5,null,true],"list":[{"x":"y"}],"none":[],"empty":{},"#
        #expect(Self.value.line == text + #""text":"a\"b\\c\n\u001bé\u2028"}"#)
    }

    @Test func writesADocumentWithPlainListsOnOneLine() {
        let document = """
            {
              "z": 1,
              "a": [1, 2.5, null, true],
              "list": [
                {
                  "x": "y"
                }
              ],
              "none": [],
              "empty": {},
              "text": "a\\"b\\\\c\\n\\u001bé\\u2028"
            }
            """
        #expect(Self.value.document == document)
    }

    @Test func comesBackFromBothForms() throws {
        #expect(try JSONParser.parse(Self.value.line.utf8).value == Self.value)
        #expect(try JSONParser.parse(Self.value.document.utf8).value == Self.value)
    }

    @Test(arguments: [
        (0.123_456_7, 3, "0.123"), (2.0, 3, "2"), (-0.000_4, 3, "0"), (1e-7, 9, "1e-07"),
        (123_456.7891, 2, "123456.79"),
    ])
    func rounds(value: Double, decimals: Int, expected: String) {
        #expect(JSONValue.rounded(value, decimals: decimals).line == expected)
    }

    @Test func hasNoWordForWhatIsNoNumber() {
        #expect(JSONValue.number(.infinity).line == "null")
        #expect(JSONValue.rounded(.nan, decimals: 3).line == "null")
    }

    @Test func sortsMembersForFingerprints() {
        let value: JSONValue = ["b": ["d": 1, "c": 2], "a": [["y": 1, "x": 2]]]
        #expect(value.canonical.line == #"{"a":[{"x":2,"y":1}],"b":{"c":2,"d":1}}"#)
    }

    @Test func encodesTheSameTreeForOtherEncoders() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(Self.value.canonical), as: UTF8.self)
        #expect(try JSONParser.parse(text.utf8).value.canonical == Self.value.canonical)
        #expect(Self.value["text"] != nil)
        #expect(Self.value["missing"] == nil)
    }
}
