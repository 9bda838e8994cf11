import Findings
import Query
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

    /// As `PhotoSearch.page`.
    func page(
        _ query: Query, kind: String?, photo: String?, after: PhotoSearch.Position?, limit: Int
    ) async throws -> PhotoSearch.Page {
        await turns.take()
        defer { turns.giveBack() }
        // The client may have hung up meanwhile.
        try Task.checkCancellation()
        return try await BlockingLane("quiver.review.search").perform { [self] in
            let search = opened.withLock { $0 } ?? PhotoSearch(in: output, queue: control)
            opened.withLock { $0 = search }
            do {
                return try search.page(
                    query, kind: kind, photo: photo, after: after, limit: limit, looking: .ofPage)
            } catch {
                opened.withLock { $0 = nil }
                throw error
            }
        }
    }
}

/// What a search found, as clients get it.
enum SearchJSON {
    static let format = APIFormat<PhotoSearch.Page>.object([
        APIKey("hits", \.hits, .list(.hit)), APIKey("isCut", { $0.next != nil }, .bool),
        APIKey("next", \.next?.description, .orNull(.text)),
    ]).named(
        "SearchResult",
        "What photos say or show, in the order of their paths; `isCut` where there may be more, and `next` goes on.")
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
