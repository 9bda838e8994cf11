import Query
import Testing

@Suite struct QueryTermTests {
    @Test(arguments: QueryTerm.allCases) func isInTheTable(term: QueryTerm) throws {
        let row = term.row
        #expect(!row.summary.isEmpty && row.summary.first?.isUppercase == true && row.summary.last != ".")
        #expect(try Query.parse(row.example).terms.contains(term))
        // Each example says something: no other value has the same query.
        #expect(try Query.parse(row.example) != .all)
        for alias in row.aliases {
            let aliased = row.example.replacing(term.rawValue, with: alias)
            #expect(try Query.parse(aliased) == Query.parse(row.example), "\(alias)")
        }
    }

    @Test func noWordStandsForTwoTerms() {
        let words = QueryTerm.allCases.flatMap { [$0.rawValue] + $0.row.aliases }
        #expect(Set(words).count == words.count && words.allSatisfy { $0 == $0.lowercased() })
    }

    @Test func onlyFindingsAreCounted() {
        #expect(QueryTerm.allCases.filter { $0.row.level == .count } == [.count])
        #expect(QueryTerm.allCases.allSatisfy { $0.row.level == .photo || $0.row.source == .record })
    }
}
