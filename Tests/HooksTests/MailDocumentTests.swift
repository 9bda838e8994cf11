import Foundation
import Glibc
import Results
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Hooks

/// No text from outside becomes a header, a boundary or an argument.
@Suite struct MailDocumentTests {
    private static let hostile = [
        "a\r\nBcc: evil@example.org", "a\nContent-Type: text/html\n\n<script>", "\r\n.\r\n", "=?utf-8?B?Zm9v?=",
        "ü\u{0}\u{85}\u{2028}Bcc: x", String(repeating: "ä", count: 500), "--=_quiver_key--",
        "e" + String(repeating: "\u{301}", count: 300),
    ]

    private func document(_ text: String) -> MailDocument {
        MailDocument(
            from: "quiver@club.example", readers: ["coach@club.example", "root"], subject: text, text: text,
            attachments: [.init(name: text, bytes: Array(text.utf8))], key: text, date: Date(timeIntervalSince1970: 0))
    }

    @Test(arguments: hostile) func headersStayAsTheyAre(text: String) {
        let lines = String(decoding: document(text).bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let header = lines.prefix { !$0.isEmpty }
        let names = header.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
            ])
        #expect(lines.allSatisfy { line in line.utf8.count <= 998 && line.utf8.allSatisfy { (32...126).contains($0) } })
        let boundary = lines.filter { $0.hasPrefix("--") }
        #expect(boundary.count == 3 && Set(boundary.prefix(2)).count == 1)
    }

    @Test(arguments: hostile) func aSubjectIsReadBackAsItWas(text: String) throws {
        let words = MailDocument.encoded(text).split(separator: "\n ").map { word in
            word.dropFirst("=?utf-8?B?".count).dropLast(2)
        }
        #expect(words.allSatisfy { $0.utf8.count + 12 <= 75 })
        let bytes = words.compactMap { Data(base64Encoded: String($0)) }.reduce(Data(), +)
        guard text.count < 100, text.utf8.count < 500 else { return }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test func theMailerGetsReadersAsArgumentsAndTheMailOnItsInput() throws {
        let folder = try TemporaryFolder()
        let mailer = folder["sendmail"]
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" > \(folder["arguments"].path)\ncat > \(folder["mail"].path)\n".utf8)
            .write(to: mailer)
        chmod(mailer.path, 0o700)
        chmod(folder.url.path, 0o700)
        try Data("a,b\n".utf8).write(to: folder["scores.csv"])
        var hook = Settings.Hook()
        hook.name = "night"
        hook.timeout = .seconds(600)
        hook.mailer = FilePath(mailer.path)
        hook.from = "quiver@club.example"
        let content = """
            {"run":{"host":"h","began":"b","ended":"e","output":"/r","done":3,"failed":1,"needReview":2,"waiting":0,\
            "failures":[{"path":"a\\nb.jpg","message":"broken"}],"review":["x.jpg"],"sheets":["\(folder["scores.csv"].path)","/gone"]}}
            """
        let message = HookMessage(
            key: "k", hook: "night", event: "run", made: Timestamp(Date()), attempt: 1, content: Array(content.utf8))
        #expect(
            HookMail(hook, to: ["coach@club.example", "root"]).deliver(message, until: { false }).ending == .delivered)
        let arguments = try String(contentsOf: folder["arguments"], encoding: .utf8)
        #expect(arguments == "-i\n-f\nquiver@club.example\n--\ncoach@club.example\nroot\n")
        let mail = try String(contentsOf: folder["mail"], encoding: .utf8)
        #expect(mail.contains("filename*=utf-8''scores.csv") && mail.contains(Data("a,b\n".utf8).base64EncodedString()))
        let text = MailText(message).text
        #expect(
            text.contains("done         3") && text.contains("a\u{FFFD}b.jpg: broken")
                && text.contains("and 1 more: quiver serve"))
    }
}
