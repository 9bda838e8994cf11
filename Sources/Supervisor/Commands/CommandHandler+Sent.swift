import Control
import Results
import Storage

/// What commands do with photos that were sent to the page's server.
extension CommandHandler {
    /// Has a photo taken at once, and puts its end into the book before it is there.
    func expect(_ photo: ExpectedPhoto) async throws {
        guard let sent else {
            throw ControlError(
                .unavailable, "no folder is watched that photos could be put into; start 'quiver watch'",
                fault: .environment)
        }
        guard sent.watcher.expect(photo.file, number: photo.number, size: photo.size) else {
            throw ControlError(
                .refused, "no watched folder takes \(EscapedName.printable(photo.file))", fault: .environment)
        }
        guard !photo.isThere, let reading = try await sent.reading(of: photo) else {
            // The queue that was meant is another one, or not: that is told in any case.
            return try await look { _ in }
        }
        let isNew = try await attempt { transaction in
            guard try transaction.scores.storedPhoto(reading.photo.path) == nil else { return false }
            try transaction.scores.store(reading)
            return true
        }
        guard isNew else { return }
        sheets?.notify()
        tell(.reviewed(photo: reading.photo.path, session: nil))
    }
}
