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
    private let lane = BlockingLane("quiver.review.search")
    /// Opened by the first search.
    private let opened = Mutex<PhotoSearch?>(nil)

    init(_ control: QueueControl, output: FilePath) {
        self.control = control
        self.output = output
    }

    /// As `PhotoSearch.find`.
    func find(_ query: String, kind: String?, photo: String?, limit: Int) async throws -> [PhotoSearch.Hit] {
        try await lane.perform { [self] in
            let search = try opened.withLock { search in
                if let search { return search }
                let new = try PhotoSearch(in: output, queue: control)
                search = new
                return new
            }
            return try search.find(query, kind: kind, photo: photo, limit: limit)
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
