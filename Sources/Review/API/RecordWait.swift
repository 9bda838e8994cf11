import ServiceLifecycle

/// How a client waits for the record of a photo.
enum RecordWait {
    /// The parameter behind the question mark.
    static let parameter = Operation.Parameter.query(
        "wait", ["type": "string", "pattern": "^([1-9]|[1-5][0-9]|60)s?$"], example: "30s",
        "For how many seconds, 60 at most, the record is waited for.")

    /// For how long a client waits; nil where it does not.
    static func patience(_ call: Call) throws -> Duration? {
        guard let text = call.query["wait"] else { return nil }
        let digits = text.hasSuffix("s") ? text.dropLast() : text[...]
        guard let seconds = Int(digits), (1...60).contains(seconds) else {
            throw Problem(.badRequest, code: .badRequest, "'wait' is from 1s to 60s.")
        }
        return .seconds(seconds)
    }

    /// Returns when a photo has ended, when the time is over, or when the server is told to stop.
    static func wait(atMost patience: Duration, until hasEnded: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + patience
        while try await !hasEnded(), ContinuousClock.now < end {
            guard try await pause() else { return }
        }
    }

    /// Waits a moment; false where the server is told to stop.
    private static func pause() async throws -> Bool {
        do {
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: .milliseconds(200)) }
            return true
        } catch is CancellationError {
            return false
        }
    }
}
