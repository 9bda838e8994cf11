import Query
import Scoring
import Storage

/// What the score book says of photos, for queries that ask for sessions, archers or points; which look almost the same; and
/// the sets that they are in.
public struct QueryBooks: Sendable {
    private var photos: [String: QuerySubject.Book] = [:]
    /// The files of photos that look almost like another one.
    public var nearDuplicates: Set<String> = []
    /// The sets of each photo, by its SHA-256.
    private var sets: [String: [String]] = [:]

    /// What these sessions say, by default nothing.
    public init(_ sessions: [Session] = []) {
        for session in sessions {
            for end in session.ends {
                for (index, photo) in end.photos.enumerated() where !photo.isFormer {
                    let arrows = end.arrows.filter { $0.photo == index }
                    let archers = arrows.compactMap(\.archer) + [end.archer].compactMap { $0 }
                    photos[photo.filePath] = QuerySubject.Book(
                        session: session.name, archers: Set(archers).sorted(),
                        score: end.trouble == nil ? arrows.reduce(0) { $0 + $1.value.score } : nil)
                }
            }
            for photo in session.skipped where !photo.isFormer {
                photos[photo.filePath] = QuerySubject.Book(session: session.name)
            }
        }
    }

    /// Whether the score book says nothing of any photo.
    public var isEmpty: Bool { photos.isEmpty }

    /// What the score book and the sets of a queue say that a query asks for.
    ///
    /// - Parameter withSessions: Whether sessions are read whatever is asked.
    public init(writtenFor query: Query, in snapshot: QueueSnapshot, withSessions: Bool) throws {
        let asksBook = withSessions || !query.terms.isDisjoint(with: [.session, .archer, .score])
        self.init(asksBook ? try snapshot.scores.allSessions() : [])
        guard query.terms.contains(.set) else { return }
        for name in query.sets(among: try snapshot.sets.photoSets().map(\.name)) {
            for content in try snapshot.sets.contents(ofSet: name) { sets[content, default: []].append(name) }
        }
    }

    /// The sets that the photo of a SHA-256 is in, of those that the query asks for.
    public func sets(ofContent content: String?) -> [String] { content.flatMap { sets[$0] } ?? [] }

    /// What the book says of the photo of a file; empty where it does not have it.
    ///
    /// - Parameter other: The file of another photo with the same content, which was scored in its place.
    public func book(ofFile file: String, or other: String? = nil) -> QuerySubject.Book {
        var book = photos[file] ?? other.flatMap { photos[$0] } ?? QuerySubject.Book()
        book.isNearDuplicate = nearDuplicates.contains(file)
        return book
    }
}
