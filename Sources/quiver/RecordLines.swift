import Control
import Foundation
import Glibc
import Synchronization
import SystemValues

/// Records for the reader of standard output, one JSON line for each photo that ends, and one for each change of a sequence's
/// evidence; none is left out.
///
/// A reader that is slow, or stands still, holds up its own lines and nothing else: they are written on a thread of their
/// own, and what is too much for memory waits in a file without a name.
final class RecordLines: Sendable {
    private struct State {
        /// What goes out first.
        var memory: [UInt8] = []
        /// What follows it, once memory is full.
        var file: Overflow?
        /// What follows that, where there is no space for it on the disk.
        var late: [UInt8] = []
        var isWriting = false
    }

    /// Bytes that wait in memory at most.
    private let limit: Int
    private let write: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())
    private let lane = BlockingLane("quiver.records")

    init(limit: Int = 16 << 20, write: @escaping @Sendable ([UInt8]) -> Void = { Terminal.pass($0) }) {
        (self.limit, self.write) = (limit, write)
    }

    /// Takes the record of a photo that has ended, or the news of a sequence.
    func take(_ event: RunEvent) {
        switch event {
        case .ended(let record): add(Array((ShownText.safe(record.line) + "\n").utf8))
        case .sequence: add(Array((ShownText.safe(event.json.line) + "\n").utf8))
        default: break
        }
    }

    /// Takes a line with its end.
    func add(_ line: [UInt8]) {
        let isIdle = state.withLock { state in
            keep(line, in: &state)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isIdle { lane.add { [self] in while let part = next() { write(part) } } }
    }

    /// Returns when the reader has taken every line; blocks as long as it does.
    func finish() { lane.finish() }

    private func keep(_ line: [UInt8], in state: inout State) {
        let isFileEmpty = state.file?.isEmpty ?? true
        if isFileEmpty, state.late.isEmpty, state.memory.count + line.count <= limit {
            state.memory += line
            return
        }
        if state.file == nil { state.file = Overflow() }
        if !state.late.isEmpty || state.file?.append(line) != true { state.late += line }
    }

    private func next() -> [UInt8]? {
        state.withLock { state in
            if state.memory.isEmpty, let part = state.file?.next() { return part }
            if state.memory.isEmpty { swap(&state.memory, &state.late) }
            defer { state.memory = [] }
            state.isWriting = !state.memory.isEmpty
            return state.isWriting ? state.memory : nil
        }
    }
}

/// Bytes that wait in a file without a name, taken out in the order in which they came.
private final class Overflow {
    private let descriptor: Int32
    private var start: Int = 0
    private var end: Int = 0

    /// Nil where no such file can be made.
    init?() {
        var name = Array((NSTemporaryDirectory() + "/quiver-XXXXXX").utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(name)
    }

    deinit { close(descriptor) }

    var isEmpty: Bool { start == end }

    /// False where there is no space: nothing has been added then.
    func append(_ bytes: [UInt8]) -> Bool {
        guard pwrite(descriptor, bytes, bytes.count, end) == bytes.count else { return false }
        end += bytes.count
        return true
    }

    func next() -> [UInt8]? {
        guard !isEmpty else { return nil }
        let part = [UInt8](unsafeUninitializedCapacity: min(end - start, 1 << 20)) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, start))
        }
        // A file that cannot be read back is a broken disk: what was in it is in the records all the same.
        start = part.isEmpty ? end : start + part.count
        if isEmpty {
            (start, end) = (0, 0)
            ftruncate(descriptor, 0)
        }
        return part.isEmpty ? nil : part
    }
}
