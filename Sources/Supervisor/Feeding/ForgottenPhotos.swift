import Control
import Storage

/// What is left in the queue of photos that were forgotten: it goes where their files have gone.
struct ForgottenPhotos: Sendable {
    let queue: QueueService
    let folders: PhotoFolders
    /// What lies elsewhere is not looked at.
    let named: RunRoots

    private static let atOnce = 1000
    /// A file that is back later is a new photo, so there is no hurry.
    private static let pauses = (first: Duration.seconds(900), next: Duration.seconds(86_400))

    /// Looks through all; returns how many have gone.
    func sweep() async throws -> Int {
        var (count, last): (Int, JobID?) = (0, nil)
        while true {
            let page = try await queue.look { [last] in try $0.jobs.forgotten(after: last, limit: Self.atOnce) }
            guard let end = page.last?.job else { return count }
            last = end
            let own = page.filter { named.holds($0.place) }
            let places = try await folders.gone(among: own.map(\.place))
            let gone = own.filter { places.contains($0.place) }
            guard !gone.isEmpty else { continue }
            try await queue.perform { transaction in for photo in gone { try transaction.jobs.drop(photo) } }
            count += gone.count
        }
    }

    /// Repeats ``sweep()`` until cancelled.
    func sweepAgainAndAgain(_ onEvent: @Sendable (RunEvent) -> Void) async throws {
        var pause = Self.pauses.first
        while true {
            try await Task.sleep(for: pause)
            pause = Self.pauses.next
            do {
                _ = try await sweep()
            } catch let error as CancellationError {
                throw error
            } catch {
                onEvent(.warning("photos that were forgotten and have gone stay in the queue: \(error)"))
            }
        }
    }
}
