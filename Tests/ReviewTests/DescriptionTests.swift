import Findings
import Foundation
import JSONTree
import Storage
import TestSupport
import Testing

@testable import Review

/// The API's description, and what is answered for each kind of finding.
@Suite("The API's description")
struct DescriptionTests {
    /// What clients rely on: where a change is meant, the file takes the answer of `/api/v1/openapi.json`.
    private static let stored = Cases.packageRoot.appendingPathComponent("Tests/ReviewTests/openapi.json")

    @Test("the description is the one that clients know")
    func isKnown() async throws {
        let known = try JSONParser.parse(Data(contentsOf: Self.stored)).value
        let answered = try await ReviewScene().ask("/openapi.json").json
        for place in [["paths"], ["components", "schemas"]] {
            let (now, before) = (answered.members(at: place), known.members(at: place))
            #expect(Set(now.map(\.name)) == Set(before.map(\.name)))
            for member in before {
                let other = now.first { $0.name == member.name }?.value.canonical
                #expect(other?.line == member.value.canonical.line, "\(member.name) is another")
            }
        }
        #expect(answered.canonical == known.canonical)
    }

    @Test("what is found and said of each kind is answered as it is described")
    func kinds() async throws {
        let folder = try TemporaryFolder()
        let kinds = FindingList.kinds.filter { $0 is any AnsweredFinding.Type }
        let results = try kinds.map { kind in
            let example = try JSONParser.parse(#require(KindExamples.json[kind.listName]).utf8).value
            let task = try #require(DetectorTask.allCases.first { $0.nothing.kind == kind })
            return ReviewPage.result("the \(kind.listName)", task.rawValue, kind.listName, [example])
        }
        let scene = try await ReviewScene(
            finding: [
                "name": "things", "task": "segment", "model": .string(try TinyModels.segmenting(in: folder.url)),
                "labels": ["cup", "ball"],
            ], in: Cases.packageRoot.appendingPathComponent("samples/photos/day1/end-01.jpg"),
            saying: .array(results))
        let schemas = try await scene.ask("/openapi.json").json["components"]?["schemas"] ?? nil
        func expect(_ json: JSONValue, as name: String) throws {
            let schema = (schemas[name] ?? nil).withDefinitions(schemas)
            let problems = try JSONSchemaCheck.problems(of: json.line, against: schema.line)
            #expect(problems.isEmpty, "\(problems.prefix(5))")
        }
        let job = try await scene.ask("/jobs/1").json
        try expect(job, as: "Job")
        // Everything is said again as it was found, and confirmed.
        var lists: [JSONValue.Member] = []
        for case .object(let detector) in job["detectors"]?.items ?? [] {
            let name = detector.first { $0.name == "name" }?.value.text ?? ""
            for list in detector where FindingReview.kinds.contains(where: { $0.reviewName == list.name }) {
                guard let first = list.value.items.first, case .object(let found) = first else { continue }
                let said = JSONValue.object(
                    found.filter { $0.name != "confidence" } + [.init("confidence", nil), .init("origin", 0)])
                let one = list.name == "classes" ? first["label"] ?? nil : [said]
                lists.append(.init(list.name, .object([.init(name, one)])))
            }
        }
        #expect(lists.count == kinds.count)
        let review = JSONValue.object([.init("isAccepted", true)] + lists)
        try expect(review, as: "FindingReview")
        let answer = try await scene.ask("PUT", "/jobs/1/review", body: review.line)
        #expect(answer.status == 200, "\(answer.json.line)")
        try expect(answer.json, as: "Job")
        for list in lists { #expect(answer.json["review"]?[list.name] != .object([]), "\(list.name)") }
    }
}

extension JSONValue {
    fileprivate func members(at place: [String]) -> [Member] {
        guard case .object(let members)? = place.reduce(self, { $0?[$1] }) else { return [] }
        return members
    }
}
