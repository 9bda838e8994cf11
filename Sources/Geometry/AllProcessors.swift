import Dispatch
import Foundation
import Synchronization

extension Array where Element: Sendable {
    /// What each element is made into, in their order; all processors work; blocks.
    ///
    /// They are begun in their order, each by the first processor that has nothing to do.
    package func mapOnAllProcessors<Made: Sendable>(_ make: @Sendable (Element) -> Made) -> [Made] {
        let parts = Swift.min(ProcessInfo.processInfo.activeProcessorCount, count)
        guard parts > 1 else { return map(make) }
        let all = Mutex([Made?](repeating: nil, count: count))
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: parts) { _ in
            var made: [(place: Int, one: Made)] = []
            while case let place = next.add(1, ordering: .relaxed).oldValue, place < count {
                made.append((place, make(self[place])))
            }
            all.withLock { all in
                for (place, one) in made { all[place] = one }
            }
        }
        return all.withLock { $0.compactMap { $0 } }
    }
}
