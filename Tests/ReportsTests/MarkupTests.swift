import Testing

@testable import Reports

@Suite("Markup")
struct MarkupTests {
    @Test("escapes text and attributes alike")
    func escapes() {
        let hostile = #"<script>alert("1")</script> & 'x'"#
        let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;"
        #expect(Markup("b", ["title": hostile], .text(hostile)).html == "<b title=\"\(escaped)\">\(escaped)</b>")
    }

    @Test(
        "replaces what HTML does not allow and what turns a line around",
        arguments: [
            ("a\u{0}b", "a\u{FFFD}b"), ("a\u{1B}[31m", "a\u{FFFD}[31m"), ("\u{202E}gpj.exe", "\u{FFFD}gpj.exe"),
            ("a\r\nb", "a\u{FFFD}\nb"), ("Björn 🎯", "Björn 🎯"), ("", ""),
        ])
    func controls(text: String, expected: String) {
        // As scalars: a carriage return and a line feed are one character to a string.
        #expect(Array(Markup.text(text).html.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("leaves out attributes without a value and closes what has an end")
    func elements() {
        #expect(Markup("img", ["src": "a", "alt": nil]).html == "<img src=\"a\">")
        #expect(Markup("b", [:]).html == "<b></b>")
        #expect(Markup.group(["a", .none, Markup("i", [:], "b")]).html == "a<i>b</i>")
    }
}
