import SystemValues

/// The file that keeps a token's hash, beside the queue.
public struct TokenFile: Sendable {
    let file: PrivateFile

    /// The token's file of a queue.
    public init(beside queue: QueueLocation) { file = PrivateFile(at: queue.token) }

    /// The token; nil where none was made.
    ///
    /// - Throws: ``ServerError`` where the file is not this user's own, or holds no token.
    func token() throws(ServerError) -> AccessToken? {
        guard let bytes = try file.read() else { return nil }
        guard let token = AccessToken(stored: String(decoding: bytes, as: UTF8.self)) else {
            throw ServerError(
                .secret,
                "\(file.path) holds no token; make a new one with 'quiver serve --token', or remove the file")
        }
        return token
    }

    /// Makes a token in the place of an earlier one, with which all that was signed in ends; the token is kept nowhere.
    ///
    /// - Throws: ``ServerError`` where the file cannot be written.
    public func makeToken() throws(ServerError) -> String {
        let (text, token) = AccessToken.make()
        try file.write(Array((token.stored + "\n").utf8))
        return text
    }
}
