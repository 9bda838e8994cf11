import SystemValues

/// The answers to the last changes of many photos, by the clients' own words for them.
///
/// A client whose connection was cut asks once more with the same word, and gets the answer that it has missed: with it what undoes
/// the change. The answer is for the holder of the same token alone.
actor KeptAnswers {
    /// So many are kept; each has the former corrections of its photos.
    private static let most = 32
    /// Characters of JSON that are kept; the last answer always is.
    private let mostCharacters: Int
    /// What a word may be.
    static let parameter = Operation.Parameter(
        name: "Idempotency-Key", place: .header, schema: ["type": "string", "minLength": 8, "maxLength": 200],
        summary:
            "The client's own word for this change: sent again with it, the change is made once and has one answer.",
        isRequired: false, example: "6f1c2f0e-9f37")

    private struct Kept {
        /// What tells the change from every other one.
        let name: [String]
        let task: Task<Answer, any Error>
        var characters = 0
    }

    /// The oldest first.
    private var kept: [Kept] = []

    init(mostCharacters: Int = 4 << 20) { self.mostCharacters = mostCharacters }

    /// Makes a change, or answers as it was answered before.
    ///
    /// - Parameter operation: The id of the operation that is called.
    func answer(
        to call: Call, of operation: String, _ make: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        guard let key = call.idempotencyKey else { return try await make() }
        guard (8...200).contains(key.utf8.count) else {
            throw Problem(.badRequest, code: .badRequest, "An Idempotency-Key has 8 to 200 characters.")
        }
        let name = [operation, call.grant.holder, key, call.queue ?? "", SHA256.hash(call.body).hexadecimal]
        if let known = kept.first(where: { $0.name == name }) { return try await known.task.value }
        // It goes on where the client is gone that asked first: the next one waits for it.
        let task = Task { try await make() }
        kept.append(Kept(name: name, task: task))
        letGo()
        do {
            let answer = try await task.value
            if case .json(let value) = answer, let place = kept.firstIndex(where: { $0.task == task }) {
                kept[place].characters = value.line.utf8.count
                letGo()
            }
            return answer
        } catch {
            kept.removeAll { $0.task == task }
            throw error
        }
    }

    /// Lets the oldest go that are too many, or too large together.
    private func letGo() {
        var characters = kept.reduce(0) { $0 + $1.characters }
        while kept.count > 1, kept.count > Self.most || characters > mostCharacters {
            characters -= kept.removeFirst().characters
        }
    }
}
