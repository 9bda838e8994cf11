import Glibc
import Storage

/// Opens a queue that this test had open a moment ago.
///
/// A program that another test starts just then has the lock's file open too, until it has begun: on a slow machine for a while.
func onceFree<Store>(_ open: () throws -> Store) throws -> Store {
    let end = ContinuousClock.now + .seconds(300)
    while true {
        do { return try open() } catch let error as JobQueueError where error.code == .taken && .now < end {
            usleep(10_000)
        }
    }
}
