import Foundation
import JSONTree
import TestSupport
import Testing

@testable import Review

/// The API against its own description, on a real queue.
@Suite("The review's API")
struct APITests {
    @Test("every operation takes the example of its description and answers as it says")
    func examples() async throws {
        let scene = try await ReviewScene()
        let session = try await scene.session()
        let document = try await scene.ask("/openapi.json").json
        let schemas = document["components"]?["schemas"] ?? nil
        guard case .object(let paths)? = document["paths"] else { throw WebDriver.Failed("no paths") }
        let photo = try await scene.end(1)["photos"]?.items.first?["id"]?.text ?? ""
        var sent = 0
        for path in paths {
            guard case .object(let operations) = path.value else { continue }
            for operation in operations where operation.value["operationId"]?.text != "followEvents" {
                let id = path.name.contains("/photos/") ? photo : session["id"]?.text ?? ""
                let address = path.name.replacing("{id}", with: id).replacing("{job}", with: "1")
                let body = operation.value["requestBody"]?["content"]?["application/json"]?["example"]?.line
                let answer = try await scene.ask(operation.name.uppercased(), scene.address + address, body: body)
                let described = operation.value["responses"]?["\(answer.status)"]
                let name = operation.value["operationId"]?.text ?? path.name
                #expect(described != nil, "\(name): \(answer.status) \(answer.json.line.prefix(300))")
                #expect(answer.status < 500, "\(name): \(answer.json.line.prefix(300))")
                if let content = described?["content"], case .object(let types) = content, let type = types.first,
                    type.name.hasSuffix("json"), let schema = type.value["schema"]
                {
                    let problems = try JSONSchemaCheck.problems(
                        of: answer.json.line, against: schema.withDefinitions(schemas).line)
                    #expect(problems.isEmpty, "\(name): \(problems.prefix(5))")
                }
                sent += 1
            }
        }
        #expect(sent == paths.reduce(0) { if case .object(let all) = $1.value { $0 + all.count } else { $0 } } - 1)
    }

    @Test("the description names every route, and only those")
    func routes() async throws {
        let scene = try await ReviewScene()
        let document = try await scene.ask("/openapi.json").json
        guard case .object(let paths)? = document["paths"] else { throw WebDriver.Failed("no paths") }
        for path in paths {
            guard case .object(let operations) = path.value else { continue }
            let named = Set(operations.map(\.name))
            for method in ["get", "put", "post", "delete"] where !named.contains(method) {
                let answer = try await scene.ask(
                    method.uppercased(), scene.address + path.name.replacing("{id}", with: "x"),
                    body: method == "get" ? nil : "{}")
                #expect(answer.status == 405, "\(method) \(path.name) is answered with \(answer.status)")
            }
        }
        #expect(try await scene.ask("/nothing").status == 404)
    }

    @Test("an answer that has not changed is not sent again")
    func tags() async throws {
        let scene = try await ReviewScene()
        let first = try await scene.ask("/sessions")
        let tag = try #require(first.headers.value(forHTTPHeaderField: "ETag"))
        let again = try await scene.ask("/sessions", headers: ["If-None-Match": tag])
        #expect(again.status == 304 && again.data.isEmpty)
        let photo = try #require(try await scene.end(1)["photos"]?.items.first?["id"]?.text)
        let picture = try await scene.ask("/photos/\(photo)/picture?longest=400")
        #expect(picture.status == 200 && picture.data.prefix(2) == Data([0xFF, 0xD8]))
        let part = try await scene.ask("/photos/\(photo)/picture?x=500&y=500&side=200")
        #expect(part.status == 200 && part.data.count < picture.data.count * 4)
    }

    @Test("what photos show is searched, with the place of each")
    func search() async throws {
        let scene = try await ReviewScene()
        let listed = try await scene.ask("/jobs").json["jobs"]?.items ?? []
        let found = try await scene.ask("/find?q=arrow&kind=arrow").json
        let hits = found["hits"]?.items ?? []
        #expect(found["isCut"] == false && hits.map { $0["count"]?.whole } == [6, 5, 3, 6], "\(found.line)")
        #expect(hits.allSatisfy { $0["places"]?.items.count == $0["count"]?.whole && $0["source"]?.text == "label" })
        // Named as in the list of photos, and one of them alone.
        for hit in hits {
            let job = try #require(listed.first { $0["photo"] == hit["photo"] }?["job"]?.whole)
            let alone = try await scene.ask("/find?q=arrow&kind=arrow&job=\(job)").json["hits"]?.items
            #expect(alone == [hit])
        }
        let first = try await scene.ask("/find?q=arrow&limit=1").json
        #expect(first["hits"]?.items.count == 1 && first["isCut"] == true)
        #expect(try await scene.ask("/find?q=nothing%20of%20this").json["hits"]?.items.isEmpty == true)
        for (path, status) in [
            ("/find", 400), ("/find?q=%20", 400), ("/find?q=a&limit=0", 400), ("/find?q=a&job=999999", 404),
        ] {
            #expect(try await scene.ask(path).status == status, "\(path)")
        }
    }
}

extension JSONValue {
    /// The schema with what it refers to in the place of its references.
    func withDefinitions(_ definitions: JSONValue) -> JSONValue {
        switch self {
        case .array(let items): return .array(items.map { $0.withDefinitions(definitions) })
        case .object(let members):
            if let reference = self["$ref"]?.text, let name = reference.split(separator: "/").last {
                return (definitions[String(name)] ?? nil).withDefinitions(definitions)
            }
            return .object(members.map { .init($0.name, $0.value.withDefinitions(definitions)) })
        default: return self
        }
    }
}
