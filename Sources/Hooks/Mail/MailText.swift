import Findings
import JSONTree
import SystemValues

/// What a message says to readers: a subject and a text, from what programs get as JSON.
struct MailText: Sendable {
    /// One line.
    let subject: String
    /// Lines that end in line ends.
    let text: String
    /// Files to attach.
    let attachments: [String]

    /// The text of a message.
    init(_ message: HookMessage) {
        let tree = message.tree
        if message.event == "test" {
            subject = "Quiver: a test of the hook \(message.hook)"
            text = "This is a test: mail of the hook \(message.hook) arrives.\n"
            attachments = []
        } else if let run = tree["run"] {
            (subject, text) = (Self.subject(ofRun: run), Self.text(ofRun: run))
            attachments = Self.texts(run["sheets"])
        } else if let session = tree["session"] {
            (subject, text) = (Self.subject(ofSession: session), Self.text(ofSession: session))
            attachments = Self.texts(tree["files"])
        } else if let record = tree["record"] {
            let path = Self.text(record["source"]?["path"])
            subject = "Quiver: \(Self.text(record["state"])): \(path)"
            let reason = record["error"]?["message"].map { "\(Self.text($0))\n" } ?? ""
            text = "\(path)\nis \(Self.text(record["state"])).\n\(reason)\n\(record.document)\n"
            attachments = []
        } else {
            (subject, text, attachments) = ("Quiver: \(message.event)", tree.document + "\n", [])
        }
    }

    private static func subject(ofRun run: JSONValue) -> String {
        let (done, failed, review) = (number(run["done"]), number(run["failed"]), number(run["needReview"]))
        return "Quiver on \(text(run["host"])): \(done) done, \(failed) failed, \(review) to review"
    }

    private static func text(ofRun run: JSONValue) -> String {
        var lines = [
            "Photos that ended between \(text(run["began"])) and \(text(run["ended"])) on \(text(run["host"])):", "",
            "done         \(number(run["done"]))", "failed       \(number(run["failed"]))",
            "to review    \(number(run["needReview"]))", "waiting      \(number(run["waiting"]))",
            "results      \(text(run["output"]))",
        ]
        let failures = items(run["failures"])
        if !failures.isEmpty {
            lines += ["", "Failed:"]
            lines += failures.map { "  \(text($0["path"])): \(text($0["message"]))" }
            let rest = number(run["failed"]) - failures.count
            if rest > 0 { lines.append("  and \(rest) more: quiver jobs list --state failed") }
        }
        let review = texts(run["review"])
        if !review.isEmpty {
            lines += ["", "To review:"] + review.map { "  \($0)" }
            let rest = number(run["needReview"]) - review.count
            if rest > 0 { lines.append("  and \(rest) more: quiver serve shows them") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func subject(ofSession session: JSONValue) -> String {
        "Quiver: \(text(session["session"])): \(number(session["total"]?["score"])) points, \(review(in: session)) to review"
    }

    private static func text(ofSession session: JSONValue) -> String {
        [
            "The session \(text(session["session"])):", "",
            "archers      \(texts(session["archers"]).joined(separator: ", ").forTerminal)",
            "date         \(text(session["date"]))", "points       \(number(session["total"]?["score"]))",
            "arrows       \(number(session["total"]?["arrows"]))", "to review    \(review(in: session))", "",
        ].joined(separator: "\n")
    }

    private static func review(in session: JSONValue) -> Int {
        number(session["needsReview"]?["arrows"]) + number(session["needsReview"]?["ends"])
    }

    /// A text on one line; empty for anything else.
    private static func text(_ value: JSONValue?) -> String {
        guard case .string(let text) = value else { return "" }
        return text.forTerminal
    }

    private static func number(_ value: JSONValue?) -> Int {
        guard case .integer(let number) = value else { return 0 }
        return number
    }

    private static func items(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let items) = value else { return [] }
        return items
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        items(value).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
