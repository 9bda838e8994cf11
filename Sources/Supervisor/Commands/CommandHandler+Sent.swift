import Control
import Results
import Storage

/// What commands do with photos that were sent to the page's server.
extension CommandHandler {
    /// Has a photo taken at once, and puts its end into the book until it is read.
    ///
    /// What its sender alone knows, which is kept with the photo's bytes, stands there before the photo can end. All others
    /// have no end before they have their name: who sends them may be killed at any moment, and may have to take another.
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
        let isPromised = photo.archer != nil || photo.session != nil
        guard photo.isThere || isPromised, let reading = try await sent.reading(of: photo) else {
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
