import Query
import Scoring
import Storage

/// What the score book says of photos, for queries that ask for sessions, archers or points; and which look almost the same.
public struct QueryBooks: Sendable {
    private var photos: [String: QuerySubject.Book] = [:]
    /// The files of photos that look almost like another one.
    public var nearDuplicates: Set<String> = []

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

    /// What is read of a score book for a query; nothing where it asks for nothing of it.
    public init(for query: Query, in scores: any ScoreReading) throws {
        self.init(query.terms.isDisjoint(with: [.session, .archer, .score]) ? [] : try scores.allSessions())
    }

    /// What the book says of the photo of a file; empty where it does not have it.
    ///
    /// - Parameter other: The file of another photo with the same content, which was scored in its place.
    public func book(ofFile file: String, or other: String? = nil) -> QuerySubject.Book {
        var book = photos[file] ?? other.flatMap { photos[$0] } ?? QuerySubject.Book()
        book.isNearDuplicate = nearDuplicates.contains(file)
        return book
    }
}
