import Results
import Scoring
import Storage

/// Photos that fit a query, in the natural order of their paths.
///
/// Of those that the queue has told, no record was read: it is read of what is shown alone.
public struct FoundPhotos {
    /// Photos whose records were read, with the paths of these.
    private let read: [(photo: FoundPhoto, record: [UInt8])]
    private let told: IndexedPhotos?
    /// What is known of a photo by its record and its number.
    private let describe: (Record, JobID?) -> FoundPhoto

    init(
        read: [(photo: FoundPhoto, record: [UInt8])], told: IndexedPhotos? = nil,
        describe: @escaping (Record, JobID?) -> FoundPhoto
    ) {
        self.read = read
        self.told = told
        self.describe = describe
    }

    /// How many there are.
    public var count: Int { read.count + (told?.fitting.count ?? 0) }

    /// The first of them by their paths on this host, as records have these; blocks.
    public func paths(first limit: Int = .max) throws -> [String] { try inOrder().prefix(limit).map(\.path) }

    /// The first of them with all that is said of photos; blocks.
    ///
    /// A photo is left out whose record was taken away meanwhile.
    public func photos(first limit: Int = .max) throws -> [FoundPhoto] {
        let first = try inOrder().prefix(limit)
        let records = try told?.records(at: first.filter { $0.photo == nil }.map { RawPath($0.record) })
        return first.compactMap { one in
            if let photo = one.photo { return photo }
            let path = RawPath(one.record).path
            return records?.record(below: path).map { describe($0, records?.job(at: path)) }
        }
    }

    /// A photo in its place among the others.
    private struct Entry {
        let path: String
        let record: [UInt8]
        /// Nil where its record was not read.
        var photo: FoundPhoto?
    }

    private func inOrder() throws -> [Entry] {
        var all = read.map { Entry(path: $0.photo.photo, record: $0.record, photo: $0.photo) }
        all += try told?.paths().map { Entry(path: $0.photo, record: $0.place.way) } ?? []
        return all.sorted { one, other in
            guard one.path != other.path else { return one.record.lexicographicallyPrecedes(other.record) }
            return NaturalOrder.areInOrder(one.path, other.path)
        }
    }
}
