import Foundation
import Glibc
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Hooks

@Suite struct SignatureTests {
    /// RFC 4231, cases 1, 2, 6.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func hmacIsTheStandards(key: [UInt8], message: String, mac: String) {
        #expect(HMAC.sha256(Array(message.utf8), key: key).hexadecimal == mac)
    }

    /// The example of Standard Webhooks' own documentation.
    @Test func theSignatureIsThatOfStandardWebhooks() throws {
        let folder = try TemporaryFolder()
        let file = folder["key"]
        try Data("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".utf8).write(to: file)
        chmod(file.path, 0o600)
        let headers = try HookSignature(FilePath(file.path)).headers(
            key: "msg_p5jXN8AQM9LWM0D4loKWxJek", time: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(headers.map(\.name) == ["webhook-signature"])
        #expect(headers.map(\.value) == ["v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="])
    }

    @Test(arguments: [
        (mode_t(0o644), "0123456789abcdef", "chmod 600"), (0o600, "short", "fewer than 16 bytes"),
        (0o600, "whsec_!!", "fewer than 16 bytes"), (0o600, "\n0123456789abcdef", "fewer than 16 bytes"),
    ])
    func secretsThatAreNoneAreRefused(mode: mode_t, text: String, sentence: String) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: folder["key"])
        chmod(folder["key"].path, mode)
        do {
            _ = try HookSignature(FilePath(folder["key"].path))
            Issue.record("it was taken")
        } catch {
            #expect(error.sentence.contains(sentence), "\(error.sentence)")
        }
    }
}
