import Foundation
import Glibc
import TestSupport
import Testing

/// Who is signed in, for how long, and what that is worth elsewhere.
@Suite("Signing in to the review's server")
struct SignInTests {
    @Test("signing out ends what the browser kept; other browsers stay, over a start of the server too")
    func signOut() async throws {
        let guarded = try await GuardedScene()
        let phone = try #require(try await guarded.signIn())
        let desk = try #require(try await guarded.signIn())
        #expect(phone != desk)
        #expect(try await guarded.status(phone) == 200)
        let out = try await guarded.scene.ask(
            "POST", guarded.api + "/logout", body: "{}", headers: ["Cookie": phone])
        #expect(out.status == 204 && out.headers.value(forHTTPHeaderField: "Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(try await guarded.status(phone) == 401)
        #expect(try await guarded.status(desk) == 200)

        kill(guarded.running.pid, SIGTERM)
        _ = try guarded.running.wait()
        let (again, address) = try await guarded.scene.serve([])
        defer { kill(again.pid, SIGKILL) }
        #expect(try await guarded.status(desk, at: address + "/api/v1") == 200)
        #expect(try await guarded.status(phone, at: address + "/api/v1") == 401)
    }

    @Test("a new token ends the earlier one and every browser at once, in a server that runs")
    func newToken() async throws {
        let guarded = try await GuardedScene()
        let cookie = try #require(try await guarded.signIn())
        let new = try GuardedScene.makeToken(guarded.scene)
        #expect(try await guarded.status(cookie) == 401)
        #expect(try await guarded.scene.ask(guarded.api + "/sessions", headers: guarded.bearer).status == 401)
        #expect(try await guarded.signIn(#"{"token":"\#(new)"}"#) != nil)
    }

    @Test("what is kept beside the queue is this user's alone, and lets nobody in")
    func files() async throws {
        let guarded = try await GuardedScene()
        let cookie = try #require(try await guarded.signIn())
        let kept = try String(contentsOf: guarded.sessionsFile, encoding: .utf8)
        let rights = try FileManager.default.attributesOfItem(atPath: guarded.sessionsFile.path)[.posixPermissions]
        #expect(rights as? Int == 0o600)
        let pair = cookie.split(separator: "=")
        #expect(pair.count == 2 && pair[1].count == 64 && !kept.contains(pair[1]))
        // Every word of both files, as a cookie and as a token.
        let token = try String(
            contentsOf: guarded.scene.folder.appendingPathComponent("out/quiver.sqlite.token"), encoding: .utf8)
        for word in (kept + token).split(whereSeparator: \.isWhitespace) {
            #expect(try await guarded.status("\(pair[0])=\(word)") == 401)
            let answer = try await guarded.scene.ask(
                guarded.api + "/sessions", headers: ["Authorization": "Bearer \(word)"])
            #expect([401, 429].contains(answer.status))
        }
    }

    @Test("two queues at one host do not sign each other's browsers out")
    func names() async throws {
        let (one, two) = (try await GuardedScene(), try await GuardedScene())
        let (first, second) = (try #require(try await one.signIn()), try #require(try await two.signIn()))
        #expect(first.prefix { $0 != "=" } != second.prefix { $0 != "=" })
        // A browser sends both to both.
        #expect(try await one.status("\(first); \(second)") == 200)
        #expect(try await two.status("\(first); \(second)") == 200)
    }

    @Test("what a browser showed at another user's port is worth nothing there", .enabled(if: getuid() == 0))
    func stolen() async throws {
        let guarded = try await GuardedScene()
        let cookie = try #require(try await guarded.signIn())
        func status(_ header: String, as user: Int) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
            process.arguments = [
                "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "curl", "-s", "-o", "/dev/null", "-w",
                "%{http_code}", "-H", header, guarded.api + "/sessions",
            ]
            let output = Pipe()
            process.standardOutput = output
            process.currentDirectoryURL = URL(fileURLWithPath: "/")
            try process.run()
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit(within: 600)
            return said
        }
        #expect(try status("Cookie: \(cookie)", as: 65534) == "401")
        #expect(try status("Cookie: \(cookie)", as: 0) == "200")
        // With the token itself, as behind another program that passes requests on, every user comes in.
        #expect(try status("Authorization: Bearer \(guarded.token)", as: 65534) == "200")
    }

