import SystemValues

/// The tokens of a queue: one that is good for everything, and others by name that are good for less.
struct TokenSet: Sendable, Hashable {
    /// A token with a name.
    struct Named: Sendable, Hashable {
        var name: String
        var scopes: Set<Scope>
        let token: AccessToken
    }

    /// The most tokens with names.
    static let most = 100
    /// The most characters of a name.
    static let longestName = 40

    /// The token of `quiver serve --token`; nil where none was made.
    var main: AccessToken?
    /// The others, in the order in which they were made.
    var named: [Named] = []

    var isEmpty: Bool { main == nil && named.isEmpty }

    /// What tells the cookies and the sessions of these tokens from those of other queues.
    ///
    /// - Parameter place: Stands for the queue where it has no main token.
    func name(at place: String) -> String { main?.name ?? SHA256.hash(place.utf8).prefix(6).hexadecimal }

    /// What a text is the token of; nil where it is none.
    ///
    /// All are compared, so that the time says nothing of which one it was.
    func grant(of text: String) -> (grant: Grant, token: AccessToken)? {
        let matching = named.filter { $0.token.matches(text) }
        if let main, main.matches(text) { return (.main, main) }
        return matching.first.map { (Grant(holder: $0.name, scopes: $0.scopes), $0.token) }
    }

    /// What a browser may do that signed in with a token of this name; nil where there is none any more.
    ///
    /// - Parameter name: Nil for the main token, and for a link: only the terminal's user sees that.
    func grant(ofToken name: String?) -> Grant? {
        guard let name else { return .main }
        return named.first { $0.token.name == name }.map { Grant(holder: $0.name, scopes: $0.scopes) }
    }
}

/// In the file: the main token's hash on a line of its own as ever, and a line for each other one.
extension TokenSet {
    /// The tokens that a file holds; nil where it holds none, or something else.
    init?(stored text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: " ").map(String.init)
            guard let first = fields.first, let token = AccessToken(stored: first) else { return nil }
            switch fields.count {
            case 1:
                guard main == nil else { return nil }
                main = token
            case 3:
                let words = fields[2].split(separator: ",").map { Scope(rawValue: String($0)) }
                // A scope of a later version is none of ours; a line without any is no line.
                let scopes = words.compactMap { $0 }.reduce(into: Set<Scope>()) { $0.formUnion($1.whole) }
                guard !scopes.isEmpty else { return nil }
                named.append(Named(name: fields[1], scopes: scopes, token: token))
            default: return nil
            }
        }
        if isEmpty { return nil }
    }

    /// The tokens as a file keeps them.
    var stored: String {
        let lines = named.map { one in
            let words = Scope.allCases.filter(one.scopes.contains).map(\.rawValue).joined(separator: ",")
            return "\(one.token.stored) \(one.name) \(words)"
        }
        return ((main.map { [$0.stored] } ?? []) + lines).map { $0 + "\n" }.joined()
    }
}

/// What is told of a token; the token itself is kept nowhere.
public struct NamedToken: Sendable, Hashable {
    /// Its name; nil for the one of `quiver serve --token`.
    public let name: String?
    /// What it is good for, in a fixed order.
    public let scopes: [Scope]
}

extension TokenFile {
    /// The tokens that there are.
    ///
    /// - Throws: ``ServerError`` where the file is not this user's own, or holds no token.
    public func list() throws(ServerError) -> [NamedToken] {
        let all = try tokens() ?? TokenSet()
        let main = all.main == nil ? [] : [NamedToken(name: nil, scopes: Scope.allCases)]
        return main
            + all.named.map { one in NamedToken(name: one.name, scopes: Scope.allCases.filter(one.scopes.contains)) }
    }

    /// Makes a token with a name, and returns it; it is kept nowhere.
    ///
    /// - Throws: ``ServerError`` where the name is taken or none, and where the file cannot be written.
    public func add(_ name: String, scopes: Set<Scope>) throws(ServerError) -> String {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-_".unicodeScalars.contains(scalar))
        }
        guard isPlain, (1...TokenSet.longestName).contains(name.count) else {
            throw ServerError(
                .unsafe,
                "a token's name has 1 to \(TokenSet.longestName) letters, digits, '-' and '_', as in 'club-phone'")
        }
        let (text, token) = AccessToken.make()
        try change { (all) throws(ServerError) in
            guard !all.named.contains(where: { $0.name == name }) else {
                throw ServerError(
                    .unsafe, "there is a token '\(name)' already; remove it with 'quiver token remove \(name)'")
            }
            guard all.named.count < TokenSet.most else {
                throw ServerError(
                    .unsafe, "there are \(TokenSet.most) tokens already; remove one with 'quiver token remove NAME'")
            }
            all.named.append(
                .init(name: name, scopes: scopes.reduce(into: []) { $0.formUnion($1.whole) }, token: token))
        }
        return text
    }

    /// Removes a token: what holds it, and who signed in with it, is let in no longer.
    ///
    /// - Throws: ``ServerError`` where there is none of that name, and where the file cannot be written.
    public func remove(_ name: String) throws(ServerError) {
        try change { (all) throws(ServerError) in
            guard let index = all.named.firstIndex(where: { $0.name == name }) else {
                throw ServerError(.unsafe, "there is no token '\(name)'; 'quiver token list' names all")
            }
            all.named.remove(at: index)
        }
    }
}
