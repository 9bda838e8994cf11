import Testing

@testable import JSONTree

/// JSON a value at a time, in pieces of any size.
@Suite struct JSONStreamTests {
    private func stream(_ text: String, piece: Int = 3) throws -> JSONStream {
        var rest = Array(text.utf8)[...]
        return try JSONStream {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
    }

    /// Both readers resolve them in one place.
    @Test(
        arguments: [
            (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e4\uD83C\uDFF9x""#, "ä🏹x"), (#""\x""#, nil),
            (#""\u12""#, nil), (#""\uD83C\n""#, nil), (#""\uDC00""#, nil), ("\"\\\u{1}\"", nil), ("\"\\", nil),
        ] as [(String, String?)])
    func escapesAreThoseOfTheTree(json: String, expected: String?) throws {
        var stream = try stream(json, piece: 1)
        let read = try? stream.string(atMost: 99)
        let whole = try? JSONParser.parse(Array(json.utf8)).content
        #expect(read == expected && whole == expected.map(JSONNode.Content.string))
    }

    @Test(arguments: [1, 3, 1_000]) func everyKindOfValueIsRead(piece: Int) throws {
        var stream = try stream(
            #"{"a": [1, -2.5, 1e3, 4.0], "b": "ü🎯\n\u00e9\uD83C\uDFF9", "c": true, "d": null}"#, piece: piece)
        var (numbers, whole, text, flag): ([Double], Int?, String?, Bool?) = ([], nil, nil, nil)
        try stream.object { stream, name in
            switch name {
            case "a":
                try stream.array { stream in
                    if numbers.count < 3 { numbers.append(try stream.number()) } else { whole = try stream.integer() }
                }
            case "b": text = try stream.string(atMost: 100)
            case "c": flag = try stream.bool()
            default:
                #expect(try stream.kind() == .null)
                try stream.skip()
            }
        }
        try stream.end()
        #expect(numbers == [1, -2.5, 1_000] && whole == 4 && text == "ü🎯\né🏹" && flag == true)
    }

    /// Whatever the parser of whole texts takes is passed over, and what it refuses is refused.
    @Test(arguments: [
        "[]", "{}", "[[], {}, [[1]]]", #"{"a": {"b": [1, "x", null, false]}}"#, #""\"\\\/\b\f\n\r\t""#, "-0.5e-3",
        "[1,]",
        "[,1]", "{\"a\"}", "{\"a\": 1,}", "01", "1.", "tru", "[1 2]", "\"\\x\"", "\"\\uD800\"", "{1: 2}", "[", "\"a",
        "// a",
    ])
    func itIsAsStrictAsTheParser(text: String) throws {
        let isFine = (try? JSONParser.parse(text.utf8)) != nil
        let isTaken =
            (try? { () throws -> Void in
                var stream = try stream(text)
                try stream.skip()
                try stream.end()
            }()) != nil
        #expect(isTaken == isFine)
    }

    @Test func anErrorNamesItsPlace() throws {
        var stream = try stream("[\n 1, \"é\",\n   x]")
        let error = #expect(throws: JSONSyntaxError.self) { try stream.skip() }
        #expect(error?.position == .init(line: 3, column: 4))
    }

    @Test func textsAndNumbersHaveALimit() throws {
        var long = try stream("\"" + String(repeating: "a", count: 50) + "\"")
        #expect(throws: JSONSyntaxError.self) { try long.string(atMost: 49) }
        var exact = try stream("\"" + String(repeating: "a", count: 50) + "\"")
        #expect(try exact.string(atMost: 50).count == 50)
        var digits = try stream(String(repeating: "1", count: 1_000))
        #expect(throws: JSONSyntaxError.self) { try digits.number() }
        var deep = try stream(String(repeating: "[", count: 65) + String(repeating: "]", count: 65))
        #expect(throws: JSONSyntaxError.self) { try deep.skip() }
    }
}
