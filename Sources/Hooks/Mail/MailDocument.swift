import Foundation

/// A mail as RFC 5322 and MIME have it.
///
/// What comes from outside stands in base64 or in percent escapes and nowhere else, so that no name and no text can end a
/// header or begin another one.
struct MailDocument: Sendable {
    /// A file that goes with it.
    struct Attachment: Sendable {
        let name: String
        let bytes: [UInt8]
    }

    /// Addresses that settings have let through: letters, digits and a few signs.
    var from: String?
    let readers: [String]
    let subject: String
    let text: String
    var attachments: [Attachment] = []
    /// What tells it from others; the same at each attempt.
    let key: String
    let date: Date

    /// The bytes, with line ends as `sendmail` takes them.
    var bytes: [UInt8] {
        let boundary = "=_quiver_" + Self.plain(key)
        var lines = [
            from.map { "From: <\($0)>" }, "To: " + readers.map { "<\($0)>" }.joined(separator: ",\n "),
            "Subject: " + Self.encoded(subject), "Date: " + Self.format.string(from: date),
            "Message-ID: <\(Self.plain(key))@quiver.invalid>", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=\"\(boundary)\"", "",
        ].compactMap { $0 }
        lines += ["--\(boundary)", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", ""]
        lines.append(Self.base64(Array(text.utf8)))
        for attachment in attachments {
            lines += [
                "--\(boundary)", "Content-Type: \(Self.type(of: attachment.name))",
                "Content-Disposition: attachment;\n filename*=utf-8''\(Self.escaped(attachment.name))",
                "Content-Transfer-Encoding: base64", "", Self.base64(attachment.bytes),
            ]
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static let format: DateFormatter = {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        return format
    }()

    /// Encoded words of RFC 2047, each of whole characters and no longer than it may be.
    static func encoded(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for character in text.prefix(200) {
            let bytes = Array(String(character).utf8)
            // A character of many marks has a word of its own, cut where the word ends.
            if words[words.count - 1].count + bytes.count > 42 { words.append([]) }
            words[words.count - 1] += bytes.prefix(42)
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\n ")
    }

    /// Lines of base64 with 76 signs each.
    private static func base64(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString()
        }.joined(separator: "\n")
    }

    /// A file's name in percent escapes, of which the end is what tells its kind.
    static func escaped(_ name: String) -> String {
        name.utf8.suffix(60).map { byte in
            let sign = Character(Unicode.Scalar(byte))
            return byte < 128 && (sign.isLetter || sign.isNumber || "-._".contains(sign))
                ? String(sign) : String(format: "%%%02X", byte)
        }.joined()
    }

    private static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.filter {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
            })
    }

    private static func type(of name: String) -> String {
        if name.hasSuffix(".html") { return "text/html; charset=utf-8" }
        return name.hasSuffix(".csv") ? "text/csv; charset=utf-8" : "application/octet-stream"
    }
}
