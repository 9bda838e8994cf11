/// A connection as a URL, read as libpq reads it, so far as must be known of it: what may be shown, and where it leads.
///
/// It is stricter than libpq: what libpq would take for something else than was meant, such as a password with an `@` in it,
/// is refused here, so that no part of a password is ever taken for a host and shown.
/// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
struct ConnectionURL {
    /// Why a text is no such URL; a sentence that holds nothing of the text.
    enum Problem: String, Error {
        case scheme =
            "a queue is a file, or a PostgreSQL database whose address begins with postgres:// or postgresql://"
        case credentials = """
            the address of the database cannot be read: write a character such as @ / ? : # or % of a user or password as % and \
            two hexadecimal digits, or better keep the password in a file (PGPASSFILE)
            """
        case escape = """
            the address of the database has a % that is not followed by two hexadecimal digits; a % itself is written %25
            """
        case port = "the port in the address of the database is no number from 1 to 65535"
        case parameter = """
            the address of the database ends in something else than NAME=VALUE, as in ?sslmode=verify-full; \
            a ? of a user or password is written %3F
            """
        case unsafe =
            "the address of the database has a space, a line end or a control character in it; write it as %20 and the like"
        case hosts =
            "the address of the database names its host wrongly; a folder of sockets is written %2Frun%2Fpostgresql"
    }

    private let scheme: String
    /// All parts as they stand, escapes included.
    private let user: Substring?
    private let password: Substring?
    private let hosts: Substring
    private let path: Substring?
    private let parameters: [(name: Substring, value: Substring)]

    /// What is never shown.
    private static let secrets: Set<String> = ["password", "sslpassword"]

    /// The URL; nil where the text is none.
    init?(_ text: String) {
        guard let url = try? ConnectionURL(reading: text) else { return nil }
        self = url
    }

    /// Reads the URL.
    init(reading text: String) throws(Problem) {
        guard let scheme = ["postgresql", "postgres"].first(where: { text.hasPrefix($0 + "://") }) else {
            throw .scheme
        }
        self.scheme = scheme
        guard !text.unicodeScalars.contains(where: { $0.isUnsafeToShow || $0.properties.isWhitespace }) else {
            throw .unsafe
        }
        let rest = text.dropFirst(scheme.count + 3)
        guard Self.hasWholeEscapes(rest) else { throw .escape }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[0]
        let slash = place.firstIndex(of: "/") ?? place.endIndex
        let authority = place[..<slash]
        // libpq ends the user at the first @ and looks for none behind a slash.
        let signs = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard signs.count <= 2, !place[slash...].contains("@") else { throw .credentials }
        if signs.count == 2 {
            let names = signs[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = names[0]
            password = names.count > 1 ? names[1] : nil
        } else {
            (user, password) = (nil, nil)
        }
        hosts = signs[signs.count - 1]
        path = slash < place.endIndex ? place[slash...].dropFirst() : nil
        guard path?.contains("/") != true else { throw .credentials }
        try Self.check(hosts: hosts)
        var read: [(name: Substring, value: Substring)] = []
        for part in parts.count > 1 ? parts[1].split(separator: "&", omittingEmptySubsequences: true) : [] {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, pair[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }),
                !pair[1].contains("@")
            else { throw .parameter }
            read.append((pair[0], pair[1]))
        }
        parameters = read
    }

    private static func check(hosts: Substring) throws(Problem) {
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            var rest = host
            if rest.hasPrefix("[") {
                guard let end = rest.firstIndex(of: "]") else { throw .hosts }
                rest = rest[rest.index(after: end)...]
                guard rest.isEmpty || rest.hasPrefix(":") else { throw .hosts }
            }
            let pair = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard pair.count <= 2 else { throw .hosts }
            guard pair.count == 2, !pair[1].isEmpty else { continue }
            guard let port = Int(pair[1]), (1...65_535).contains(port) else { throw .port }
        }
    }

    private static func hasWholeEscapes(_ text: Substring) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            let digits = part.prefix(2)
            return digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.isHexDigit } && digits != "00"
        }
    }
}

extension ConnectionURL {
    /// Whether a password stands in it.
    var hasPassword: Bool {
        password?.isEmpty == false || parameters.contains { Self.secrets.contains($0.name.lowercased()) }
    }

    /// The URL without what is secret.
    var printable: String {
        let shown = parameters.filter { !Self.secrets.contains($0.name.lowercased()) }
        return scheme + "://" + (user.map { $0 + "@" } ?? "") + hosts + (path.map { "/" + $0 } ?? "")
            + (shown.isEmpty ? "" : "?" + shown.map { $0.name + "=" + $0.value }.joined(separator: "&"))
    }

    /// The database's name, where it says one.
    var database: String? { value(of: "dbname") }

    /// What it says for one of libpq's parameters, without escapes; nil where it says nothing.
    func value(of name: String) -> String? {
        // The last one counts, as in libpq.
        if let given = parameters.last(where: { $0.name == name }) { return Self.plain(given.value) }
        let part: String? =
            switch name {
            case "user": user.map(Self.plain)
            case "dbname": path.map(Self.plain)
            case "host": pairs.map(\.host).joined(separator: ",")
            case "port": pairs.map(\.port).joined(separator: ",")
            default: nil
            }
        return part.flatMap { $0.allSatisfy { $0 == "," } ? nil : $0 }
    }

    private var pairs: [(host: String, port: String)] {
        hosts.split(separator: ",", omittingEmptySubsequences: false).map { whole in
            let end =
                whole.hasPrefix("[") ? whole.firstIndex(of: "]").map(whole.index(after:)) : whole.firstIndex(of: ":")
            let host = whole[..<(end ?? whole.endIndex)]
            let port = end.map { whole[$0...].drop { $0 == ":" } } ?? ""
            return (Self.plain(host), String(port))
        }
    }

    /// The text without escapes.
    private static func plain(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
