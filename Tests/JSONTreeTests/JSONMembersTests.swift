import JSONTree
import Testing

/// Some members of an object, without the rest of it.
@Suite struct JSONMembersTests {
    private static let names = ["a", "b"]

    private static let texts: [String] = [
        "{}", " { } ", #"{"a":1}"#, #"{ "b" : [1, {"a": 2}, "]"] , "c": {"b": "}"}, "a": -2.5e3 }"#,
        #"{"c":"a","d":["\"a\":1","\\"],"a":"x\"y\\"}"#, "{\n\t\"x\": {\"a\": 1, \"b\": [[], {}]},\r\n\"b\": null\n}\n",
        #"{"c":true,"b":"ü\u00e9","d":"ü"}"#, #"{"":1,"aa":2,"A":3}"#,
        // Names with escapes are the same names.
        #"{"\u0061":1,"b":2}"#, #"{"c\"":0,"b":2}"#,
        // The mark that some editors put in front, and what is no object.
        "\u{FEFF}{\"a\":1}", "[1]", #""a""#, "7", "null",
    ]

    @Test(arguments: texts) func theyAreThoseOfTheWhole(text: String) throws {
        let bytes = Array(text.utf8)
        let whole = try JSONParser.parse(bytes).value
        let found = try JSONParser.members(Self.names, ofObject: bytes)
        for name in Self.names { #expect(found.first { $0.name == name }?.value == whole[name]) }
        #expect(found.allSatisfy { Self.names.contains($0.name) })
    }

    @Test(arguments: [
        "", "{", #"{"a":1"#, #"{"a":1}}"#, #"{"a":1} 2"#, #"{"a":1,"a":2}"#, #"{"a":}"#, #"{"a" 1}"#, #"{"a":01}"#,
        #"{"c":[1},"a":1}"#, #"{"c":"x"#, #"{"c":"x\"#, #"{"a":1,}"#, #"{"a":[1,]}"#, #"{"c":{"d":[}]},"a":1}"#,
        "{a:1}", #"{"c":1 "a":2}"#, #"{"a":"\x"}"#, "{\"a\":\"\n\"}",
    ])
    func whatIsNoSuchTextIsRefusedAsTheWholeIs(text: String) {
        let bytes = Array(text.utf8)
        let whole = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(bytes) }
        let found = #expect(throws: JSONSyntaxError.self) { try JSONParser.members(Self.names, ofObject: bytes) }
        #expect(found == whole)
    }

    @Test func whatIsPassedOverIsNotRead() throws {
        let text = #"{"c":[01,"\#u{1}",{"d":1,"d":2}],"a":1}"#
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text.utf8) }
        #expect(try JSONParser.members(Self.names, ofObject: Array(text.utf8)) == [.init("a", 1)])
    }

    @Test func nestingWithoutEndIsRefused() {
        let text = "{\"c\":" + String(repeating: "[", count: 100_000)
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONParser.members(Self.names, ofObject: Array(text.utf8))
        }
        #expect(error?.message == "more than 64 brackets are open")
    }
}
