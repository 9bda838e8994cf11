import Testing

@testable import ModelFiles

@Suite("Python literals")
struct PythonLiteralTests {
    @Test(
        "reads what Python writes",
        arguments: [
            ("None", PythonLiteral.none), ("True", .bool(true)), ("False", .bool(false)), ("true", .bool(true)),
            ("42", .int(42)), ("-7", .int(-7)), ("1_000", .int(1000)), ("0.5", .float(0.5)), ("-1e-3", .float(-0.001)),
            ("99999999999999999999", .float(1e20)), ("'a'", .string("a")), ("\"it's\"", .string("it's")),
            (#"'it\'s'"#, .string("it's")), (#"'a\n\x41\u00e9\q'"#, .string("a\nAé\\q")), ("''", .string("")),
            ("[]", .list([])), ("[640, 640]", .list([.int(640), .int(640)])),
            (" [ 1 , 2 , ] ", .list([.int(1), .int(2)])),
            ("()", .list([])), ("(1,)", .list([.int(1)])), ("(1)", .int(1)), ("(1, 2)", .list([.int(1), .int(2)])),
            ("{}", .dict([])), ("{1, 2}", .list([.int(1), .int(2)])),
            ("[True]", .list([.bool(true)])), ("{'a': None}", .dict([.init(key: .string("a"), value: .none)])),
        ])
    func reads(text: String, value: PythonLiteral) {
        #expect(PythonLiteral(text) == value)
    }

    @Test("keeps a dictionary's order and nesting")
    func nesting() {
        let value = PythonLiteral("{0: 'person', 1: {'b': [1, (2, 3)]}}")
        #expect(
            value
                == .dict([
                    .init(key: .int(0), value: .string("person")),
                    .init(
                        key: .int(1),
                        value: .dict([
                            .init(key: .string("b"), value: .list([.int(1), .list([.int(2), .int(3)])]))
                        ])),
                ]))
    }

    @Test(
        "refuses everything else",
        arguments: [
            "", " ", "person", "nan", "[", "[1", "[1 2]", "[,]", "{1: }", "{1: 2", "{1: 2, 3}", "{1, 2: 3}", "'a",
            "'a\\",
            "'\\x4'", "1 2", "--1", "-", "1e", "print(1)", "[1]]", "'\\ud800'", "__import__('os')",
        ])
    func refuses(text: String) {
        #expect(PythonLiteral(text) == nil)
    }

    @Test("refuses nesting that would use up the stack, at once")
    func depth() {
        #expect(PythonLiteral(String(repeating: "[", count: 1_000_000)) == nil)
        #expect(PythonLiteral(String(repeating: "[", count: 60) + String(repeating: "]", count: 60)) != nil)
        #expect(PythonLiteral(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) == nil)
    }

    @Test("reads a text of many thousand entries")
    func long() {
        let text = "{" + (0..<50_000).map { "\($0): 'name \($0)'" }.joined(separator: ", ") + "}"
        guard case .dict(let entries) = PythonLiteral(text) else {
            Issue.record("not a dictionary")
            return
        }
        #expect(entries.count == 50_000)
        #expect(entries.last?.value == .string("name 49999"))
    }
}
