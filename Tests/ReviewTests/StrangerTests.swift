import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

/// What those who have not signed in can take from those who have: nothing.
@Suite("Strangers at the review's server")
struct StrangerTests {
    @Test("refused changes take nothing from those that are allowed")
    func refusedChanges() async throws {
        let guarded = try await GuardedScene()
        let cookie = try #require(try await guarded.signIn())
        let host = guarded.address.dropFirst("http://".count)
        func change(_ more: String = "") -> String {
            "POST /api/v1/queue/pause HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\n\(more)Content-Length: 2\r\n\r\n{}"
        }
        let stranger = try RawHTTP(guarded.address)
        defer { stranger.close() }
        // More than one client's burst of changes, at once; behind the last one the server hangs up.
        stranger.send(String(repeating: change(), count: 399) + change("Connection: close\r\n"))
        let refused = stranger.answer().split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
        #expect(refused.count > 250 && Set(refused).isSubset(of: ["401", "429"]), "\(refused.count) \(Set(refused))")
        for _ in 0..<20 {
            let own = try await guarded.scene.ask(
                "POST", guarded.api + "/jobs/retry", body: #"{"jobs":[1]}"#, headers: ["Cookie": cookie])
            #expect(own.status == 200)
        }
        // Nobody's sign-in waits for them either.
        #expect(try await guarded.signIn() != nil)
    }

    @Test("silent connections hold no place of those that are signed in, nor of those that want to be")
    func silence() async throws {
        let guarded = try await GuardedScene()
        let cookie = try #require(try await guarded.signIn())
        var silent: [RawHTTP] = []
        defer { for one in silent { one.close() } }
        let begin = ContinuousClock.now
        for _ in 0..<600 {
            let one = try RawHTTP(guarded.address)
            one.send("GET /api/v1/sessions HTTP/1.1\r\nHost: 127")
            silent.append(one)
        }
        // All but a few of them are let go, sooner than a head's own limit of ten seconds ends them: a machine that was
        // slow up to here cannot tell the two. None of them waits to be let in when others come.
        _ = try await eventually("they are closed", within: .now - begin < .seconds(2) ? 8 : 300) {
            silent.count { !$0.hasEnded(within: 0) } < 40 ? true : nil
        }
        #expect(try await guarded.status(cookie) == 200)
        #expect(try await guarded.signIn() != nil)
        #expect(try await guarded.scene.ask(guarded.address + "/").status == 200)
    }

    @Test("a head that comes byte by byte ends after ten seconds, whoever sends it")
    func slowHead() async throws {
        let scene = try await ReviewScene()
        let slow = try RawHTTP(scene.address)
        defer { slow.close() }
        slow.send("GET /api/v1/sessions HTTP/1.1\r\nX: ")
        // As long as bytes come, nothing but the head's own limit ends it; on a slow machine that is later.
        func endsWhileBytesCome(_ client: RawHTTP) -> Bool {
            (0..<120).contains { _ in
                client.send("a")
                return client.hasEnded(within: 1)
            }
        }
        #expect(endsWhileBytesCome(slow))
        // The same on a connection that was answered before.
        let second = try RawHTTP(scene.address)
        defer { second.close() }
        let host = scene.address.dropFirst("http://".count)
        second.send("GET /api/v1/openapi.json HTTP/1.1\r\nHost: \(host)\r\n\r\nGET / HTTP/1.1\r\n")
        #expect(second.answer { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 200"))
        second.send("X: ")
        #expect(endsWhileBytesCome(second))
    }

    @Test("a picture of a photo has one of a few sizes, and HEAD answers as GET without the picture")
    func sizes() async throws {
        let scene = try await ReviewScene()
        let photo = try #require(try await scene.end(1)["photos"]?.items.first?["id"]?.text)
        let one = try await scene.ask("/photos/\(photo)/picture?longest=300")
        let same = try await scene.ask("/photos/\(photo)/picture?longest=512")
        #expect(one.status == 200 && one.data == same.data)
        let host = scene.address.dropFirst("http://".count)
        for path in ["/", "/api/v1/sessions", "/api/v1/photos/\(photo)/picture?longest=512"] {
            let client = try RawHTTP(scene.address)
            defer { client.close() }
            client.send("HEAD \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            let answer = client.answer()
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("\r\n\r\n"), "\(path): \(answer.prefix(200))")
        }
        #expect(try await scene.ask("HEAD", "/jobs/accept").status == 405)
    }

    @Test("what clients asked for and hung up on is not made before what somebody waits for")
    func hungUp() async throws {
        let scene = try await ReviewScene()
        let photo = try #require(try await scene.end(1)["photos"]?.items.first?["id"]?.text)
        let host = scene.address.dropFirst("http://".count)
        func asked(_ parts: Range<Int>, below y: Int = 100) throws -> [RawHTTP] {
            try parts.map { part in
                let one = try RawHTTP(scene.address)
                one.send(
                    "GET /api/v1/photos/\(photo)/picture?x=\(part)&y=\(y)&side=300&longest=256 HTTP/1.1\r\n"
                        + "Host: \(host)\r\nConnection: close\r\n\r\n")
                return one
            }
        }
        let idle = try sockets(of: scene.running.pid)
        // A worker that stands still makes nothing: places come free by those alone who hang up.
        // It ends with the last picture that is asked for, so one more is asked for until one is found and stopped.
        var clients: [RawHTTP] = []
        let worker = try await eventually("a worker that makes pictures is stopped") { () -> pid_t? in
            clients += try asked(clients.count..<clients.count + 1, below: 120)
            guard let worker = scene.running.children.first else { return nil }
            kill(worker, SIGSTOP)
            let status = try? String(contentsOfFile: "/proc/\(worker)/stat", encoding: .utf8)
            return status?.contains(") T ") == true ? worker : nil
        }
        defer { kill(worker, SIGCONT) }
        clients += try asked(0..<160)
        _ = try await eventually("the line is full") {
            clients.contains { $0.answer(within: 0).hasPrefix("HTTP/1.1 429") } ? true : nil
        }
        for one in clients { one.close() }
        _ = try await eventually("the server has seen that they are gone") {
            try sockets(of: scene.running.pid) < idle + 10 ? true : nil
        }
        kill(worker, SIGCONT)
        let others = try asked(200..<300)
        defer { for one in others { one.close() } }
        // As many once more are not too many.
        for one in others {
            let answer = one.answer()
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer.prefix(200))")
        }
    }

    /// How many sockets a process has open.
    private func sockets(of process: pid_t) throws -> Int {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            return target?.hasPrefix("socket:") == true
        }
    }
}
