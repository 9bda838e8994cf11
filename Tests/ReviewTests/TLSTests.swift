import Foundation
import Glibc
import TestSupport
import Testing

/// The programs that make a certificate and ask with it.
private enum TLSTools {
    static let areThere = ["/usr/bin/openssl", "/usr/bin/curl"].allSatisfy(FileManager.default.isExecutableFile)
}

@Suite("HTTPS of the review's server", .enabled(if: TLSTools.areThere))
struct TLSTests {
    private func run(_ program: String, _ arguments: [String], in folder: URL) throws -> (status: Int32, output: String)
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
        (process.arguments, process.currentDirectoryURL) = (arguments, folder)
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit(within: 600)
        return (process.terminationStatus, said)
    }

    @Test("a certificate of one's own serves the page; without it nobody is believed, and plain HTTP gets nothing")
    func served() async throws {
        let folder = try TemporaryFolder()
        let made = try run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "own.pem", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ], in: folder.url)
        try #require(made.status == 0)
        let scene = try await ReviewScene([
            "--certificate", folder["own.pem"].path, "--key", folder["key.pem"].path,
        ])
        #expect(scene.address.hasPrefix("https://"))
        let path = scene.api + "/sessions"
        let trusted = try run(
            "curl", ["-s", "--cacert", "own.pem", "-o", "answer", "-w", "%{http_code}", path], in: folder.url)
        #expect(trusted.status == 0 && trusted.output == "200", "\(trusted)")
        #expect(try run("curl", ["-s", path], in: folder.url).status == 60, "an unknown certificate is not believed")
        let plain = try run(
            "curl", ["-s", "-m", "5", "-w", "%{http_code}", path.replacing("https:", with: "http:")], in: folder.url)
        #expect(!plain.output.contains("200"), "\(plain)")
        let place = String(scene.address.dropFirst("https://".count))
        for (options, isTaken) in [
            (["-tls1_2"], true), (["-tls1_3"], true), (["-tls1"], false), (["-tls1_1"], false),
            (["-tls1_2", "-cipher", "AES128-SHA"], false), (["-tls1_2", "-cipher", "AES128-GCM-SHA256"], false),
            (["-tls1_2", "-cipher", "ECDHE-RSA-AES128-SHA"], false),
            (["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"], true),
        ] {
            // Old versions are offered only at the lowest level of openssl.
            let cipher = options.contains("-cipher") ? options : options + ["-cipher", "ALL:@SECLEVEL=0"]
            let hand = try run("openssl", ["s_client", "-connect", place] + cipher, in: folder.url)
            #expect((hand.status == 0) == isTaken, "\(options): \(hand.output.suffix(300))")
        }
        let guarded = try await GuardedScene([
            "--certificate", folder["own.pem"].path, "--key", folder["key.pem"].path,
        ])
        let signedIn = try run(
            "curl",
            [
                "-s", "--cacert", "own.pem", "-D", "-", "-H", "Content-Type: application/json", "-d",
                "{\"token\":\"\(guarded.token)\"}", guarded.api + "/login",
            ], in: folder.url)
        #expect(signedIn.output.contains("__Host-quiver-") && signedIn.output.contains("; Secure"), "\(signedIn)")
    }

    @Test("a key of another certificate is told before anything is served")
    func mismatch() async throws {
        let folder = try TemporaryFolder()
        for name in ["one", "two"] {
            let made = try run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(name).key", "-out", "\(name).pem",
                    "-days", "2", "-subj", "/CN=localhost",
                ], in: folder.url)
            try #require(made.status == 0)
        }
        let scene = try await ReviewScene()
        let ended = try scene.program.start([
            "serve", "--output", "out", "--port", "0", "--certificate", folder["one.pem"].path, "--key",
            folder["two.key"].path,
        ]).wait()
        #expect(ended.status != 0 && ended.talk.contains("certificate"), "\(ended.talk)")
    }
}
