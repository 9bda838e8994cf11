import SystemValues

/// The answers to the last changes of many photos, by the clients' own words for them.
///
/// A client whose connection was cut asks once more with the same word, and gets the answer that it has missed: with it what undoes
/// the change.
actor KeptAnswers {
    /// So many are kept; each has the former corrections of its photos.
    private static let most = 32
    /// What a word may be.
    static let parameter = Operation.Parameter(
        name: "Idempotency-Key", place: .header, schema: ["type": "string", "minLength": 8, "maxLength": 200],
        summary:
            "The client's own word for this change: sent again with it, the change is made once and has one answer.",
        isRequired: false, example: "6f1c2f0e-9f37")

    private var answers: [String: Task<Answer, any Error>] = [:]
    private var order: [String] = []

    /// Makes a change, or answers as it was answered before.
    func answer(to call: Call, _ make: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        guard let key = call.idempotencyKey else { return try await make() }
        guard (8...200).contains(key.utf8.count) else {
            throw Problem(.badRequest, code: .badRequest, "An Idempotency-Key has 8 to 200 characters.")
        }
        let name = "\(key) \(call.queue ?? "") \(SHA256.hash(call.body).hexadecimal)"
        if let known = answers[name] { return try await known.value }
        // It goes on where the client is gone that asked first: the next one waits for it.
        let task = Task { try await make() }
        answers[name] = task
        order.append(name)
        if order.count > Self.most { answers[order.removeFirst()] = nil }
        do { return try await task.value } catch {
            answers[name] = nil
            order.removeAll { $0 == name }
            throw error
        }
    }
}
