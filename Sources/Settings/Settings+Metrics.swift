import JSONTree
import SystemPackage

extension Settings {
    /// Where programs that watch Quiver ask for its numbers, beside the page.
    public struct Metrics: Sendable, Hashable {
        /// The port or socket; nil for none.
        public var listen: MetricsAddress?

        /// The built-in defaults, which listen nowhere.
        public init() {}
    }
}

/// Where numbers and health are asked for: a port of an address, or a Unix socket.
public enum MetricsAddress: Sendable, Hashable {
    case port(Int, host: String)
    case socket(FilePath)

    /// An address as it is written: `127.0.0.1:9464`, `[::1]:9464`, `localhost:9464`; nil where it is none.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port), !text.contains("/")
        else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self = .port(port, host: host)
    }

    /// As it is written.
    public var text: String {
        switch self {
        case .port(let port, let host): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .socket(let path): path.string
        }
    }

    /// The socket's file; nil for a port.
    public var socket: FilePath? { if case .socket(let path) = self { path } else { nil } }

    /// Whether other machines may reach it.
    var isOpen: Bool {
        if case .port(_, let host) = self { !["localhost", "127.0.0.1", "::1"].contains(host) } else { false }
    }
}

extension SettingFormat where Value == MetricsAddress {
    /// `HOST:PORT`, or a path, which has a slash in it and is absolute once it is read.
    static var metricsAddress: SettingFormat {
        SettingFormat(
            expected: "an address with a port, for example \"127.0.0.1:9464\", or a socket's path in quotes",
            schema: ["type": "string", "minLength": 3],
            text: { text, folder in
                if let address = MetricsAddress(text) { return address }
                guard text.contains("/"), !text.utf8.contains(0) else { return nil }
                return .socket(folder.pushing(FilePath(text)).lexicallyNormalized())
            }, written: \.text)
    }
}
