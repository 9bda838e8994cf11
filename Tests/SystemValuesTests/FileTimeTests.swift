import Foundation
import TestSupport
import Testing

@testable import SystemValues

@Suite("Times of files")
struct FileTimeTests {
    @Test("wrap where 64 bits end, and differ where they differ")
    func wrapping() {
        #expect(FileTime.nanoseconds(seconds: 1, nanoseconds: 5) == 1_000_000_005)
        #expect(FileTime.nanoseconds(seconds: -1, nanoseconds: 5) == -999_999_995)
        let beyond = FileTime.nanoseconds(seconds: 9_223_372_037, nanoseconds: 0)
        #expect(beyond != FileTime.nanoseconds(seconds: 9_223_372_038, nanoseconds: 0))
        #expect(
            FileTime.nanoseconds(seconds: .max, nanoseconds: .max)
                != FileTime.nanoseconds(seconds: .max, nanoseconds: 0))
    }

    @Test("are in nobody else's arithmetic, which would end the program for a date after 2262")
    func nobodyElseCounts() throws {
        let sources = Cases.packageRoot.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var looked = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            looked += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            let found = text.firstMatch(of: #/st_[acm]tim\.tv_n?sec\s*\)?\s*([-+*/]|&[-+*])/#)
            #expect(found?.0 == nil, "\(file.lastPathComponent)")
        }
        #expect(looked > 100)
    }
}
