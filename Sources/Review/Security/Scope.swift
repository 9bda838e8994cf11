/// What a token is good for.
public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// See photos, results, scores and the queue.
    case look
    /// Correct and confirm what is seen.
    case review
    /// Send photos, and see what became of those.
    case submit
    /// Pause and resume the work, retry and cancel photos.
    case manage

    /// It and what it would be of no use without: who corrects or manages also sees.
    var whole: Set<Scope> {
        switch self {
        case .look, .submit: [self]
        case .review, .manage: [self, .look]
        }
    }
}

/// Who a known client is, and what it may do.
struct Grant: Sendable, Hashable {
    /// Whose uploads are whose: the name of a token, or a word that no token can be called.
    var holder: String
    var scopes: Set<Scope>

    /// A process of this user, where no token is asked for.
    static let own = Grant(holder: ".owner", scopes: Set(Scope.allCases))
    /// The token of `quiver serve --token`, and browsers that signed in with it or with a link.
    static let main = Grant(holder: ".owner", scopes: Set(Scope.allCases))
    /// A client that has not signed in.
    static let none = Grant(holder: ".none", scopes: [])
}

extension Operation {
    /// The scopes of which each is enough for an operation: the one table of them.
    ///
    /// Whatever only reads needs `look`, whatever changes `review`, but for these.
    private static let others: [String: Set<Scope>] = [
        "retryJobs": [.manage], "cancelJobs": [.manage], "pauseQueue": [.manage], "resumeQueue": [.manage],
        "prioritizeJobs": [.manage],
        "sendPhoto": [.submit], "beginUpload": [.submit], "sendPiece": [.submit], "giveUpUpload": [.submit],
        "listUploads": [.submit, .look], "getUpload": [.submit, .look],
        // What the API is, every client may know that may use a part of it.
        "getDescription": Set(Scope.allCases),
    ]

    /// The scopes of which each is enough.
    var scopes: Set<Scope> { Self.others[id] ?? (method == .get ? [.look] : [.review]) }

    /// - Throws: ``Problem`` where a client may not ask this.
    func check(_ grant: Grant) throws { if !isOpen { try grant.check(scopes) } }
}

extension Grant {
    /// - Parameter needed: The scopes of which each is enough.
    /// - Throws: ``Problem`` where it has none of them.
    func check(_ needed: Set<Scope>) throws {
        guard needed.isDisjoint(with: scopes) else { return }
        let needed = Scope.allCases.filter(needed.contains).map { "'\($0.rawValue)'" }.joined(separator: " or ")
        throw Problem(
            .forbidden, code: .scope,
            "This token is not good for that: it lacks the scope \(needed). Make one that has it with 'quiver token add'."
        )
    }
}
