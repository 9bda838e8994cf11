import Dispatch
import Foundation
import Synchronization

extension Array where Element: Sendable {
    /// What each element is made into, in their order; all processors work; blocks.
    package func mapOnAllProcessors<Made: Sendable>(_ make: @Sendable (Element) -> Made) -> [Made] {
        let parts = Swift.min(ProcessInfo.processInfo.activeProcessorCount, count)
        guard parts > 1 else { return map(make) }
        let all = Mutex([Made?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            let places = stride(from: part, to: count, by: parts)
            let made = places.map { make(self[$0]) }
            all.withLock { all in
                for (place, one) in zip(places, made) { all[place] = one }
            }
        }
        return all.withLock { $0.compactMap { $0 } }
    }
}
