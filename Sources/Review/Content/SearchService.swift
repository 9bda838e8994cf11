import Findings
import Results
import Supervisor
import Synchronization
import SystemPackage
import SystemValues

/// Searches what was found in the folder of results, one search after the other.
final class SearchService: Sendable {
    private let output: FilePath
    private let control: QueueControl
    private let turns = Turns(1)
    /// Opened by the first search, and anew after one that failed: an index that was removed is made anew only then.
    private let opened = Mutex<PhotoSearch?>(nil)

    init(_ control: QueueControl, output: FilePath) {
        self.control = control
        self.output = output
    }

    /// As `PhotoSearch.find`.
    func find(_ query: String, kind: String?, photo: String?, limit: Int) async throws -> [PhotoSearch.Hit] {
        await turns.take()
        defer { turns.giveBack() }
        // The client may have hung up meanwhile.
        try Task.checkCancellation()
        return try await BlockingLane("quiver.review.search").perform { [self] in
            let search = try opened.withLock { $0 } ?? PhotoSearch(in: output, queue: control)
            opened.withLock { $0 = search }
            do {
                return try search.find(query, kind: kind, photo: photo, limit: limit)
            } catch {
                opened.withLock { $0 = nil }
                throw error
            }
        }
    }
}

/// What a search found, as clients get it.
struct SearchJSON: Sendable {
    let hits: [PhotoSearch.Hit]
    /// Whether there are more hits than were asked for.
    let isCut: Bool

    static let format = APIFormat<SearchJSON>.object([
        APIKey("hits", \.hits, .list(.hit)), APIKey("isCut", \.isCut, .bool),
    ]).named("SearchResult", "What photos say or show, in the order of their paths; `isCut` where there is more.")
}

extension APIFormat where Value == PhotoSearch.Hit {
    fileprivate static let hit = object([
        APIKey("photo", { EscapedName.printable(FilePath($0.photo)) }, .text),
        APIKey("page", { DetectorResult.parts(ofAddress: $0.found.detector).page }, .whole),
        APIKey("detector", { DetectorResult.parts(ofAddress: $0.found.detector).detector }, .text),
        APIKey("kind", \.found.kind, .text), APIKey("text", \.found.text, .text),
        APIKey("confidence", \.found.confidence, .confidence), APIKey("count", \.found.count, .whole),
        APIKey("source", { $0.match?.source ?? .reading }, .word), APIKey("match", \.found.texts.matched, .text),
        APIKey("box", \.found.box, .orNull(.box)), APIKey("places", \.places, .list(.corners)),
    ]).named(
        "SearchHit",
        """
        A text that was read, or the objects of one label in a photo: `match` is the text that holds the words, `places` are \
        where these stand, or where each object is.
        """)
}

extension [SearchText] {
    fileprivate var matched: String { first?.text ?? "" }
}
