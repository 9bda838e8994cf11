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
        #expect(found["isCut"] == false && hits.map { $0["count"]?.whole } == [6, 5, 3, 5], "\(found.line)")
        #expect(hits.allSatisfy { $0["places"]?.items.count == $0["count"]?.whole && $0["source"]?.text == "label" })
        // Named as in the list of photos, and one of them alone.
        for hit in hits {
            let job = try #require(listed.first { $0["photo"] == hit["photo"] }?["job"]?.whole)
            let alone = try await scene.ask("/find?q=arrow&kind=arrow&job=\(job)").json["hits"]?.items
            #expect(alone == [hit])
        }
        let first = try await scene.ask("/find?q=arrow&limit=1").json
        #expect(first["hits"]?.items.count == 1 && first["isCut"] == true)
        for query in ["arrow", "arrow%20state:done"] {
            let whole = try await scene.ask("/find?q=\(query)").json
            var (paged, next): ([JSONValue], String?) = ([], "")
            while let after = next {
                let place = after.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                let page = try await scene.ask("/find?q=\(query)&limit=1\(after.isEmpty ? "" : "&after=\(place)")").json
                paged += page["hits"]?.items ?? []
                next = page["next"]?.text
            }
            #expect(paged == whole["hits"]?.items && whole["next"] == .null && !paged.isEmpty)
        }
        #expect(try await scene.ask("/find?q=nothing%20of%20this").json["hits"]?.items.isEmpty == true)
        for (path, status) in [
            ("/find", 400), ("/find?q=%20", 400), ("/find?q=a&limit=0", 400), ("/find?q=a&job=999999", 404),
            ("/find?q=a&after=7", 400),
        ] {
            #expect(try await scene.ask(path).status == status, "\(path)")
        }
    }
}

@Suite("The list of photos by a query, over the API")
struct PhotoQueryAPITests {
    /// The numbers of the photos that fit, over all pages of the list.
    private func jobs(_ query: String, limit: Int = 100, in scene: ReviewScene) async throws -> [Int] {
        var (jobs, next): ([Int], Int?) = ([], 0)
        let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        while let after = next {
            let page = try await scene.ask("/jobs?limit=\(limit)&after=\(after)&where=\(escaped)")
            #expect(page.status == 200 && page.json["total"] == .null, "\(query): \(page.json.line)")
            jobs += page.json["jobs"]?.items.compactMap { $0["job"]?.whole } ?? []
            next = page.json["next"]?.whole
            #expect(next.map { $0 > after } ?? true)
        }
        return jobs
    }

    @Test("photos are listed that fit, page by page, as the list itself has them")
    func photosThatFit() async throws {
        let scene = try await ReviewScene()
        let all = try await scene.ask("/jobs").json["jobs"]?.items ?? []
        let numbers = all.compactMap { $0["job"]?.whole }
        let hits = try await scene.ask("/find?q=arrow&kind=arrow").json["hits"]?.items ?? []
        #expect(numbers.count > 3 && !hits.isEmpty)
        /// The photos of which the search says that so many arrows are in them.
        func withArrows(_ isCounted: (Int) -> Bool) -> [Int] {
            all.filter { job in
                isCounted(hits.first { $0["photo"] == job["photo"] }?["count"]?.whole ?? 0)
            }.compactMap { $0["job"]?.whole }
        }
        for limit in [1, 2, 100] {
            #expect(try await jobs("label:arrow", limit: limit, in: scene) == withArrows { $0 > 0 })
            #expect(try await jobs("arrow", limit: limit, in: scene) == withArrows { $0 > 0 })
            #expect(try await jobs("label:arrow count>=6", limit: limit, in: scene) == withArrows { $0 >= 6 })
            #expect(try await jobs("state:failed,done", limit: limit, in: scene) == numbers)
        }
        let first = try #require(all.first)
        let name = try #require(first["photo"]?.text?.split(separator: "/").last)
        #expect(try await jobs("name:\(name)", in: scene).contains(first["job"]?.whole ?? 0))
        #expect(try await jobs("label:arrow -label:arrow", in: scene).isEmpty)
        #expect(try await jobs("job:\(numbers[1])..", in: scene) == Array(numbers.dropFirst()))
    }

    @Test("a query that is wrong is refused with the place and what was meant")
    func wrongQueries() async throws {
        let scene = try await ReviewScene()
        for path in ["/jobs?where=lable%3Aarrow", "/find?q=lable%3Aarrow"] {
            let answer = try await scene.ask(path)
            #expect(answer.status == 422 && answer.json["code"] == "badQuery", "\(answer.json.line)")
            let title = answer.json["title"]?.text ?? ""
            #expect(
                title.hasPrefix("In the query, at character 1: ") && title.contains("did you mean 'label'?"), "\(title)"
            )
        }
        let long = String(repeating: "a", count: 2_001)
        #expect(try await scene.ask("/jobs?where=\(long)").status == 400)
        // An empty one asks for all.
        #expect(try await scene.ask("/jobs?where=").json["total"]?.whole != nil)
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
