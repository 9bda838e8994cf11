import Confinement
import Foundation
import Glibc
import SystemPackage

/// What a test asks for, as JSON on standard input.
struct Request: Decodable {
    /// Nil for a probe of a process that is not confined.
    var confinement: Confinement?
    var readable: String
    var beside: String
    var writable: String
    /// Handed over open.
    var photo: String
    var atStart: String
    var writableAtStart: String
    /// What is done in place of probing: "foreign" calls through the door for foreign programs, "deaf" starts a thread
    /// that blocks every signal first, "moved" replaces the folder of temp files before it asks.
    var instead: String?
}

/// What comes back.
struct Answer: Encodable {
    var report: ConfinementReport?
    var error: String?
    var main: ProbeReport?
    /// The same, from a thread that was there before the confinement.
    var other: ProbeReport?
    /// Of each of these threads, what the kernel says of it afterwards.
    var threads: [String] = []
    var moved: String?
}

func say(_ answer: Answer) throws {
    print(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
}

/// A thread that waits for what it is to do, as long as the process lives.
final class Helper: @unchecked Sendable {
    private let lock = NSCondition()
    private var work: (@Sendable () -> Void)?
    private var isDone = false

    /// - Parameter isDeaf: Whether no signal reaches it.
    init(isDeaf: Bool) {
        Thread.detachNewThread { [self] in
            if isDeaf {
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
            }
            lock.lock()
            isDone = true
            lock.broadcast()
            while true {
                while work == nil { lock.wait() }
                work?()
                work = nil
                isDone = true
                lock.broadcast()
            }
        }
        wait()
    }

    func run(_ body: @escaping @Sendable () -> Void) {
        lock.lock()
        isDone = false
        work = body
        lock.broadcast()
        lock.unlock()
        wait()
    }

    private func wait() {
        lock.lock()
        while !isDone { lock.wait() }
        lock.unlock()
    }
}

let request = try JSONDecoder().decode(Request.self, from: FileHandle.standardInput.readDataToEndOfFile())
var prepared = ConfinementProbe(
    readable: FilePath(request.readable), beside: FilePath(request.beside), writable: FilePath(request.writable),
    photo: FilePath(request.photo), atStart: FilePath(request.atStart),
    writableAtStart: FilePath(request.writableAtStart))
try prepared.openPhoto()
let probe = prepared
var answer = Answer()
do {
    let begun = try request.confinement?.begin()
    let helper = Helper(isDeaf: request.instead == "deaf")
    // Opened now: afterwards nobody may look there.
    let status = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").map {
        try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/task/\($0)/status"))
    }
    answer.report = try begun?.complete()
    switch request.instead {
    case "foreign": _ = ConfinementProbe.callForeign()
    case "moved":
        // Only a process that is not confined could; so the test does it, and says so by a line.
        print("ready")
        fflush(nil)
        while access(request.writable + "/go", F_OK) != 0, begun?.moved() == nil { usleep(1000) }
        answer.moved = begun?.moved()?.string
    default:
        nonisolated(unsafe) var other: ProbeReport?
        helper.run { other = probe.run() }
        answer.other = other
        answer.main = probe.run()
    }
    answer.threads = status.map { String(decoding: $0.readDataToEndOfFile(), as: UTF8.self) }
} catch {
    answer.error = "\(error)"
}
try say(answer)
