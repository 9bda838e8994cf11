import Foundation
import Glibc
import JSONTree
import TestSupport
import Testing

/// Photos that are sent over HTTP, from the first byte to the score.
@Suite("Sent photos")
struct UploadTests {
    @Test("a program sends a photo and gets its record; its arrows are the archer's, whoever sent it twice")
    func oneRequest() async throws {
        let scene = try await UploadScene()
        let limits = try await scene.ask("/uploads").json
        #expect(limits["isOn"]?.isTrue == true && limits["why"] == .null && limits["code"] == .null)
        #expect(limits["pieceSize"]?.whole == 1 << 20 && limits["most"]?.whole == 512 << 20)
        #expect((limits["free"]?.whole ?? 0) > 1 << 20)

        let photo = try UploadScene.sample()
        let key = ["Idempotency-Key": "first-end-of-the-day"]
        let sent = try await scene.ask("POST", "/photos?archer=Ana", photo, type: "image/jpeg", headers: key)
        #expect(sent.status == 202, "\(sent.json.line)")
        let id = try #require(sent.json["id"]?.text)
        #expect(sent.headers.value(forHTTPHeaderField: "Location") == "/api/v1/uploads/\(id)")
        // Files settle for an hour here: this one was not waited for.
        let job = try await eventually("the photo is in the queue") {
            try await scene.ask("/uploads/\(id)").json["job"]?.whole
        }
        // The end is there before it is read.
        let early = try await scene.ask("/sessions").json["sessions"]?.items ?? []
        #expect(early.count == 1)
        var waited = sent
        for _ in 0..<10 where waited.json["record"]?["state"]?.text != "done" {
            waited = try await scene.ask("POST", "/photos?wait=60s", photo, type: "image/jpeg", headers: key)
        }
        #expect(waited.status == 200 && waited.json["state"]?.text == "done", "\(waited.json.line)")
        #expect(waited.json["job"]?.whole == job && waited.json["id"]?.text == id && scene.photos.count == 1)
        #expect(waited.json["name"]?.text == scene.photos.first && waited.json["received"]?.whole == photo.count)
        let session = try await scene.ask("/sessions/\(#require(waited.json["session"]?.text))").json
        let ends = session["rounds"]?.items.flatMap { $0["ends"]?.items ?? [] } ?? []
        let arrows = ends.flatMap { $0["arrows"]?.items ?? [] }
        #expect(ends.count == 1 && !arrows.isEmpty && arrows.allSatisfy { $0["archer"]?.text == "Ana" })
        #expect(ends.first?["photos"]?.items.first?["id"] == waited.json["photo"])
        #expect(session["archers"]?["names"]?.items.map(\.text) == ["Ana"])

        // The next one goes to the session, for another archer.
        let next = try await scene.ask(
            "POST", "/photos?archer=Ben&session=\(#require(waited.json["session"]?.text))",
            UploadScene.sample("day1/end-02.jpg"), type: "image/jpeg", headers: ["Idempotency-Key": "second-end"])
        #expect(next.status == 202 && scene.photos.count == 2, "\(next.json.line)")
        let other = try #require(next.json["id"]?.text)
        _ = try await eventually("the second end is read") {
            try await scene.ask("/uploads/\(other)").json["state"]?.text == "done" ? true : nil
        }
        let both = try await scene.ask("/sessions/\(#require(waited.json["session"]?.text))").json
        #expect(both["perArcher"]?.items.compactMap { $0["name"]?.text } == ["Ana", "Ben"])
        #expect(both["rounds"]?.items.flatMap { $0["ends"]?.items ?? [] }.count == 2)
    }

    @Test("who waits for a photo whose last bytes are still to come gets its record, or hears that it is none")
    func waitingForTheLastBytes() async throws {
        let scene = try await UploadScene()
        for (key, photo, isRefused) in [
            ("photo-on-its-way", try UploadScene.tiny(1), false), ("text-on-its-way", Data("no photo".utf8), true),
        ] {
            var answer = JSONValue.null
            // Where a busy machine lets the bytes come when the wait is over, they are sent once more.
            for attempt in 1...5 {
                let id = try #require(try await scene.begin("\(key)-\(attempt)", photo.count).json["id"]?.text)
                async let waiting = scene.ask("/uploads/\(id)?wait=60s")
                // The wait has begun, or begins at any moment: both must come to the same.
                try await Task.sleep(for: .milliseconds(500))
                _ = try await scene.ask("PUT", "/uploads/\(id)/pieces/0", photo)
                answer = try await waiting.json
                guard answer["state"]?.text == "receiving" else { break }
            }
            // As it stands now, not as it stood when the wait began.
            #expect(answer["received"]?.whole == photo.count || isRefused, "\(answer.line)")
            #expect(answer["state"]?.text != "receiving" && (answer["state"]?.text == "refused") == isRefused)
            #expect(isRefused ? answer["reason"]?.text != nil : answer["name"]?.text != nil, "\(answer.line)")
        }
    }

