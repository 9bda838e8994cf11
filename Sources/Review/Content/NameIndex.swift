import Synchronization
import SystemValues

/// Short names for clients in the place of the book's own, which are paths: a client names only what it was shown.
final class NameIndex: Sendable {
    private let names = Mutex<[String: String]>([:])

    /// The short name of a name; the same one always gives the same.
    static func id(of name: String) -> String { SHA256.hash(name.utf8).prefix(10).hexadecimal }

    /// The name behind a short one; nil where there is none.
    ///
    /// - Parameter all: Every name there is now, behind what its short one is made from; the first of one kind counts.
    ///   Asked where the short one is not known yet.
    func name(of id: String, among all: () throws -> [(source: String, name: String)]) rethrows -> String? {
        if let known = names.withLock({ $0[id] }) { return known }
        let fresh = try all()
        return names.withLock { names in
            names = Dictionary(fresh.map { (Self.id(of: $0.source), $0.name) }) { first, _ in first }
            return names[id]
        }
    }

    /// Forgets every name.
    func forget() { names.withLock { $0 = [:] } }
}
