import Foundation
import JSONTree
import TestSupport
import Testing

/// Programs that follow the ends of photos over HTTP, and wait for records.
@Suite("Following over HTTP")
struct FollowEventsTests {
    /// One message of server-sent events.
    private struct Message {
        let id: String
        let event: String
        let data: JSONValue
    }

    /// What is told until so many photos were.
    private func follow(
        _ query: String, _ headers: [String] = [], until count: Int, in scene: ReviewScene
    ) async throws -> (text: String, messages: [Message]) {
        let client = try RawHTTP(scene.address)
        defer { client.close() }
        let lines =
            ["GET /api/v1/events\(query) HTTP/1.1", "Host: \(scene.address.dropFirst("http://".count))"] + headers
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        var text = client.answer { text in
            text.matches(of: /event: ended/).count >= count && text.contains("event: following")
        }
        // What is behind that, and the rest of a message that came in two parts.
        text += client.answer(within: 1)
        let messages = try text.matches(of: /id: (\S+)\r?\nevent: (\w+)\r?\ndata: (\{.*\})/).map { match in
            Message(
                id: String(match.1), event: String(match.2), data: try JSONParser.parse(Array(match.3.utf8)).value)
        }
        return (text, messages)
    }

    @Test("each photo that ended is told with its cursor, and a client that connects again goes on behind it")
    func again() async throws {
        let scene = try await ReviewScene()
        let (_, all) = try await follow("?since=first", until: 5, in: scene)
        #expect(all.map(\.event) == ["following"] + Array(repeating: "ended", count: 5))
        let photos = Array(all.dropFirst())
        #expect(Set(photos.compactMap { $0.data["job"]?.whole }) == Set(1...5))
        for photo in photos {
            #expect(photo.data["cursor"]?.text == photo.id)
            let file = try #require(photo.data["file"]?.text)
            let record = try JSONParser.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: file)))).value
            #expect(record["source"]?["sha256"] == photo.data["record"]?["source"]?["sha256"])
            #expect(photo.data["path"] == photo.data["record"]?["source"]?["path"])
        }
        // The header goes before the query: so a client of server-sent events connects again.
        let rest = try await follow("?since=first", ["Last-Event-ID: \(photos[2].id)"], until: 2, in: scene).messages
        #expect(rest.map(\.id) == [photos[2].id, photos[3].id, photos[4].id])
        let none = try await follow("?since=now", until: 0, in: scene).messages
        #expect(none.map(\.event) == ["following"] && none.first?.id == photos[4].id)
        // Pages are told when to look, and nothing more.
        let page = try RawHTTP(scene.address)
        defer { page.close() }
        page.send("GET /api/v1/events HTTP/1.1\r\nHost: \(scene.address.dropFirst("http://".count))\r\n\r\n")
        let told = page.answer { $0.contains("retry: ") } + page.answer(within: 2)
        #expect(told.contains("retry: ") && !told.contains("event: ended") && !told.contains("id: "), "\(told)")
    }

    @Test("a cursor that the queue cannot go on from is refused with its code")
    func refusals() async throws {
        let scene = try await ReviewScene()
        let photos = try await follow("?since=first", until: 5, in: scene).messages.dropFirst().map { $0 }
        let queue = try #require(photos.first?.id.split(separator: "-").first)
        let ended = try scene.program.run(
            "jobs", "prune", "\(try #require(photos[1].data["job"]?.whole))", "--output", "out")
        #expect(ended.status == 0, "\(ended.talk)")
        for (cursor, status, code) in [
            ("7", 400, "badCursor"), ("0123456789abcdef-1", 409, "otherQueue"), ("\(queue)-900", 409, "cursorAhead"),
            (photos[0].id, 410, "cursorTooOld"),
        ] {
            let answer = try await scene.ask("/events?since=\(cursor)")
            #expect(answer.status == status && answer.json["code"]?.text == code, "\(answer.json.line)")
            #expect(answer.json["title"]?.text?.isEmpty == false)
        }
        let rest = try await follow("?since=\(photos[1].id)", until: 3, in: scene).messages
        #expect(rest.dropFirst().map(\.id) == photos.dropFirst(2).map(\.id))
    }

    @Test("a photo's record is answered whole, once it has ended")
    func record() async throws {
        let scene = try await ReviewScene()
        for wait in ["", "?wait=1s"] {
            let answer = try await scene.ask("/jobs/1/record\(wait)")
            let told = try await scene.ask("/jobs/1").json
            #expect(answer.status == 200 && answer.json["state"]?.text == "done", "\(answer.json.line.prefix(300))")
            #expect(answer.json["source"]?["sha256"] != nil && told["job"]?.whole == 1)
        }
        #expect(try await scene.ask("/jobs/999999/record").status == 404)
        let wrong = try await scene.ask("/jobs/1/record?wait=61s")
        #expect(wrong.status == 400 && wrong.json["code"]?.text == "badRequest")
    }
}
