import Testing

@testable import JSONTree

@Suite struct JSONParserTests {
    @Test func readsEveryKindOfValueWithItsPlace() throws {
        let text = """
            {
              "a": [1, -2.5, 1e3, true, false, null],
              "b": { "c": "d" }
            }
            """
        let node = try JSONParser.parse(text.utf8)
        #expect(node.value == ["a": [1, -2.5, 1000.0, true, false, nil], "b": ["c": "d"]])
        guard case .object(let members) = node.content, case .object(let inner) = members[1].node.content else {
            Issue.record("expected an object")
            return
        }
        #expect(members[0].position == .init(line: 2, column: 3))
        #expect(inner[0].node.position == .init(line: 3, column: 15))
    }

    @Test func everyColumnOfALongLineIsRight() throws {
        let node = try JSONParser.parse("[\"é\", 22,\n 3, { \"ü\": 4 }]".utf8)
        guard case .array(let items) = node.content, case .object(let members) = items[3].content else {
            Issue.record("expected a list")
            return
        }
        #expect(items.map(\.position) == [(1, 2), (1, 7), (2, 2), (2, 5)].map { .init(line: $0.0, column: $0.1) })
        #expect(members[0].position == .init(line: 2, column: 7))
        #expect(members[0].node.position == .init(line: 2, column: 12))
    }

    @Test func skipsTheByteOrderMark() throws {
        let node = try JSONParser.parse([0xEF, 0xBB, 0xBF] + Array("7".utf8))
        #expect(node == JSONNode(.integer(7), at: .init(line: 1, column: 1)))
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u00e9\uD83C\uDFF9""#, "é🏹"), ("\"ü🎯\"", "ü🎯"),
    ])
    func readsStrings(text: String, expected: String) throws {
        #expect(try JSONParser.parse(text.utf8).value == .string(expected))
    }

    @Test func keepsWholeNumbersWholeAndLargeOnesAsNumbers() throws {
        #expect(try JSONParser.parse("9007199254740993".utf8).value == .integer(9_007_199_254_740_993))
        #expect(try JSONParser.parse("1e2".utf8).value == .number(100))
        #expect(try JSONParser.parse("-0.5E-1".utf8).value == .number(-0.05))
        for text in ["-", "1.", "1.e2", "1e", "1e+", "00", "-01", "0x1", "1.2.3", "1-2", "1e2e3", "1_0"] {
            #expect(throws: JSONSyntaxError.self, "\(text)") { try JSONParser.parse(text.utf8) }
        }
        #expect(try JSONParser.parse("99999999999999999999".utf8).value == .number(1e20))
    }

    /// However a number is read, it is the one that the standard library reads.
    @Test(arguments: [
        "0", "-0", "7", "-12", "123456789012345", "1234567890123456", "12345678901234567", "9223372036854775807",
        "0.0", "-0.0", "0.1", "-1.25", "0.000001", "123.456789", "99999999.999999", "1234567.12345678",
        "0.30000000000000004", "9007199254740992.5", "0.000000000000001", "1.7976931348623157",
    ])
    func numbersAreThoseOfTheStandardLibrary(text: String) throws {
        let expected = try Int(text).map(JSONValue.integer) ?? .number(#require(Double(text)))
        let read = try JSONParser.parse("[\(text) ]".utf8).value
        #expect(read == .array([expected]))
        // Minus zero equals zero.
        #expect("\(read)" == "\(JSONValue.array([expected]))")
    }

    @Test(arguments: [1, 2, 15, 16, 17, 24, 25, 26, 40, 100])
    func aNameThatStandsTwiceIsRefusedAmongFewAndMany(count: Int) throws {
        let members = (0..<count).map { "\"name\($0)\": \($0)" }
        let object = try JSONParser.parse("{\(members.joined(separator: ","))}".utf8).value
        #expect((0..<count).allSatisfy { object["name\($0)"] == .integer($0) })
        for twice in [0, count / 2, count - 1] {
            let error = #expect(throws: JSONSyntaxError.self) {
                try JSONParser.parse("{\((members + [members[twice]]).joined(separator: ",\n"))}".utf8)
            }
            #expect(error?.message == "\"name\(twice)\" stands here twice, first on line \(twice + 1)")
            #expect(error?.position == .init(line: count + 1, column: 1))
        }
    }

    @Test func textsWithAndWithoutEscapesAreOneText() throws {
        let node = try JSONParser.parse(#"["aé\n🎯b", "", "\\", "plain and longer than fifteen bytes", "é"]"#.utf8)
        #expect(node.value == ["aé\n🎯b", "", "\\", "plain and longer than fifteen bytes", "é"])
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONParser.parse(Array("[1,\n \"a\\n".utf8) + [0xC3, 0x22, 0x5D])
        }
        #expect(error?.position == .init(line: 2, column: 2))
    }

    @Test(arguments: [
        ("{\n  \"a\": 1,\n}", 2, 9, "no comma before }"), ("[1, 2,]", 1, 6, "no comma before ]"),
        ("{ \"a\": 1\n  \"b\": 2 }", 2, 3, "expected a comma"), ("{ a: 1 }", 1, 3, "double quotes"),
        ("{ 'a': 1 }", 1, 3, "double quotes"), ("{ \"a\" 1 }", 1, 7, "expected :"),
        ("// hi\n{}", 1, 1, "no comments"), ("{ \"a\": 60s }", 1, 8, "stands in quotes: \"60s\""),
        ("{ \"a\": drop }", 1, 8, "\"drop\""), ("{ \"a\": 1, \"a\": 2 }", 1, 11, "twice"),
        ("{ \"a\": \"x\n\" }", 1, 10, "closing"), ("\"abc", 1, 1, "closing"), ("", 1, 1, "ends where a value"),
        ("[1", 1, 3, "expected a comma"), ("{} {}", 1, 4, "goes on"), ("01", 1, 1, "no JSON number"),
        ("1e999", 1, 1, "too large"), (#""\x""#, 1, 2, "no escape"), (#""\u12""#, 1, 2, "four hexadecimal"),
        (#""\uD83C""#, 1, 2, "half of a character"), ("{ \"ü\": ! }", 1, 8, "expected a value"),
    ])
    func refusesWithThePlace(text: String, line: Int, column: Int, message: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(text.utf8) }
        #expect(error?.position == .init(line: line, column: column))
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func refusesBytesThatAreNoText() {
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
    }

    @Test func refusesBottomlessNesting() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONParser.parse(Array(repeating: UInt8(ascii: "["), count: 100_000))
        }
        #expect(error?.message == "more than 64 brackets are open")
    }
}
