/// The address that a hook sends to: `https://HOST[:PORT][/PATH]`, and nothing that two programs could read in two ways.
///
/// No user and password, no backslash, no space, no fragment; characters beyond ASCII are percent-escaped by the user.
public struct HookAddress: Sendable, Hashable, CustomStringConvertible {
    /// How it is spoken to.
    public enum Scheme: String, Sendable, CaseIterable {
        case https, http

        /// The port where the address names none.
        public var port: Int { self == .https ? 443 : 80 }
    }

    /// How it is spoken to.
    public let scheme: Scheme
    /// A name in lower case, or an address, of IPv6 without its brackets.
    public let host: String
    /// The named port, or the scheme's own.
    public let port: Int
    /// The address as it was written.
    public let description: String

    /// Reads an address; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 2_000,
            let match = text.wholeMatch(
                of: /(https?):\/\/([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?(?:[\/?][!$-;=?-\[\]_a-z~]*)?/),
            let scheme = Scheme(rawValue: String(match.1))
        else { return nil }
        let port = match.3.map { Int($0) ?? 0 } ?? scheme.port
        guard (1...65_535).contains(port) else { return nil }
        (self.scheme, self.port, description) = (scheme, port, text)
        host = match.2.trimmingPrefix("[").lowercased().replacing("]", with: "")
    }

    /// The part that names no secret: without path and query.
    public var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(name)" + (port == scheme.port ? "" : ":\(port)")
    }
}

/// A time of day, `22:30`.
public struct TimeOfDay: Sendable, Hashable, CustomStringConvertible {
    /// From midnight.
    public let minutes: Int

    /// Reads `HH:MM`; nil for anything else.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([01][0-9]|2[0-3]):([0-5][0-9])/), let hours = Int(match.1),
            let rest = Int(match.2)
        else { return nil }
        minutes = hours * 60 + rest
    }

    /// `HH:MM`.
    public var description: String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return [hours, rest].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}