    @Test("while enough photos wait, another one is told when to come, and what has begun is taken")
    func full() async throws {
        let scene = try await UploadScene(full: 1)
        let json = "application/json"
        #expect(try await scene.ask("POST", "/queue/pause", Data("{}".utf8), type: json).status == 200)
        let photo = try UploadScene.tiny(1)
        let key = ["Idempotency-Key": "the-first-photo"]
        #expect(try await scene.ask("POST", "/photos", photo, type: "image/jpeg", headers: key).status == 202)
        let mark = scene.temporary["shots/.quiver-full"]
        let seconds = try await eventually("the queue is full") {
            try await scene.ask("/uploads").json["retryAfter"]?.whole
        }
        #expect((5...3_600).contains(seconds))
        _ = try await eventually("the folder says so") {
            FileManager.default.fileExists(atPath: mark.path) ? true : nil
        }
        let refused = try await scene.begin("the-second-photo", 100)
        #expect(refused.status == 429 && refused.json["code"]?.text == "full", "\(refused.json.line)")
        let told = try #require(refused.json["retryAfter"]?.whole)
        #expect(refused.headers.value(forHTTPHeaderField: "Retry-After") == "\(told)")
        #expect(try await scene.begin("the-first-photo", photo.count).status == 200)
        #expect(try await scene.ask("/queue").json["live"]?["fullFor"]?.whole != nil)
        #expect(try await scene.ask("POST", "/queue/resume", Data("{}".utf8), type: json).status == 200)
        _ = try await eventually("another upload is taken") {
            try await scene.begin("the-second-photo", 100).status == 201 ? true : nil
        }
        _ = try await eventually("the folder says so") {
            FileManager.default.fileExists(atPath: mark.path) ? nil : true
        }
    }

