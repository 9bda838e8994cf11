import SystemValues

/// The ids of photos in addresses, which are the same on every host of a queue.
///
/// They are made from the names of folders that hosts agree on; where there are none, from the book's own names, which are
/// paths. A queue that came from one host has given out ids of its paths: those lead to the same photos.
struct PhotoAddresses: Sendable {
    private let names: RootNames
    private let index = NameIndex()

    init(_ names: RootNames) { self.names = names }

    /// The id of a photo by its name in the book.
    func id(of photo: String) -> String { NameIndex.id(of: names.stored(photo)) }

    /// The book's name of a photo by its id; nil where there is none.
    ///
    /// - Parameter all: The book's names of all photos, asked for where the id is not known yet.
    func photo(_ id: String, among all: () throws -> [String]) rethrows -> String? {
        try index.name(of: id) {
            let photos = try all()
            return photos.map { (names.stored($0), $0) } + photos.filter { names.stored($0) != $0 }.map { ($0, $0) }
        }
    }
}
