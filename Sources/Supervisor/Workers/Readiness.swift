import CLinux
import Glibc
import Synchronization
import SystemValues

/// Waits for descriptors on one thread of its own, however many they are; while nothing happens, nothing wakes.
///
/// Not by Dispatch's sources: on Linux one that is cancelled while its event is on the way is used after it was freed.
final class Readiness: Sendable {
    /// The one for the whole process; its thread lives as long.
    static let shared = Readiness()

    private struct Wait {
        let descriptor: Int32
        let done: CheckedContinuation<Void, Never>
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        /// Waits that were cancelled before they began.
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state = Mutex(State())
    /// A pipe that makes the thread look at the list anew.
    private let wake: (reader: Int32, writer: Int32)

    private init() {
        var (reader, writer): (Int32, Int32) = (-1, -1)
        // Where there is no descriptor for it, the thread looks again and again instead.
        _ = cprocess_pipe(&reader, &writer)
        wake = (reader, writer)
        OwnThread.start("quiver-pipes") { [self] in serve() }
    }

    /// Returns when a descriptor can be read or its other end is closed, or when the task is cancelled.
    ///
    /// - Parameter whateverHappens: Waits on where the task is cancelled.
    func wait(for descriptor: Int32, whateverHappens: Bool = false) async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    guard state.cancelled.remove(number) == nil else { return true }
                    state.waits[number] = Wait(descriptor: descriptor, done: continuation)
                    return false
                }
                if isCancelled { continuation.resume() } else { poke() }
            }
        } onCancel: {
            guard !whateverHappens else { return }
            let wait = state.withLock { state in
                let wait = state.waits.removeValue(forKey: number)
                if wait == nil { state.cancelled.insert(number) }
                return wait
            }
            wait?.done.resume()
            poke()
        }
        state.withLock { _ = $0.cancelled.remove(number) }
    }

    private func poke() {
        var byte: UInt8 = 1
        _ = write(wake.writer, &byte, 1)
    }

    private func serve() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let waits = state.withLock { Array($0.waits) }
            var places = [pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)]
            places += waits.map { pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0) }
            _ = poll(&places, nfds_t(places.count), wake.reader < 0 ? 50 : -1)
            if places[0].revents != 0 { _ = read(wake.reader, &bytes, bytes.count) }
            for (wait, place) in zip(waits, places.dropFirst()) where place.revents != 0 {
                // One that was cancelled meanwhile is not there any more.
                state.withLock { $0.waits.removeValue(forKey: wait.key) }?.done.resume()
            }
        }
    }
}
