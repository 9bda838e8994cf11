import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

/// Attacks on the way in: nothing gets into the watched folder but whole photos, under names of the server's own.
@Suite("Attacks on uploads")
struct UploadAttackTests {
    private func send(
        _ scene: UploadScene, _ body: Data, key: String, type: String = "image/jpeg", query: String = "",
        headers: [String: String] = [:]
    ) async throws -> ReviewScene.Answer {
        try await scene.ask(
            "POST", "/photos\(query)", body, type: type, headers: ["Idempotency-Key": key].merging(headers) { $1 })
    }

    @Test("names, keys, sessions and archers of clients lead to no file")
    func names() async throws {
        let scene = try await UploadScene()
        let photo = try UploadScene.tiny(1)
        for (number, text) in ["../../etc/cron.d/evil", "/etc/passwd", "..%2f..%2fevil", "shots/evil.jpg", "CON"]
            .enumerated()
        {
            let headers = ["Content-Disposition": "attachment; filename=\"\(text)\"", "X-File-Name": text]
            let sent = try await send(
                scene, UploadScene.tiny(number), key: text + "-as-a-key", headers: headers)
            #expect(sent.status == 202, "\(text): \(sent.json.line)")
            let session = try await send(scene, photo, key: "session-\(number)", query: "?session=\(text)")
            #expect([404, 400].contains(session.status), "\(text): \(session.status)")
        }
        #expect(scene.photos.count == 5)
        for name in scene.photos { #expect(name.wholeMatch(of: #/\d{8}-\d{6}-[0-9a-f]{8}\.jpg/#) != nil, "\(name)") }
        for archer in ["a%0Ab", "%E2%80%AEanA", String(repeating: "a", count: 81)] {
            #expect(
                try await send(scene, photo, key: "archer-key", query: "?archer=\(archer)").status == 422, "\(archer)")
        }
        let folder = try FileManager.default.contentsOfDirectory(atPath: scene.temporary.url.path)
        #expect(Set(folder.filter { !$0.hasPrefix("std") }) == ["shots", "out", "pipeline.json"], "\(folder)")
    }

    @Test(
        "an address that no upload has is 404 or 400, whatever it looks like",
        arguments: [
            "0123456789abcdef0123", "..%2f..%2fetc%2fpasswd", "%2e%2e", "lock", "0123456789abcdef0123.json", "%00",
            "0123456789ABCDEF0123", String(repeating: "a", count: 600),
        ])
    func addresses(id: String) async throws {
        let scene = try await UploadScene()
        let host = scene.address.dropFirst("http://".count)
        for (method, path) in [
            ("GET", "/uploads/\(id)"), ("DELETE", "/uploads/\(id)"), ("PUT", "/uploads/\(id)/pieces/0"),
        ] {
            let type = method == "DELETE" ? "application/json" : "application/octet-stream"
            let status = try RawHTTP.status(
                scene.address,
                "\(method) /api/v1\(path) HTTP/1.1\nHost: \(host)\nConnection: close\nContent-Type: \(type)\n"
                    + "Content-Length: 1\n\nx")
            #expect(["404", "400"].contains(status), "\(method) \(path): \(status)")
        }
        #expect(scene.kept.isEmpty && scene.photos.isEmpty)
    }

    @Test("what is no photo, by its bytes and not by its type, is 415 and leaves nothing")
    func types() async throws {
        let scene = try await UploadScene()
        let photo = try UploadScene.sample()
        for (number, body) in [
            Data("#!/bin/sh\nrm -rf /\n".utf8), Data("<svg onload=alert(1)>".utf8), photo.dropLast(1000),
            Data([0xFF, 0xD8, 0xFF]),
        ].enumerated() {
            let refused = try await send(scene, Data(body), key: "no-photo-\(number)")
            #expect(refused.status == 415 && refused.json["code"]?.text == "notAPhoto", "\(refused.json.line)")
        }
        // Types that a form of another site could send.
        for type in [
            "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "",
            "application/json",
        ] {
            #expect(try await send(scene, photo, key: "form-type", type: type).status == 415, "\(type)")
        }
        let foreign = try await send(scene, photo, key: "form-type", headers: ["Origin": "http://evil.example"])
        #expect(foreign.status == 403)
        #expect(scene.photos.isEmpty && scene.kept.allSatisfy { $0.hasSuffix(".json") } && scene.kept.count == 4)
    }

