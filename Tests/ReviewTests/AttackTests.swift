import Foundation
import JSONTree
import TestSupport
import Testing

/// Tries to break in: each of these is a promise of the documentation's table.
@Suite("Attacks on the review's server")
struct AttackTests {
    @Test("another name, another site's page and a form are refused")
    func foreignPages() async throws {
        let scene = try await ReviewScene()
        let host = scene.address.dropFirst("http://".count)
        func status(_ request: String) throws -> String { try RawHTTP.status(scene.address, request) }
        let path = "/api/v1/sessions"
        #expect(try status("GET \(path) HTTP/1.1\nHost: \(host)\nConnection: close\n\n") == "200")
        // DNS rebinding: a page of evil.example whose name leads to this machine.
        for name in ["evil.example", "evil.example:\(host.split(separator: ":")[1])", "127.0.0.1.evil.example", ""] {
            #expect(try status("GET \(path) HTTP/1.1\nHost: \(name)\nConnection: close\n\n") == "421", "\(name)")
        }
        #expect(try ["400", "421"].contains(status("GET \(path) HTTP/1.1\nConnection: close\n\n")))
        // Two names, one of them right, and an address that says another name than the line.
        let two = "Host: \(host)\nHost: evil.example\n"
        #expect(try status("GET \(path) HTTP/1.1\n\(two)Connection: close\n\n") == "400")
        let other = "GET http://evil.example\(path) HTTP/1.1\nHost: \(host)\nConnection: close\n\n"
        #expect(try status(other) == "400")
        let same = "GET http://\(host)\(path) HTTP/1.1\nHost: \(host)\nConnection: close\n\n"
        #expect(try status(same) == "200")
        let change = "POST /api/v1/jobs/retry HTTP/1.1\nHost: \(host)\nConnection: close\nContent-Length: 12\n"
        let json = "Content-Type: application/json\n"
        #expect(try status(change + json + "\n{\"jobs\":[1]}") == "200")
        for origin in ["http://evil.example", "null", "https://\(host)", "http://localhost:1"] {
            #expect(try status(change + json + "Origin: \(origin)\n\n{\"jobs\":[1]}") == "403", "\(origin)")
        }
        #expect(try status(change + json + "Sec-Fetch-Site: cross-site\n\n{\"jobs\":[1]}") == "403")
        #expect(try status(change + json + "Sec-Fetch-Site: same-site\n\n{\"jobs\":[1]}") == "403")
        #expect(try status(change + "Content-Type: text/plain\n\n{\"jobs\":[1]}") == "415")
        #expect(try status(change + "Content-Type: application/jsonp\n\n{\"jobs\":[1]}") == "415")
        let withCharset = "Content-Type: Application/JSON; charset=utf-8\n"
        #expect(try status(change + withCharset + "\n{\"jobs\":[1]}") == "200")
        #expect(try status(change + "Content-Type: application/x-www-form-urlencoded\n\n{\"jobs\":[1]}") == "415")
        // A picture in another site's page.
        #expect(
            try status("GET \(path) HTTP/1.1\nHost: \(host)\nSec-Fetch-Site: cross-site\nConnection: close\n\n")
                == "403")
    }

    @Test("every answer forbids what the page does not need")
    func headers() async throws {
        let scene = try await ReviewScene()
        for path in [scene.address + "/", scene.api + "/sessions", scene.address + "/nothing"] {
            let headers = try await scene.ask(path).headers
            func value(_ name: String) -> String { headers.value(forHTTPHeaderField: name) ?? "" }
            #expect(value("Content-Security-Policy").hasPrefix("default-src 'none'; script-src 'self';"), "\(path)")
            #expect(!value("Content-Security-Policy").contains("unsafe"))
            #expect(value("X-Content-Type-Options") == "nosniff" && value("Referrer-Policy") == "no-referrer")
            #expect(value("Cross-Origin-Resource-Policy") == "same-origin")
        }
    }

    @Test(
        "no parameter reaches a file",
        arguments: [
            "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%00", "/etc/passwd",
            "%2Fetc%2Fpasswd", "....//....//etc/passwd", "..%252f..%252fetc%252fpasswd", "a%0d%0aX-Evil:%201",
            "file:%2f%2f%2fetc%2fpasswd", String(repeating: "a", count: 600),
        ])
    func traversal(_ text: String) async throws {
        let scene = try await ReviewScene()
        let host = scene.address.dropFirst("http://".count)
        for path in [
            "/\(text)", "/api/v1/photos/\(text)/picture", "/api/v1/sessions/\(text)", "/api/v1/jobs/\(text)/picture",
            "/api/v1/jobs?state=\(text)", "/api/v1/jobs?after=\(text)", "/api/v1/trend?archer=\(text)",
            "/api/v1/ranking?date=\(text)", "/api/v1/ranking?round=\(text)", "/api/v1/find?q=\(text)",
            "/api/v1/find?q=a&kind=\(text)", "/api/v1/find?q=a&job=\(text)", "/api/v1/jobs?where=\(text)",
            "/api/v1/find?q=a&after=1%20\(text)",
            "/api/v1/photos/0123456789abcdef0123/picture?longest=\(text)",
        ] {
            let client = try RawHTTP(scene.address)
            defer { client.close() }
            client.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
            let answer = client.answer()
            #expect(!answer.contains("root:x:0") && !answer.contains("X-Evil"), "\(path)")
            let status = answer.dropFirst(9).prefix(3)
            let takesText = ["trend?", "ranking?", "find?", "where="].contains { path.contains($0) }
            #expect(
                takesText || ["400", "404"].contains(status),
                "\(path): \(status)")
        }
        for path in ["/sessions/\(text)/split", "/sessions/\(text)/merge", "/jobs/\(text)/review"] {
            let answer = try? RawHTTP.status(
                scene.address,
                "POST /api/v1\(path) HTTP/1.1\nHost: \(host)\nConnection: close\nContent-Type: application/json\n"
                    + "Content-Length: 2\n\n{}")
            #expect(["400", "404", "405", "415"].contains(answer ?? ""), "\(path): \(answer ?? "")")
        }
    }

    @Test("bodies that are too large or too slow, and headers without end, cost nobody but their sender")
    func large() async throws {
        let scene = try await ReviewScene()
        let host = scene.address.dropFirst("http://".count)
        let head = "POST /api/v1/jobs/retry HTTP/1.1\nHost: \(host)\nContent-Type: application/json\n"
        let large = try RawHTTP.status(
            scene.address, head + "Content-Length: 2000000\n\n" + String(repeating: " ", count: 1_999_998) + "{}")
        #expect(large == "413")
        let many = (0..<2000).map { "X-\($0): \(String(repeating: "a", count: 100))\n" }.joined()
        let headers = try RawHTTP.status(scene.address, head + many + "Content-Length: 2\n\n{}")
        #expect(["", "400", "431"].contains(headers), "\(headers)")
        let slow = try RawHTTP(scene.address)
        defer { slow.close() }
        slow.send((head + "Content-Length: 100\n\n{").replacing("\n", with: "\r\n"))
        #expect(try await scene.ask("/sessions").status == 200)
        // That a body takes too long is told by its own limit alone: a client that is silent for longer is hung up on without
        // a word.
        #expect(slow.answer { $0.contains("\r\n\r\n") }.dropFirst(9).prefix(3) == "408")
        #expect(slow.hasEnded(within: 40))
        #expect(try await scene.ask("/sessions").status == 200)
    }

    @Test("JSON of the wrong kind is told where it is wrong, and changes nothing")
    func nonsense() async throws {
        let scene = try await ReviewScene()
        let before = try #require(try await scene.end(1)["photos"]?.items.first)
        let photo = try #require(before["id"]?.text)
        let revision = try #require(before["revision"]?.whole)
        for body in [
            "", "null", "[]", "{", "{}", #"{"arrows":1}"#, #"{"arrows":[{"number":1e400,"value":{"score":1}}]}"#,
            #"{"arrows":[],"archers":[],"faces":[{"index":0,"type":"wa-122","homography":[1]}],"isConfirmed":false,"isSkipped":false}"#,
            #"{"arrows":[],"archers":[],"faces":[{"index":99,"type":"wa-122","homography":[1,0,0,0,1,0,0,0,1]}],"isConfirmed":false,"isSkipped":false}"#,
            #"{"arrows":[{"number":-1,"value":{"score":1}}],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":false}"#,
            #"{"arrows":[{"number":1,"value":{"score":1,"face":7}}],"archers":[],"faces":[],"isConfirmed":false,"isSkipped":false}"#,
            String(repeating: "[", count: 100_000),
        ] {
            let answer = try await scene.ask("PUT", "/photos/\(photo)/review", body: body)
            #expect([400, 422].contains(answer.status), "\(body.prefix(80)): \(answer.status)")
            #expect(answer.json["title"]?.text?.isEmpty == false)
        }
        let after = try await scene.end(1)["photos"]?.items.first
        #expect(after?["revision"]?.whole == revision)
        #expect(try await scene.ask("/queue").status == 200)
    }

    @Test("an address that others can reach needs a token; nobody without it gets in, and guessing is slow")
    func token() async throws {
        let first = try await ReviewScene()
        let open = try first.program.start(["serve", "--output", "out", "--host", "0.0.0.0", "--port", "0"]).wait()
        #expect(open.status == 64 && open.talk.contains("quiver serve --token"), "\(open.talk)")
        let made = try first.program.start(["serve", "--output", "out", "--token"]).wait()
        let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(made.status == 0 && token.count == 64)
        let file = first.folder.appendingPathComponent("out/quiver.sqlite.token")
        #expect(try !String(contentsOf: file, encoding: .utf8).contains(token))
        let rights = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(rights == 0o600)

        let running = try first.program.start(["serve", "--output", "out", "--port", "0"])
        defer { kill(running.pid, SIGKILL) }
        let address = try await eventually("the server listens") { () -> String? in
            try String(contentsOf: running.talk, encoding: .utf8).firstMatch(of: #/the page is at (\S+)\//#).map {
                String($0.1)
            }
        }
        let api = address + "/api/v1"
        #expect(try await first.ask(api + "/sessions").status == 401)
        #expect(try await first.ask(api + "/events").status == 401)
        #expect(try await first.ask(address + "/").status == 200)
        #expect(try await first.ask(api + "/sessions", headers: ["Authorization": "Bearer \(token)"]).status == 200)
        let signed = try await first.ask("POST", api + "/login", body: #"{"token":"\#(token)"}"#)
        let cookie = signed.headers.value(forHTTPHeaderField: "Set-Cookie") ?? ""
        #expect(signed.status == 204 && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "\(cookie)")
        #expect(!cookie.contains(token))
        let value = String(cookie.prefix { $0 != ";" })
        #expect(try await first.ask(api + "/sessions", headers: ["Cookie": value]).status == 200)
        let name = String(cookie.prefix { $0 != "=" })
        for forged in [
            "\(name)=", "\(name)=\(String(repeating: "0", count: 64))", "\(name)=\(token)", "other=1",
            "quiver=\(value.dropFirst(name.count + 1))",
        ] {
            #expect(try await first.ask(api + "/sessions", headers: ["Cookie": forged]).status == 401, "\(forged)")
        }
        // One more guess is answered every ten seconds: on a slow machine it takes more of them until one is refused. Between them
        // nothing is waited for but the server: other tests may hold this one's threads for longer than that.
        func guess(_ head: String, _ body: String = "") throws -> [String] {
            var answers: [String] = []
            while answers.last?.dropFirst(9).hasPrefix("429") != true, answers.count < 40 {
                let client = try RawHTTP(address)
                defer { client.close() }
                let lines = [head, "Host: \(address.dropFirst("http://".count))", "Connection: close", "", body]
                client.send(lines.joined(separator: "\r\n"))
                answers.append(client.answer())
            }
            return answers
        }
        let wrong = #"{"token":"wrong"}"#
        let typed = "Content-Type: application/json\r\nContent-Length: \(wrong.utf8.count)"
        let signIns = try guess("POST /api/v1/login HTTP/1.1\r\n" + typed, wrong)
        for answer in signIns {
            let code = answer.dropFirst(9).hasPrefix("429") ? "tries" : "signIn"
            #expect(answer.contains(#""code":"\#(code)""#), "\(answer)")
        }
        let statuses = signIns.map { $0.dropFirst(9).prefix(3) }
        #expect(statuses.count > 1 && statuses.last == "429", "\(statuses)")
        #expect(statuses.dropLast().allSatisfy { $0 == "401" }, "\(statuses)")
        // The right token meets none of that, by either way.
        #expect(try await first.ask(api + "/sessions", headers: ["Authorization": "Bearer \(token)"]).status == 200)
        #expect(try await first.ask("POST", api + "/login", body: #"{"token":"\#(token)"}"#).status == 204)
        let bearers = try guess("GET /api/v1/sessions HTTP/1.1\r\nAuthorization: Bearer wrong")
            .map { $0.dropFirst(9).prefix(3) }
        #expect(bearers.dropLast().allSatisfy { $0 == "401" } && bearers.last == "429", "\(bearers)")
    }

    @Test("another user of the machine is hung up on before it has asked anything", .enabled(if: getuid() == 0))
    func otherUser() async throws {
        let scene = try await ReviewScene()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-c",
            "exec 3<>/dev/tcp/127.0.0.1/\(scene.address.split(separator: ":").last ?? "") && cat <&3 && echo ended",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit(within: 600)
        #expect(said == "ended\n", "\(said.prefix(300))")
        #expect(try await scene.ask("/sessions").status == 200)
    }
}
