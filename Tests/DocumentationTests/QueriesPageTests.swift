import Foundation
import Query
import TestSupport
import Testing

/// The page of queries says of each term what the table of terms says.
@Suite struct QueriesPageTests {
    private static let page = Cases.packageRoot.appendingPathComponent("Sources/quiver/Quiver.docc/Queries.md")

    private static func rows(_ heading: String) throws -> [Substring] {
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "| \(heading) |"))
        return text[start.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("|") }.dropFirst(2).map { $0 }
    }

    @Test func everyTermHasItsRow() throws {
        let expected = QueryTerm.allCases.map { term in
            let (row, words) = (term.row, [term.rawValue] + term.row.aliases)
            let level =
                switch row.level {
                case .photo: "photo"
                case .finding: "finding"
                case .count: "count"
                }
            return
                "| \(words.map { "`\($0)`" }.joined(separator: ", ")) | \(level) | \(row.summary) | `\(row.example)` |"
        }
        #expect(try Self.rows("term").map(String.init) == expected)
    }

    @Test func everyMarkHasItsRow() throws {
        let expected = QueryMark.allCases.map { "| `is:\($0.rawValue)` | \($0.summary) |" }
        #expect(try Self.rows("mark").map(String.init) == expected)
    }

    /// What stands in code on the page and has a term in it is read without an error, but for what it says is wrong.
    @Test func itsQueriesAreQueries() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let inQuotes = text.matches(of: /(?:find|--where) '(?<query>[^']+)'/).map { String($0.output.query) }
        let inText = text.matches(of: /`(?<query>[(-]?(?:state|label|date|count|session):[^`]+)`/)
            .map { String($0.output.query) }
        #expect(inQuotes.count >= 5 && inText.count >= 5)
        for query in inQuotes + inText {
            #expect(throws: Never.self, "\(query)") { try Query.parse(query) }
        }
    }
}
