import SystemPackage
import Testing

@testable import Intake

@Suite("RootNames")
struct RootNamesTests {
    @Test(
        "the shortest endings that differ",
        arguments: [
            (["/x/photos", "/x/scans"], ["photos", "scans"]),
            (["/a/day1", "/b/day1"], ["a/day1", "b/day1"]),
            (["/a/day1", "/a/day1"], ["a/day1", "a/day1-2"]),
            (["/"], ["root"]),
            (["/x/a", "/x/a/a"], ["x/a", "a/a"]),
        ])
    func names(roots: [String], expected: [String]) {
        #expect(RootNames.distinct(roots.map { FilePath($0) }) == expected.map { FilePath($0) })
    }
}