    @Test(
        "a token's file that is not this user's own is refused, and no link is followed to one",
        arguments: [
            "chmod 644 quiver.sqlite.token", "mv quiver.sqlite.token t && ln -s t quiver.sqlite.token",
            "rm quiver.sqlite.token && mkfifo -m 600 quiver.sqlite.token", "echo nothing >quiver.sqlite.token",
        ])
    func foreignFile(deed: String) async throws {
        let scene = try await ReviewScene()
        _ = try GuardedScene.makeToken(scene)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", deed]
        process.currentDirectoryURL = scene.folder.appendingPathComponent("out")
        try process.run()
        process.waitUntilExit(within: 600)
        let ended = try scene.program.start(["serve", "--output", "out", "--port", "0"]).wait()
        #expect(ended.status == 2 && ended.talk.contains("quiver.sqlite.token"), "\(ended.status) \(ended.talk)")
        #expect(ended.talk.contains("quiver serve --token"), "\(ended.talk)")
        // The way out that the sentence names.
        #expect(try GuardedScene.makeToken(scene).count == 64)
        let file = scene.folder.appendingPathComponent("out/quiver.sqlite.token").path
        let status = try FileManager.default.attributesOfItem(atPath: file)
        #expect(status[.type] as? FileAttributeType == .typeRegular && status[.posixPermissions] as? Int == 0o600)
    }

    @Test("a token's file of another user is refused", .enabled(if: getuid() == 0))
    func plantedFile() async throws {
        let scene = try await ReviewScene()
        _ = try GuardedScene.makeToken(scene)
        let file = scene.folder.appendingPathComponent("out/quiver.sqlite.token").path
        #expect(chown(file, 65534, 65534) == 0)
        let ended = try scene.program.start(["serve", "--output", "out", "--port", "0"]).wait()
        #expect(ended.status == 2 && ended.talk.contains("belongs to another user"), "\(ended.talk)")
    }

    @Test(
        "no moment passes in which others may read the token's file",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
    func firstMoment() async throws {
        let scene = try await ReviewScene()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/strace")
        process.arguments = [
            "-f", "-e", "trace=openat,open", "-o", "calls", QuiverProgram.executable.path, "serve", "--output", "out",
            "--token",
        ]
        process.currentDirectoryURL = scene.folder
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit(within: 600)
        let calls = try String(contentsOf: scene.folder.appendingPathComponent("calls"), encoding: .utf8)
        let made = calls.split(separator: "\n").filter { $0.contains("O_CREAT") && $0.contains(".tmp\"") }
        #expect(!made.isEmpty && made.allSatisfy { $0.contains("O_EXCL") && $0.contains(", 0600)") }, "\(made)")
    }

    @Test(
        "a terminal shows a code and a link that signs one browser in, once; what is no terminal shows neither",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func link() async throws {
        let guarded = try await GuardedScene()
        #expect(try !String(contentsOf: guarded.running.talk, encoding: .utf8).contains("link="))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
        process.arguments = [
            "-qfec",
            "stty cols 80 rows 24; exec '\(QuiverProgram.executable.path)' serve --output out --host 0.0.0.0 --port 0",
            "shown",
        ]
        process.currentDirectoryURL = guarded.scene.folder
        process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
        process.standardInput = Pipe()
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        let shown = guarded.scene.folder.appendingPathComponent("shown")
        let match = try await eventually("the link is shown") {
            (try? String(contentsOf: shown, encoding: .utf8))?
                .firstMatch(of: #/or open (http:\S+:(\d+)/)#/signin\?link=([0-9a-f]{32})\s/#)
        }
        let text = try String(contentsOf: shown, encoding: .utf8).replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains("█") }
        #expect(lines.count > 10 && lines.count < 20 && lines.allSatisfy { $0.count <= 80 }, "\(text)")
        // The machine's own address, which nobody had to name, and the loopback.
        let (address, port, code) = (String(match.1), String(match.2), String(match.3))
        #expect(try await guarded.scene.ask(address).status == 200)
        let api = "http://127.0.0.1:\(port)/api/v1"
        let cookie = try #require(try await guarded.signIn(#"{"link":"\#(code)"}"#, at: api))
        #expect(try await guarded.status(cookie, at: api) == 200)
        #expect(try await guarded.signIn(#"{"link":"\#(code)"}"#, at: api) == nil)
    }
}
