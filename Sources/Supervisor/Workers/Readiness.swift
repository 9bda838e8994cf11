import CLinux
import Glibc
import Synchronization
import SystemValues

/// Waits for descriptors on one thread of its own, however many they are; while nothing happens, nothing wakes.
///
/// The kernel keeps the list of them: a wait that begins or is given up wakes no thread. Not by Dispatch's sources: on Linux
/// one that is cancelled while its event is on the way is used after it was freed.
final class Readiness: Sendable {
    /// The one for the whole process; its thread lives as long.
    static let shared = Readiness()

    /// What waits for one descriptor.
    private struct Watch {
        /// By the numbers of the waits.
        var waits: [Int: CheckedContinuation<Void, Never>] = [:]
        /// What the kernel was told last; what it says of an earlier file under that number is no answer.
        var turn = 0
    }

    private struct State {
        var watches: [Int32: Watch] = [:]
        /// Waits that were cancelled before they began.
        var cancelled: Set<Int> = []
        var last = 0
    }

    private let state = Mutex(State())
    /// The kernel's list.
    private let list = cprocess_waits()

    private init() {
        guard list >= 0 else { return }
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
                let (isCancelled, isListed) = state.withLock { state in
                    guard state.cancelled.remove(number) == nil else { return (true, true) }
                    state.watches[descriptor, default: Watch()].waits[number] = continuation
                    state.watches[descriptor]?.turn = number
                    // Under the lock: the last one to begin is the one that the kernel knows.
                    return (false, list(descriptor, as: number))
                }
                if isCancelled { continuation.resume() }
                if !isListed { look(at: descriptor, for: number) }
            }
        } onCancel: {
            guard !whateverHappens else { return }
            let wait = state.withLock { state in
                let wait = Self.take(number, of: descriptor, in: &state)
                if wait == nil { state.cancelled.insert(number) }
                return wait
            }
            wait?.resume()
        }
        state.withLock { _ = $0.cancelled.remove(number) }
    }

    /// Takes one wait out; what the kernel says of it later is said to no one.
    private static func take(
        _ number: Int, of descriptor: Int32, in state: inout State
    ) -> CheckedContinuation<Void, Never>? {
        let wait = state.watches[descriptor]?.waits.removeValue(forKey: number)
        if state.watches[descriptor]?.waits.isEmpty == true { state.watches[descriptor] = nil }
        return wait
    }

    /// Tells the kernel to say once when a descriptor can be read; false where it does not take it.
    private func list(_ descriptor: Int32, as number: Int) -> Bool {
        let mark = UInt64(UInt32(bitPattern: descriptor)) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
        return cprocess_wait_for(list, descriptor, mark) == 0
    }

    private func serve() {
        var marks = [UInt64](repeating: 0, count: 64)
        while true {
            let count = cprocess_wait(list, &marks)
            for mark in marks.prefix(Int(max(0, count))) {
                end(Int32(bitPattern: UInt32(truncatingIfNeeded: mark >> 32)), UInt32(truncatingIfNeeded: mark))
            }
        }
    }

    /// Ends all waits for a descriptor, unless they wait for another file that has its number by now.
    private func end(_ descriptor: Int32, _ turn: UInt32) {
        let watch = state.withLock { state -> Watch? in
            guard let watch = state.watches[descriptor], UInt32(truncatingIfNeeded: watch.turn) == turn else {
                return nil
            }
            state.watches[descriptor] = nil
            return watch
        }
        for wait in (watch?.waits ?? [:]).values { wait.resume() }
    }

    /// Waits for one descriptor alone, on a thread for it, where the kernel's list has no room or there is none.
    private func look(at descriptor: Int32, for number: Int) {
        OwnThread.start("quiver-pipe") { [self] in
            while state.withLock({ $0.watches[descriptor]?.waits[number] != nil }) {
                var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&place, 1, 50) > 0 else { continue }
                state.withLock { Self.take(number, of: descriptor, in: &$0) }?.resume()
            }
        }
    }
}
