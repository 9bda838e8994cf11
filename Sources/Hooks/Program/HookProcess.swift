import CLinux
import Glibc
import Storage
import SystemPackage
import SystemValues

/// A program that is started for one message: it gets bytes on its standard input, and ends in time with all that it has
/// started.
///
/// Its input is a file in memory, so that nothing waits for a program that does not read. Of what it writes the beginning is
/// kept and the rest dropped. It runs in a process group of its own, which is killed whole at its end, whether it ended by
/// itself or not. Calls block.
struct HookProcess {
    /// The program, and its arguments behind its name.
    let program: FilePath
    var arguments: [String] = []
    /// The whole environment.
    var environment: [String: String] = [:]
    let input: [UInt8]
    let limit: Duration
    /// Whether what it leaves running goes on where it ended well by itself, as a mailer's delivery does.
    var leavesRest = false

    /// How a run of it ended.
    enum Ending: Equatable {
        /// By itself.
        case ended(ProcessEnding)
        case overdue
        case flooded
        case stopped
        case notStarted(String)
    }

    /// Bytes that are read and dropped; a program that writes more has its output closed, and is ended.
    static let mostFlood = 64 << 20
    /// How long a program that is to end may take to do so in good order.
    static let grace = Duration.seconds(1)
    /// How often a caller that wants to stop is asked.
    private static let tick = Duration.milliseconds(200)

    /// Names what belongs to one run, in the environment of all processes that it starts.
    private static let cookie = "QUIVER_HOOK_PROCESS"

    /// Runs it to its end.
    func run(until isStopped: () -> Bool) -> (ending: Ending, output: [UInt8]) {
        do throws(Errno) { return try startAndWait(until: isStopped) } catch { return (.notStarted("\(error)"), []) }
    }

    private func startAndWait(until isStopped: () -> Bool) throws(Errno) -> (ending: Ending, output: [UInt8]) {
        let cookie = [UInt8].secret(count: 16).hexadecimal
        var given = environment
        given[Self.cookie] = cookie
        let source = try ChildProgram.input(input)
        defer { try? source.close() }
        var (reader, writer): (Int32, Int32) = (-1, -1)
        let piped = cprocess_pipe(&reader, &writer)
        guard piped == 0 else { throw Errno(rawValue: -piped) }
        var output = Output(reader: reader)
        defer { output.close() }
        let child = ChildProgram(program, arguments: [program.string] + arguments, environment: given)
        let itsOutput = FileDescriptor(rawValue: writer)
        // A program that is just being written is whole in a moment.
        let started = Result { () throws(Errno) in
            try child.start(input: source, output: itsOutput, error: itsOutput, tries: 20)
        }
        close(writer)
        let (process, end) = try started.get()
        defer { close(end) }
        _ = cprocess_limit(process, Self.spareProcesses)
        let early = watch(end, &output, until: isStopped)
        if early != nil {
            // In good order first, as the group may have files to put away.
            kill(-process, SIGTERM)
            _ = Self.waits(for: end, &output, atMost: Self.grace)
        }
        // Until it is waited for, its number stands for its group and for no other.
        let isWhole = early != nil || !leavesRest
        if isWhole { kill(-process, SIGKILL) }
        let ending: Ending
        if Self.waits(for: end, &output, atMost: .seconds(5)) {
            ending = .ended(ProcessEnding(waitingFor: process))
        } else {
            // A disk holds it up, and it ends when that answers.
            OwnThread.start { [process] in _ = ProcessEnding(waitingFor: process) }
            ending = .overdue
        }
        output.drain()
        // What has left the group holds the output open, or was started by a program that did not end in time.
        if isWhole, early != nil || !output.hasEnded { ProcessTree.kill(marked: "\(Self.cookie)=\(cookie)") }
        return (early ?? ending, output.kept)
    }

    /// Waits for the end; why it has to be ended where it does not come by itself.
    private func watch(_ end: Int32, _ output: inout Output, until isStopped: () -> Bool) -> Ending? {
        let deadline = ContinuousClock.now + limit
        while true {
            let rest = deadline - .now
            if rest <= .zero { return .overdue }
            if isStopped() { return .stopped }
            if Self.waits(for: end, &output, atMost: min(rest, Self.tick)) { return nil }
            if output.dropped > Self.mostFlood { return .flooded }
        }
    }

    /// Reads what comes until the process has ended, or for a while; whether it has ended.
    private static func waits(for end: Int32, _ output: inout Output, atMost time: Duration) -> Bool {
        let deadline = ContinuousClock.now + time
        while true {
            let rest = max(deadline - .now, .zero)
            var places = [pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
            if !output.hasEnded { places.append(pollfd(fd: output.reader, events: Int16(POLLIN), revents: 0)) }
            let count = poll(&places, nfds_t(places.count), Int32(rest / .milliseconds(1)) + 1)
            if places.count > 1, places[1].revents != 0 { output.read() }
            if places[0].revents != 0 { return true }
            if count <= 0 && errno != EINTR || rest == .zero || output.dropped > mostFlood { return false }
        }
    }

    /// How many processes a program may start: the user's other ones, which count with them, are fewer than all there are.
    private static var spareProcesses: UInt64 {
        let all = KernelText.read("/proc/loadavg").split(separator: " ").dropFirst(3).first?.split(separator: "/").last
        return (all.flatMap { UInt64($0) } ?? 4_096) + 1_024
    }
}

/// The beginning of what a program writes; the rest is read and dropped.
private struct Output {
    let reader: Int32
    var kept: [UInt8] = []
    var dropped = 0
    var hasEnded = false

    init(reader: Int32) { self.reader = reader }

    /// Reads once.
    mutating func read() {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(reader, &bytes, bytes.count)
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { hasEnded = true }
        guard count > 0 else { return }
        let room = HookAnswer.mostOutput - kept.count
        kept += bytes.prefix(min(room, count))
        dropped += max(0, count - room)
    }

    /// Reads what is there without waiting.
    mutating func drain() {
        for _ in 0..<64 where !hasEnded {
            var place = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            guard poll(&place, 1, 0) > 0 else { return }
            read()
        }
    }

    func close() { Glibc.close(reader) }
}

/// Processes that a program has started, wherever they have gone since.
enum ProcessTree {
    /// Kills every process whose environment has this text, until there is none.
    static func kill(marked text: String) {
        for _ in 0..<100 {
            let found = identifiers(marked: Array(text.utf8))
            if found.isEmpty { return }
            for identifier in found { _ = Glibc.kill(identifier, SIGKILL) }
            usleep(2_000)
        }
    }

    /// The processes of this user whose environment has these bytes as one of its entries, and that have not ended.
    static func identifiers(marked text: [UInt8]) -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [pid_t] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let identifier = pid_t(name) else { continue }
            // One that has ended has no environment left.
            let entries = KernelText.read("/proc/\(identifier)/environ").utf8.split(separator: 0)
            if entries.contains(where: { $0.elementsEqual(text) }) { found.append(identifier) }
        }
        return found
    }
}
