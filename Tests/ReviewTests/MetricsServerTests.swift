import Foundation
import Glibc
import JSONTree
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Control
@testable import Review
@testable import Supervisor

/// Numbers and health beside the work, at a place of their own.
@Suite("metrics.listen", .timeLimit(.minutes(30)))
struct MetricsServerTests {
    /// A port that is free at this moment.
    private static func freePort() throws -> UInt16 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 ? getsockname(socket, $0, &size) : -1
            }
        }
        guard status == 0 else { throw RawHTTP.Failed() }
        return UInt16(bigEndian: place.sin_port)
    }

    private func get(_ path: String, at connection: () throws -> RawHTTP) -> String {
        guard let client = try? connection() else { return "" }
        defer { client.close() }
        client.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return client.answer()
    }

    private func start(_ scene: ReviewScene, listen: String, output: String = "watched") throws -> RunningQuiver {
        let settings: JSONValue = ["metrics": ["listen": .string(listen)], "watch": [["path": "photos"]]]
        try Data(settings.line.utf8).write(to: scene.folder.appendingPathComponent("watching.json"))
        return try scene.program.start(["watch", "--config", "watching.json", "--output", output, "--workers", "1"])
    }

    @Test("a watch tells what it has done, and ends while a client holds on")
    func port() async throws {
        let scene = try await ReviewScene()
        let address = "127.0.0.1:\(try Self.freePort())"
        let running = try start(scene, listen: address)
        defer { kill(running.pid, SIGKILL) }
        let connect = { try RawHTTP("http://\(address)") }
        let text = try await eventually("all photos have ended") { () -> String? in
            let text = get("/metrics", at: connect)
            // One of them ends in the middle, and its end is waited for.
            return text.contains("{outcome=\"done\"} 4.0") && text.contains("{outcome=\"failed\"") ? text : nil
        }
        for line in [
            "HTTP/1.1 200", "text/plain; version=0.0.4", "quiver_queue_photos{state=\"done\"} 4.0",
            "quiver_photos_ended_total{outcome=\"failed\",fault=\"input\"} 1.0", "quiver_ready 1.0",
            "quiver_stage_seconds_bucket{stage=\"infer\",le=\"+Inf\"} 4.0", "quiver_worker_starts_total 1.0",
        ] { #expect(text.contains(line), "\(line)\n\(text)") }
        #expect(get("/health/live", at: connect).contains("200"))
        #expect(get("/health/ready", at: connect).hasSuffix("works\n"))
        #expect(try scene.program.start(["pause", "--output", "watched"]).wait().status == 0)
        let paused = get("/health/ready", at: connect)
        #expect(paused.contains("503") && paused.hasSuffix("paused\n"))
        // Nothing else is there: neither the page nor its API.
        for path in ["/", "/api/v1/queue", "/site/style/base.css"] {
            #expect(get(path, at: connect).hasPrefix("HTTP/1.1 404"))
        }
        let held = try connect()
        defer { held.close() }
        held.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(held.answer { $0.contains("lives") }.contains("lives"))
        kill(running.pid, SIGTERM)
        #expect(try running.wait().status == 0)
    }

    @Test("a socket takes the place of one that a killed process has left, and goes with its process")
    func socket() async throws {
        let scene = try await ReviewScene()
        let path = scene.folder.appendingPathComponent("m.sock").path
        let connect = { try RawHTTP(socket: path) }
        for signal in [SIGKILL, SIGTERM] {
            let running = try start(scene, listen: path)
            defer { kill(running.pid, SIGKILL) }
            _ = try await eventually("the socket answers") {
                get("/health/ready", at: connect).hasSuffix("works\n") ? true : nil
            }
            #expect(try scene.folder.appendingPathComponent("m.sock").mode == 0o660)
            kill(running.pid, signal)
            let status = try running.wait().status
            #expect(signal == SIGKILL || status == 0)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a second process with the same socket says that it is taken, and has it once the first is gone")
    func takenSocket() async throws {
        let scene = try await ReviewScene()
        let path = scene.folder.appendingPathComponent("m.sock").path
        func answers() -> Bool { get("/health/live", at: { try RawHTTP(socket: path) }).hasSuffix("lives\n") }
        let first = try start(scene, listen: path)
        defer { kill(first.pid, SIGKILL) }
        _ = try await eventually("the socket answers") { answers() ? true : nil }
        for end in [SIGTERM, SIGKILL] {
            let second = try start(scene, listen: path, output: "other")
            defer { kill(second.pid, SIGKILL) }
            _ = try await eventually("it is said") { () -> Bool? in
                try String(contentsOf: second.talk, encoding: .utf8).contains("another process answers there")
                    ? true : nil
            }
            #expect(answers())
            kill(second.pid, end)
            _ = try second.wait()
            #expect(answers())
        }
        let second = try start(scene, listen: path, output: "other")
        defer { kill(second.pid, SIGKILL) }
        _ = try await eventually("it is said") { () -> Bool? in
            try String(contentsOf: second.talk, encoding: .utf8).contains("another process answers there") ? true : nil
        }
        kill(first.pid, SIGTERM)
        #expect(try first.wait().status == 0)
        _ = try await eventually("the second answers") { answers() ? true : nil }
        kill(second.pid, SIGTERM)
        #expect(try second.wait().status == 0 && !FileManager.default.fileExists(atPath: path))
    }

    @Test("a socket's name is one process's at a time, and no other's socket is removed")
    func name() throws {
        let folder = try TemporaryFolder()
        let path = FilePath(folder.url.path).appending("m.sock")
        let first = try SocketName(path)
        #expect(throws: SocketName.Taken.self) { try SocketName(path) }
        let listener = try UnixSocket.listen(at: path)
        first.settle()
        #expect(throws: SocketName.Taken.self) { try SocketName(path) }
        close(listener)
        let second = try SocketName(path)
        let other = try UnixSocket.listen(at: path)
        defer { close(other) }
        second.settle()
        first.leave()
        #expect(FileManager.default.fileExists(atPath: path.string))
        second.leave()
        #expect(!FileManager.default.fileExists(atPath: path.string))
        // One that was never there has nothing to remove.
        try Data().write(to: folder["m.sock"])
        try SocketName(path).leave()
        #expect(FileManager.default.fileExists(atPath: path.string))
    }

    @Test("a port that is another's costs no photo")
    func taken() async throws {
        let scene = try await ReviewScene()
        let running = try start(scene, listen: String(scene.address.dropFirst("http://".count)))
        defer { kill(running.pid, SIGKILL) }
        _ = try await eventually("it is said") { () -> Bool? in
            try String(contentsOf: running.talk, encoding: .utf8).contains("name another place with metrics.listen")
                ? true : nil
        }
        _ = try await eventually("photos are worked") {
            FileManager.default.fileExists(atPath: scene.folder.appendingPathComponent("watched/end-01.jpg.json").path)
                ? true : nil
        }
        kill(running.pid, SIGTERM)
        #expect(try running.wait().status == 0)
    }

    @Test("another file that has the socket's name stays")
    func otherFile() async throws {
        let scene = try await ReviewScene()
        let file = scene.folder.appendingPathComponent("notes.txt")
        try Data("mine".utf8).write(to: file)
        let running = try start(scene, listen: file.path)
        defer { kill(running.pid, SIGKILL) }
        _ = try await eventually("it is said") { () -> Bool? in
            try String(contentsOf: running.talk, encoding: .utf8).contains("another file has that name") ? true : nil
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
        kill(running.pid, SIGTERM)
        #expect(try running.wait().status == 0)
    }

    /// The page's server has no supervisor in this process, nor one anywhere.
    @Test("the page answers the same, and says that no supervisor works")
    func page() async throws {
        let scene = try await ReviewScene()
        func ask(_ path: String) throws -> String {
            let client = try RawHTTP(scene.address)
            defer { client.close() }
            let host = scene.address.dropFirst("http://".count)
            client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            return client.answer()
        }
        let ready = try ask("/health/ready")
        #expect(ready.contains("503") && ready.hasSuffix("down\n"))
        #expect(try ask("/health/live").hasSuffix("lives\n"))
        let text = try ask("/metrics")
        #expect(text.contains("quiver_up 0.0") && text.contains("quiver_queue_photos{state=\"done\"} 4.0"))
    }
}

extension URL {
    /// The file's permissions.
    fileprivate var mode: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
        }
    }
}
