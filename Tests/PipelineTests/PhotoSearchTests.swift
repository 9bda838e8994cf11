import Findings
import Foundation
import Query
import Results
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor

/// Searches of a folder of results, page by page.
@Suite struct PhotoSearchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A search over photos, in each of which two lines say the same.
    private func search(in photos: [String]) throws -> PhotoSearch {
        for name in photos {
            let lines = [10.0, 30.0].map { y in
                TextLine(
                    text: "brown dog", confidence: 0.9,
                    corners: Quadrilateral(Box(x: 5, y: y, width: 60, height: 12)))
            }
            var photo = PhotoResult()
            photo.image = Record.Image(width: 100, height: 80, orientation: 1, format: "jpeg")
            photo.results = [DetectorResult(detector: "words", task: .text, found: .texts(lines))]
            let record = Record(
                timestamp: Timestamp(milliseconds: 7),
                source: Record.Source(path: FilePath("/photos/\(name)"), bytes: 1, sha256: name), state: .done,
                attempts: 1, photo: photo)
            try Data(record.line.utf8).write(to: folder["\(name).json"])
        }
        return PhotoSearch(in: FilePath(folder.url.path), queue: nil)
    }

    /// Every page, and what was in it.
    private func pages(
        of query: String, limit: Int, _ bounds: PhotoSearch.Bounds, in search: PhotoSearch
    ) throws -> [[String]] {
        var (pages, after): ([[String]], PhotoSearch.Position?) = ([], nil)
        repeat {
            let page = try search.page(try Query.parse(query), after: after, limit: limit, looking: bounds)
            pages.append(page.hits.map { String($0.photo.dropFirst("/photos/".count)) })
            #expect(page.next == nil || page.next != after)
            after = page.next
        } while after != nil && pages.count < 50
        return pages
    }

    @Test(
        arguments: [
            (PhotoSearch.Bounds.all, 10, [["c.jpg", "c.jpg", "e.jpg", "e.jpg"]]),
            (.all, 3, [["c.jpg", "c.jpg", "e.jpg"], ["e.jpg"]]),
            // Two records a page: a and b, c and d, e.
            (PhotoSearch.Bounds(hits: 100, records: 2), 10, [[], ["c.jpg", "c.jpg"], ["e.jpg", "e.jpg"]]),
            // Four places a page.
            (PhotoSearch.Bounds(hits: 4, records: 100), 4, [[], ["c.jpg", "c.jpg"], ["e.jpg", "e.jpg"]]),
        ] as [(PhotoSearch.Bounds, Int, [[String]])])
    func aPageWithTermsEndsWhereEnoughWasLookedAt(
        bounds: PhotoSearch.Bounds, limit: Int, expected: [[String]]
    ) throws {
        let search = try search(in: ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"])
        #expect(try pages(of: "dog name:c*,e*", limit: limit, bounds, in: search) == expected)
    }

    @Test func allPlacesOfWordsComeInPages() throws {
        let search = try search(in: ["a.jpg", "b.jpg"])
        let all = ["a.jpg", "a.jpg", "b.jpg", "b.jpg"]
        for limit in 1...4 {
            let pages = try pages(of: "dog", limit: limit, .ofPage, in: search)
            #expect(pages.count == (4 + limit - 1) / limit && pages.flatMap { $0 } == all)
        }
        #expect(try search.find(Query.parse("dog"), limit: 3).count == 3)
    }
}
