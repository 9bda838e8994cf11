import Foundation
import Glibc
import Settings
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Hooks

/// Messages that are sent to an address, over sockets of this machine.
@Suite(.timeLimit(.minutes(30))) struct HookSendingTests {
    private func hook(_ server: SmallServer, host: String = "127.0.0.1", allowing internals: [String] = ["127.0.0.1"])
        throws -> HookSending
    {
        var hook = Settings.Hook()
        hook.name = "erp"
        hook.timeout = .seconds(300)
        hook.internals = internals.compactMap { AddressRange($0) }
        return HookSending(
            hook, to: try #require(HookAddress("http://\(host):\(server.port)/photos")), version: "0.1.0")
    }

    private static func text(_ status: String, _ headers: String = "", _ body: String = "") -> String {
        "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    private func reason(_ answer: HookAnswer) -> String {
        if case .refused(let reason) = answer.ending { reason } else { "\(answer.ending)" }
    }

    @Test func theMessageArrivesSigned() throws {
        let server = try SmallServer { _, write in _ = write(Self.text("204 No Content")) }
        let folder = try TemporaryFolder()
        chmod(folder.url.path, 0o700)
        try Data("0123456789abcdef0123\n".utf8).write(to: folder["key"])
        chmod(folder["key"].path, 0o600)
        var settings = try hook(server).hook
        settings.secretFile = FilePath(folder["key"].path)
        var sending = HookSending(
            settings, to: try #require(HookAddress("http://127.0.0.1:\(server.port)/")), version: "0.1.0")
        sending.now = { 1_764_158_401 }
        let message = HookMessage.photo()
        #expect(sending.deliver(message, until: { false }) == HookAnswer(.delivered, status: .http(204)))
        let request = try #require(server.received.first)
        #expect(request.body == message.body)
        let signed = Array("6f0c-17-5.1764158401.".utf8) + message.body
        let mac = Data(HMAC.sha256(signed, key: Array("0123456789abcdef0123".utf8))).base64EncodedString()
        let told = [
            "content-type": "application/json", "idempotency-key": "6f0c-17-5", "webhook-id": "6f0c-17-5",
            "webhook-timestamp": "1764158401", "webhook-signature": "v1," + mac, "quiver-hook": "archive",
            "quiver-event": "photo", "quiver-attempt": "2", "user-agent": "quiver/0.1.0",
        ]
        for (name, value) in told { #expect(request.headers[name] == value, "\(name)") }
    }

    @Test(
        arguments: [
            ("404 Not Found", "", "answers with status 404", nil), ("500 Oops", "", "answers with status 500", nil),
            ("503 Busy", "Retry-After: 7\r\n", "answers with status 503", 7),
            ("302 Found", "Location: http://127.0.0.1:9/inside\r\n", "redirects to http://127.0.0.1:9/inside", nil),
            ("307 Other", "Location: http://169.254.169.254/\r\n", "redirects to http://169.254.169.254/", nil),
        ] as [(String, String, String, Int?)])
    func anyOtherAnswerIsNone(status: String, headers: String, sentence: String, wait: Int?) throws {
        let server = try SmallServer { _, write in _ = write(Self.text(status, headers, "why")) }
        let answer = try hook(server).deliver(.photo(), until: { false })
        #expect(reason(answer).contains(sentence), "\(answer)")
        #expect(answer.output == Array("why".utf8) && answer.retryAfter == wait.map { .seconds($0) })
        #expect(server.received.count == 1)
    }

    @Test func aPauseOfAnyLengthIsADayAtMost() throws {
        let server = try SmallServer { _, write in
            _ = write(Self.text("503 Busy", "Retry-After: \(Int.max)\r\n", "why"))
        }
        let pause = try #require(try hook(server).deliver(.photo(), until: { false }).retryAfter)
        // Some versions of libcurl cut it too.
        #expect(pause > .zero && pause <= .seconds(86_400))
    }

    @Test(arguments: [
        ("127.0.0.1", [String]()), ("localhost", []), ("127.1", []), ("2130706433", []), ("0x7f.0.0.1", []),
        ("0.0.0.0", []), ("[::ffff:127.0.0.1]", []), ("127.0.0.1", ["10.0.0.0/8", "::1"]),
    ])
    func noNameAndNoNumberLeadsInside(host: String, allowed: [String]) throws {
        let server = try SmallServer { _, write in _ = write(Self.text("200 OK")) }
        let answer = try hook(server, host: host, allowing: allowed).deliver(.photo(), until: { false })
        #expect(reason(answer).contains("internal address"), "\(answer)")
        #expect(server.received.isEmpty && answer.status == .none)
    }

    @Test func anAnswerWithoutEndIsCut() throws {
        let server = try SmallServer { _, write in
            guard write("HTTP/1.1 200 OK\r\n\r\n") else { return }
            while write(String(repeating: "x", count: 65_536)) {}
        }
        let answer = try hook(server).deliver(.photo(), until: { false })
        #expect(answer.ending == .delivered)
        #expect(answer.output.count == HookAnswer.mostOutput)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n"])
    func aReceiverThatDoesNotEndItsAnswerIsNotWaitedFor(beginning: String) throws {
        let server = try SmallServer { _, write in
            _ = write(beginning)
            Thread.sleep(forTimeInterval: 600)
        }
        var settings = try hook(server).hook
        settings.timeout = .milliseconds(300)
        let sending = HookSending(
            settings, to: try #require(HookAddress("http://127.0.0.1:\(server.port)/")), version: "0")
        let start = ContinuousClock.now
        let answer = sending.deliver(.photo(), until: { false })
        #expect(reason(answer).contains("does not answer") && answer.isOfPlace)
        #expect(ContinuousClock.now - start < .seconds(300))
    }

    @Test func anEndOfQuiverBreaksItOff() throws {
        let server = try SmallServer { _, _ in Thread.sleep(forTimeInterval: 600) }
        let start = ContinuousClock.now
        let answer = try hook(server).deliver(.photo()) { ContinuousClock.now - start > .milliseconds(200) }
        #expect(answer.ending == .stopped)
    }

    @Test func aHostThatIsNotThereIsSaid() throws {
        var hook = Settings.Hook()
        hook.internals = [AddressRange("127.0.0.1")].compactMap { $0 }
        let answer = HookSending(hook, to: try #require(HookAddress("http://127.0.0.1:1/")), version: "0")
            .deliver(.photo(), until: { false })
        #expect(reason(answer).contains("does not answer") && answer.isOfPlace)
    }
}
