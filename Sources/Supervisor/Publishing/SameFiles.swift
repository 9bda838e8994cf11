import Storage
import Synchronization

/// Finds a file's job that was registered below another root: a folder and a folder inside it, named in different runs.
///
/// Without it such a photo would be recorded twice, and called a duplicate of itself.
final class SameFiles: Sendable {
    /// A file's place in the queue, and its record's path where the file is known under another root.
    typealias Known = (place: Place, output: [UInt8]?)

    private let queue: QueueService
    private let roots = Mutex<[[UInt8]]?>(nil)

    init(queue: QueueService) { self.queue = queue }

    /// The places that files have in the queue; those that it has never seen keep their own.
    func places(of places: [Place]) async throws -> [Known] {
        let roots = try await knownRoots()
        let sightings = try await queue.knownFiles(at: places)
        var known: [Known] = []
        for (place, sighting) in zip(places, sightings) {
            let others = sighting == nil ? Self.others(of: place, among: roots) : []
            known.append(try await first(of: others) ?? (place, nil))
        }
        return known
    }

    private func first(of places: [Place]) async throws -> Known? {
        guard !places.isEmpty else { return nil }
        for (place, sighting) in zip(places, try await queue.knownFiles(at: places)) {
            guard let sighting, let job = try await queue.job(sighting.job) else { continue }
            return (place, job.output)
        }
        return nil
    }

    /// The roots of earlier runs; this run's own are no others for its photos.
    private func knownRoots() async throws -> [[UInt8]] {
        if let known = roots.withLock({ $0 }) { return known }
        let known = try await queue.roots()
        roots.withLock { $0 = known }
        return known
    }

    /// The same file told from other roots.
    private static func others(of place: Place, among roots: [[UInt8]]) -> [Place] {
        let slash = UInt8(ascii: "/")
        let file = place.root.last == slash ? place.root + place.path : place.root + [slash] + place.path
        return roots.compactMap { root in
            let start = root.last == slash ? root : root + [slash]
            guard root != place.root, file.count > start.count, file.starts(with: start) else { return nil }
            return Place(root: root, path: Array(file.dropFirst(start.count)))
        }
    }
}
