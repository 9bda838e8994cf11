import Foundation
import Synchronization
import SystemPackage
import SystemValues

/// The hash of what a browser keeps that has signed in.
struct SessionKey: Sendable, Hashable {
    let hash: [UInt8]

    /// The key of what a browser sends.
    init(of value: String) { hash = SHA256.hash(value.utf8) }

    init?(text: Substring) {
        guard let hash = [UInt8](hexadecimal: text), hash.count == 32 else { return nil }
        self.hash = hash
    }
}

/// The browsers that are signed in: the server knows each, so that each can be shut out.
///
/// Of what a browser keeps only the hash is written down, beside the token's: a copy of the file lets no client in, and a
/// phone stays signed in over a start of the server. All end with the token that they were begun with.
struct SessionBook: Sendable {
    /// How long a browser stays signed in.
    static let life: Int64 = 14 * 86_400
    /// More browsers than sign in; beyond that the oldest one is signed out.
    private static let most = 64

    private struct Entry {
        var key: SessionKey
        var end: Int64
        /// The user of this machine who signed in; nil for another machine's.
        var user: UInt32?
        /// The name of the token that it signed in with; nil for the main one.
        var token: String?
    }

    /// The main token's, so that a book of an earlier token is an empty one.
    private let token: String
    private var entries: [Entry] = []

    /// The book of a main token, from what was written; where that is another token's or no book, nothing is in it.
    init(_ bytes: [UInt8], of token: AccessToken) { self.init(bytes, ofName: token.name) }

    /// The same by the name that tells a queue's tokens from others.
    init(_ bytes: [UInt8], ofName name: String) {
        token = name
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard lines.first == "sessions of \(self.token)" else { return }
        entries = lines.dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            guard (3...4).contains(fields.count), let key = SessionKey(text: fields[0]), let end = Int64(fields[1])
            else { return nil }
            let token = fields.count == 4 ? String(fields[3]) : nil
            guard let user = UInt32(fields[2]) else {
                return fields[2] == "elsewhere" ? Entry(key: key, end: end, user: nil, token: token) : nil
            }
            return Entry(key: key, end: end, user: user, token: token)
        }
    }

    /// The book as it is written.
    var bytes: [UInt8] {
        let lines = entries.map { entry in
            "\(entry.key.hash.hexadecimal) \(entry.end) \(entry.user.map { String($0) } ?? "elsewhere")"
                + (entry.token.map { " " + $0 } ?? "")
        }
        return Array((["sessions of \(token)"] + lines).joined(separator: "\n").utf8) + [0x0A]
    }

    /// Whether a browser is signed in that connects from there now.
    ///
    /// What one user's browser keeps is worth nothing in another user's hands, nor what another machine's does on this
    /// one: a browser shows its cookie to every server at another port of this host.
    func has(_ key: SessionKey, from origin: Origin, at now: Int64) -> Bool {
        entry(of: key, from: origin, at: now) != nil
    }

    /// What a browser is signed in with: another token's name, or nil for the main one; nil where it is not signed in.
    func token(of key: SessionKey, from origin: Origin, at now: Int64) -> String?? {
        entry(of: key, from: origin, at: now).map(\.token)
    }

    private func entry(of key: SessionKey, from origin: Origin, at now: Int64) -> Entry? {
        entries.first { $0.key == key && $0.user == origin.user && now < $0.end }
    }

    /// Signs a browser in, and answers what it keeps.
    ///
    /// - Parameter token: The name of the token that it signs in with; nil for the main one.
    mutating func begin(from origin: Origin, at now: Int64, with token: String? = nil) -> String {
        let value = [UInt8].secret(count: 32).hexadecimal
        entries.removeAll { $0.end <= now }
        entries.append(Entry(key: SessionKey(of: value), end: now + Self.life, user: origin.user, token: token))
        entries.removeFirst(max(0, entries.count - Self.most))
        return value
    }

    /// Signs a browser out.
    mutating func end(_ key: SessionKey) { entries.removeAll { $0.key == key } }
}

/// A link that signs one browser in, once and soon, so that no token is typed on a phone.
final class Invitation: Sendable {
    /// How long the link is good.
    static let life = Duration.seconds(600)

    private struct State {
        var hash: [UInt8]?
        var end: ContinuousClock.Instant
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        state = Mutex(State(end: now()))
    }

    /// The link's code; an earlier link is worth nothing then.
    func make() -> String {
        let code = [UInt8].secret(count: 16).hexadecimal
        state.withLock { $0 = State(hash: SessionKey(of: code).hash, end: now() + Self.life) }
        return code
    }

    /// Whether the link has this code; it is used up by that.
    func take(_ code: String) -> Bool {
        // What is compared are hashes, of which no client can choose the bytes.
        let hash = SessionKey(of: code).hash
        return state.withLock { state in
            guard state.hash == hash, now() < state.end else { return false }
            state.hash = nil
            return true
        }
    }
}
