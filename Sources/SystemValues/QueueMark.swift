import SystemPackage

/// How a mark in a folder of results names the queue that the results belong to, in JSON.
///
/// A file by its path, from that folder where it lies in there; a database by its address, which other hosts may know by another one.
package enum QueueMark: Codable, Sendable, Hashable {
    case file(RawPathText)
    case database(String)

    package init(from decoder: any Decoder) throws {
        // A path has no two slashes in a row.
        if let text = try? decoder.singleValueContainer().decode(String.self), QueueAddress.problem(of: text) == nil {
            self = .database(text)
        } else {
            self = .file(try RawPathText(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .file(let path): try path.encode(to: encoder)
        case .database(let address):
            var container = encoder.singleValueContainer()
            try container.encode(address)
        }
    }

    /// The file that is named in a folder of results; nil for a database.
    package func file(in results: FilePath) -> QueueLocation? {
        guard case .file(let path) = self else { return nil }
        return .file(results.pushing(path.file))
    }

    /// Whether it names this queue.
    package func names(_ queue: QueueLocation, in results: FilePath) -> Bool {
        queue.mark(in: results) == self || file(in: results) == queue
    }

    /// What is named, for people.
    package func printable(in results: FilePath) -> String {
        switch self {
        case .file(let path): PercentEscape.printable(results.pushing(path.file))
        case .database(let address): address.forTerminal
        }
    }
}

extension QueueLocation {
    /// What a mark in a folder of results says of this queue.
    package func mark(in results: FilePath) -> QueueMark {
        guard let file else { return .database(text) }
        var way = file
        return .file(RawPathText(way.removePrefix(results) ? way : file))
    }
}