    @Test("a PDF is taken under its own type, and under none that a form could send")
    func papers() async throws {
        let scene = try await UploadScene()
        let paper = Data(SmallPDF.bytes(pages: [["Invoice 2026"]]))
        #expect(try await send(scene, paper, key: "form-paper", type: "text/plain").status == 415)
        let sent = try await send(scene, paper, key: "own-paper", type: "application/pdf")
        #expect(sent.status == 202, "\(sent.json.line)")
    }

    @Test("sizes that lie, that are too large, zero or missing, and bodies without end")
    func sizes() async throws {
        let scene = try await UploadScene(uploads: ["on": true, "size": "1MiB", "quota": "3MiB"])
        let host = scene.address.dropFirst("http://".count)
        let head = "POST /api/v1/photos HTTP/1.1\nHost: \(host)\nContent-Type: image/jpeg\nIdempotency-Key: "
        func status(_ rest: String) throws -> String { try RawHTTP.status(scene.address, head + rest) }
        #expect(try status("size-zero-1\nContent-Length: 0\n\n") == "400")
        #expect(try status("size-none-1\n\n") == "411")
        #expect(try ["400", ""].contains(status("size-minus\nContent-Length: -5\n\n")))
        #expect(try ["400", ""].contains(status("size-word-1\nContent-Length: many\n\n")))
        #expect(try ["400", ""].contains(status("size-twice\nContent-Length: 5\nContent-Length: 6\n\nabcde")))
        #expect(try status("size-large\nContent-Length: 999999999999\n\n") == "413")
        // One chunk after the other, without a length.
        let endless = String(repeating: "5\nabcde\n", count: 1000)
        #expect(try status("size-chunk\nTransfer-Encoding: chunked\n\n" + endless) == "411")
        // It says more than it sends, and hangs up: nothing of it is a photo.
        let liar = try RawHTTP(scene.address)
        liar.send((head + "size-short\nContent-Length: 100000\n\nabc").replacing("\n", with: "\r\n"))
        liar.close()
        #expect(try await scene.begin("pieces-large", (1 << 20) + 1).json["code"]?.text == "tooLarge")
        let id = try #require(try await scene.begin("pieces-small", 10).json["id"]?.text)
        let beyond = try await scene.ask("PUT", "/uploads/\(id)/pieces/5", Data(repeating: 1, count: 6))
        #expect(beyond.status == 413 && beyond.json["code"]?.text == "tooLarge")
        let huge = try await scene.ask("PUT", "/uploads/\(id)/pieces/0", Data(repeating: 1, count: (1 << 20) + 1))
        #expect(huge.status == 413)
        for offset in ["-1", "x", "1e3", "99999999999999999999"] {
            let status = try await scene.ask("PUT", "/uploads/\(id)/pieces/\(offset)", Data([1])).status
            #expect(status == 400, "\(offset): \(status)")
        }
        #expect(try await scene.ask("PUT", "/uploads/\(id)/pieces/0", Data()).status == 400)
        // Twenty at once share what the quota has.
        let codes = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask { try await scene.begin("race-number-\(number)", 1 << 20).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == 201 } == 2 && codes.count { $0 == 507 } == 18, "\(codes)")
        #expect(scene.photos.isEmpty)
        #expect(try await scene.ask("/queue").status == 200)
    }

    @Test("without a token, with one that is not good for it, and with another's uploads")
    func tokens() async throws {
        let scene = try await UploadScene()
        func token(_ name: String, _ scopes: String...) throws -> [String: String] {
            let made = try scene.program.start(["token", "add", name] + scopes.flatMap { ["--scope", $0] }).wait()
            return ["Authorization": "Bearer \(made.output.trimmingCharacters(in: .whitespacesAndNewlines))"]
        }
        let (one, two) = (try token("one", "submit"), try token("two", "submit"))
        let (looker, judge) = (try token("looker", "look"), try token("judge", "review"))
        try await scene.killAndStart()
        let photo = try UploadScene.tiny(1)
        #expect(try await send(scene, photo, key: "key-number-1").status == 401)
        #expect(try await scene.begin("key-number-1", 10).status == 401)
        for other in [looker, judge] {
            let refused = try await send(scene, photo, key: "key-number-1", headers: other)
            #expect(refused.status == 403 && refused.json["code"]?.text == "scope")
        }
        let id = try #require(try await scene.begin("key-number-1", 10, headers: one).json["id"]?.text)
        // Another one's upload is not there: not to be seen, gone on with, or given up.
        #expect(try await scene.ask("/uploads/\(id)", headers: two).status == 404)
        #expect(try await scene.ask("PUT", "/uploads/\(id)/pieces/0", Data([1]), headers: two).status == 404)
        let json = "application/json"
        #expect(
            try await scene.ask("DELETE", "/uploads/\(id)", Data("{}".utf8), type: json, headers: two).status == 404)
        #expect(try await scene.ask("/uploads", headers: two).json["uploads"]?.items.isEmpty == true)
        // The same key of another token is another photo.
        let own = try await scene.begin("key-number-1", 10, headers: two)
        #expect(own.status == 201 && own.json["id"]?.text != id)
        #expect(try await scene.begin("key-number-1", 11, headers: two).json["code"]?.text == "keyUsed")
        // Who may look at everything sees it, and may not touch it.
        #expect(try await scene.ask("/uploads/\(id)", headers: looker).status == 200)
        #expect(try await scene.ask("PUT", "/uploads/\(id)/pieces/0", Data([1]), headers: looker).status == 403)
        // What has no body needs no type; a page of another site may not ask it all the same.
        let elsewhere = one.merging(["Origin": "http://elsewhere.example"]) { $1 }
        #expect(try await scene.ask("DELETE", "/uploads/\(id)", type: "", headers: elsewhere).status == 403)
        #expect(try await scene.ask("DELETE", "/uploads/\(id)", type: "text/plain", headers: one).status == 415)
        #expect(try await scene.ask("DELETE", "/uploads/\(id)", type: "", headers: one).status == 204)
        // A browser that signed in with a token may what the token may.
        let text = String((one["Authorization"] ?? "").dropFirst("Bearer ".count))
        let signed = try await scene.ask("POST", "/login", Data(#"{"token":"\#(text)"}"#.utf8), type: json)
        let cookie = [
            "Cookie": String((signed.headers.value(forHTTPHeaderField: "Set-Cookie") ?? "").prefix { $0 != ";" })
        ]
        #expect(signed.status == 204)
        #expect(try await scene.ask("/uploads", headers: cookie).status == 200)
        #expect(try await scene.ask("/sessions", headers: cookie).json["code"]?.text == "scope")
        #expect(try await send(scene, photo, key: "key-number-2", headers: cookie).status == 202)
        #expect(scene.photos.count == 1)
    }

    @Test("another user's process sends nothing with this user's cookie", .enabled(if: getuid() == 0))
    func otherUser() async throws {
        let scene = try await UploadScene()
        _ = try scene.program.start(["token", "add", "one", "--scope", "submit"]).wait()
        let made = try scene.program.start(["token", "add", "mine", "--scope", "submit"]).wait()
        try await scene.killAndStart()
        let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let signed = try await scene.ask(
            "POST", "/login", Data(#"{"token":"\#(token)"}"#.utf8), type: "application/json")
        let cookie = String((signed.headers.value(forHTTPHeaderField: "Set-Cookie") ?? "").prefix { $0 != ";" })
        let host = scene.address.dropFirst("http://".count)
        let request =
            "POST /api/v1/photos HTTP/1.1\\r\\nHost: \(host)\\r\\nCookie: \(cookie)\\r\\nContent-Type: image/jpeg\\r\\n"
            + "Idempotency-Key: key-number-1\\r\\nContent-Length: 5\\r\\nConnection: close\\r\\n\\r\\nabcde"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-c",
            "exec 3<>/dev/tcp/127.0.0.1/\(host.split(separator: ":").last ?? "") && printf '\(request)' >&3 && cat <&3",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit(within: 600)
        #expect(said.hasPrefix("HTTP/1.1 401"), "\(said.prefix(300))")
        #expect(scene.kept.isEmpty)
    }

    @Test("twenty clients at once, each photo once")
    func crowd() async throws {
        let scene = try await UploadScene()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<20 {
                group.addTask {
                    for number in 0..<5 {
                        let photo = try UploadScene.tiny(client * 5 + number)
                        // Twice, as after an answer that was lost; a busy server says so.
                        for _ in 0..<2 {
                            var status = 429
                            while status == 429 {
                                status = try await send(scene, photo, key: "client-\(client)-photo-\(number)").status
                            }
                            #expect(status == 202)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(scene.photos.count == 100 && scene.kept.count == 100)
        let contents = try Set(scene.photos.map { try Data(contentsOf: scene.temporary["shots/\($0)"]) })
        #expect(contents.count == 100)
        _ = try await eventually("all are in the queue") {
            try await scene.ask("/jobs").json["total"]?.whole == 100 ? true : nil
        }
    }
}