    @Test("a session that is renamed while a photo for it is on its way gets the photo")
    func renamedMeanwhile() async throws {
        let scene = try await UploadScene()
        let former = try await scene.ask(
            "POST", "/photos", UploadScene.tiny(1), type: "image/jpeg", headers: ["Idempotency-Key": "photo-of-before"])
        let standing = try await eventually("the photo is in its session") {
            let standing = try await scene.ask("/uploads/\(former.json["id"]?.text ?? "")").json
            return standing["photo"]?.text == nil ? nil : standing
        }
        func change(_ method: String, _ path: String, _ body: String) async throws -> Int {
            try await scene.ask(method, path, Data(body.utf8), type: "application/json").status
        }
        // A session without a folder of its own: nothing leads to it but its name.
        let split = try await change(
            "POST", "/sessions/\(#require(standing["session"]?.text))/split",
            #"{"photos":["\#(#require(standing["photo"]?.text))"],"name":"Second"}"#)
        #expect(split == 200)
        let all = try await scene.ask("/sessions").json["sessions"]?.items ?? []
        let second = try #require(all.first { $0["name"]?.text == "Second" }?["id"]?.text)
        let photo = try UploadScene.tiny(2)
        let begun = try await scene.begin("photo-for-second", photo.count, more: #","session":"\#(second)""#)
        let id = try #require(begun.json["id"]?.text)
        #expect(try await change("PUT", "/sessions/\(second)", #"{"name":"Third"}"#) == 200)
        let sent = try await scene.ask("PUT", "/uploads/\(id)/pieces/0", photo)
        // A request whose answer was lost is answered as before, whatever has become of what it was for.
        let again = try await scene.begin("photo-for-second", photo.count, more: #","session":"no-session-any-more""#)
        #expect(again.status == 200 && again.json["id"]?.text == id, "\(again.json.line)")
        let other = try await scene.begin("photo-for-none", photo.count, more: #","session":"no-session-any-more""#)
        #expect(other.json["code"]?.text == "unknownSession", "\(other.json.line)")
        #expect(sent.status == 200 && sent.json["session"]?.text == second, "\(sent.json.line)")
    }

    @Test("pieces survive a lost connection and kill -9 of the server, and are one photo")
    func pieces() async throws {
        let scene = try await UploadScene()
        let photo = try UploadScene.sample()
        let begun = try await scene.begin("photo-of-a-phone", photo.count, more: #","archer":"Ana""#)
        #expect(begun.status == 201 && begun.json["state"]?.text == "receiving", "\(begun.json.line)")
        let id = try #require(begun.json["id"]?.text)
        let size = photo.count / 3
        func send(_ from: Int, _ count: Int) async throws -> ReviewScene.Answer {
            let to = min(from + count, photo.count)
            return try await scene.ask("PUT", "/uploads/\(id)/pieces/\(from)", photo.subdata(in: from..<to))
        }
        #expect(try await send(0, size).json["received"]?.whole == size)
        try await scene.killAndStart()
        #expect(try await scene.ask("/uploads/\(id)").json["received"]?.whole == size)
        #expect(try await scene.begin("photo-of-a-phone", photo.count).status == 200)
        // The piece whose answer was lost comes again, one comes too early.
        #expect(try await send(0, size).json["received"]?.whole == size)
        let early = try await send(2 * size, size)
        #expect(early.status == 409 && early.json["code"]?.text == "outOfOrder")
        #expect(early.json["upload"]?["received"]?.whole == size)
        #expect(try await send(size, size).json["received"]?.whole == 2 * size)
        #expect(scene.photos.isEmpty)
        let last = try await send(2 * size, photo.count)
        #expect(last.status == 200 && last.json["received"]?.whole == photo.count, "\(last.json.line)")
        try await scene.killAndStart()
        _ = try await eventually("it is read") {
            try await scene.ask("/uploads/\(id)").json["state"]?.text == "done" ? true : nil
        }
        #expect(try await send(2 * size, photo.count).json["state"]?.text == "done")
        #expect(scene.photos.count == 1 && scene.kept == ["\(id).json"])
        #expect(try Data(contentsOf: scene.temporary["shots/\(#require(scene.photos.first))"]) == photo)
        let list = try await scene.ask("/uploads").json["uploads"]?.items ?? []
        #expect(list.compactMap { $0["id"]?.text } == [id])
    }

    @Test("where nothing watches, or the settings say so, no photo is taken, and why is said")
    func off() async throws {
        let scene = try await UploadScene(uploads: ["on": false])
        let off = try await scene.ask("/uploads").json
        #expect(off["isOn"]?.isTrue == false && off["why"]?.text?.contains("serve.uploads.on") == true, "\(off.line)")
        #expect(off["code"]?.text == "off")
        #expect(try await scene.begin("key-number-1", 10).json["code"]?.text == "uploadsOff")
        // Another server takes them while a run watches, and none where it has ended.
        let (other, address) = try await UploadScene.start(
            in: scene.temporary.url, ["serve", "--uploads", "--port", "0"])
        defer { kill(other.pid, SIGKILL) }
        let uploads = address + "/api/v1/uploads"
        #expect(try await scene.ask(uploads).json["isOn"]?.isTrue == true)
        let key = ["Idempotency-Key": "key-number-1"]
        let sent = try await scene.ask(
            "POST", address + "/api/v1/photos", UploadScene.tiny(1), type: "image/jpeg", headers: key)
        #expect(sent.status == 202, "\(sent.json.line)")
        kill(scene.running.pid, SIGTERM)
        _ = try scene.running.wait()
        let alone = try await scene.ask(uploads).json
        #expect(alone["isOn"]?.isTrue == false && alone["why"]?.text?.contains("quiver watch") == true)
        // The folder is not opened for that: its photos are another server's to tell of.
        #expect(alone["code"]?.text == "unwatched" && alone["uploads"]?.items.isEmpty == true, "\(alone.line)")
        let refused = try await scene.ask(
            "POST", address + "/api/v1/photos", UploadScene.tiny(2), type: "image/jpeg",
            headers: ["Idempotency-Key": "key-number-2"])
        #expect(refused.status == 403 && refused.json["code"]?.text == "uploadsOff")
        #expect(scene.photos.count == 1)
        // What no token changes is told before what another one would.
        let made = try scene.program.start(["token", "add", "coach", "--scope", "review"]).wait()
        let (third, guarded) = try await UploadScene.start(in: scene.temporary.url, ["serve", "--port", "0"])
        defer { kill(third.pid, SIGKILL) }
        let coach = ["Authorization": "Bearer " + made.output.trimmingCharacters(in: .whitespacesAndNewlines)]
        #expect(try await scene.ask(guarded + "/api/v1/uploads", headers: coach).json["code"]?.text == "off")
    }

    /// Copies a folder without the sockets that a killed server left in it: they cannot be copied.
    private func copyResults(_ from: URL, to: URL) throws {
        let files = FileManager.default
        try files.createDirectory(at: to, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: from.path) {
            let item = from.appendingPathComponent(name)
            guard try files.attributesOfItem(atPath: item.path)[.type] as? FileAttributeType != .typeSocket else {
                continue
            }
            try files.copyItem(at: item, to: to.appendingPathComponent(name))
        }
    }

    @Test("a server of other results leaves the folder to the one that it is watched for")
    func otherResults() async throws {
        let scene = try await UploadScene()
        kill(scene.running.pid, SIGKILL)
        _ = try scene.running.wait()
        try copyResults(scene.temporary["out"], to: scene.temporary["old"])
        let (other, address) = try await UploadScene.start(
            in: scene.temporary.url, ["serve", "--output", "old", "--port", "0"])
        defer { kill(other.pid, SIGKILL) }
        let off = try await scene.ask(address + "/api/v1/uploads").json
        #expect(off["isOn"]?.isTrue == false && off["why"]?.text?.contains("quiver watch") == true, "\(off.line)")
        let (again, own) = try await UploadScene.start(in: scene.temporary.url, ["watch", "--serve", "--port", "0"])
        defer { kill(again.pid, SIGKILL) }
        _ = try await eventually("it takes photos") {
            try await scene.ask(own + "/api/v1/uploads").json["isOn"]?.isTrue == true ? true : nil
        }
        let sent = try await scene.ask(
            "POST", own + "/api/v1/photos", UploadScene.tiny(1), type: "image/jpeg",
            headers: ["Idempotency-Key": "key-number-1"])
        #expect(sent.status == 202, "\(sent.json.line)")
    }

    @Test("tokens are made, listed and removed by a command, and count at once in a server that runs")
    func tokens() async throws {
        let scene = try await UploadScene()
        func quiver(_ words: String...) throws -> QuiverProgram.Ended { try scene.program.start(words).wait() }
        #expect(try quiver("token", "add", "camera").status == 64)
        let made = try quiver("token", "add", "camera", "--scope", "submit")
        let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(made.status == 0 && token.count == 64 && made.talk.contains("next start"), "\(made.talk)")
        #expect(try quiver("token", "add", "camera", "--scope", "look").status == 64)
        #expect(try quiver("token", "list").output == "camera  submit\n")
        let second = try quiver("token", "add", "coach", "--scope", "review")
        let coach = ["Authorization": "Bearer " + second.output.trimmingCharacters(in: .whitespacesAndNewlines)]
        #expect(second.status == 0 && !second.talk.contains("next start"), "\(second.talk)")
        try await scene.killAndStart()
        let bearer = ["Authorization": "Bearer \(token)", "Idempotency-Key": "key-number-1"]
        #expect(try await scene.ask("/uploads").status == 401)
        #expect(try await scene.ask("/uploads", headers: bearer).json["isOn"]?.isTrue == true)
        let sent = try await scene.ask("POST", "/photos", UploadScene.tiny(1), type: "image/jpeg", headers: bearer)
        #expect(sent.status == 202, "\(sent.json.line)")
        for path in ["/sessions", "/jobs", "/queue", "/events"] {
            let answer = try await scene.ask(path, headers: bearer)
            #expect(answer.status == 403 && answer.json["code"]?.text == "scope", "\(path)")
        }
        // Numbers are seen, and that the server lives is no secret.
        let metrics = scene.address + "/metrics"
        #expect(try await scene.ask(metrics).status == 401)
        #expect(try await scene.ask(metrics, headers: bearer).json["code"]?.text == "scope")
        #expect(try await scene.ask(metrics, headers: coach).status == 200)
        #expect(try await scene.ask(scene.address + "/health/live", headers: bearer).status == 200)
        // One that only corrects is offered no way to send.
        let seen = try await scene.ask("/uploads", headers: coach).json
        #expect(seen["isOn"]?.isTrue == false && seen["why"]?.text?.contains("'submit'") == true, "\(seen.line)")
        #expect(seen["code"]?.text == "scope")
        #expect(try quiver("token", "remove", "camera").status == 0)
        #expect(try await scene.ask("/uploads", headers: bearer).status == 401)
    }
}
