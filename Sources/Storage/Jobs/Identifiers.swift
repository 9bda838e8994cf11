import Glibc
import SystemValues

/// Milliseconds since 1970; always handed in, never read from a clock here.
public typealias UnixMillis = Int64

/// The number of a job, never used again for another one.
public struct JobID: Hashable, Comparable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number itself.
    public let rawValue: Int64

    /// A job's number as read from a command line or a store.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The number in digits.
    public var description: String { String(rawValue) }

    /// Older jobs come first.
    public static func < (left: JobID, right: JobID) -> Bool { left.rawValue < right.rawValue }
}

/// One claim of one job: an end names its claim, so that a late answer cannot overwrite a newer one.
///
/// Its text is `JOB.NUMBER`, for example `17.3`: the third time that job 17 was handed out.
public struct ClaimID: Hashable, Sendable, LosslessStringConvertible {
    /// The job that was handed out.
    public let job: JobID
    /// How often the job had been handed out by then; unlike its attempts this never goes down.
    public let claimNumber: Int64

    /// The claim of a job under a given number.
    public init(job: JobID, claimNumber: Int64) {
        self.job = job
        self.claimNumber = claimNumber
    }

    /// Reads `JOB.NUMBER`; nil where the text is anything else.
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let job = Int64(parts[0]), let claimNumber = Int64(parts[1]) else { return nil }
        self.init(job: JobID(rawValue: job), claimNumber: claimNumber)
    }

    /// The text `JOB.NUMBER`.
    public var description: String { "\(job).\(claimNumber)" }
}

/// The process that holds claims; two are the same only if they are the same life of the same process.
public struct Owner: Hashable, Sendable {
    /// The machine's name, for users.
    public let host: String
    /// The kernel's identifier of this start of the machine.
    public let boot: String
    /// The process.
    public let pid: Int32
    /// When the process started, in the kernel's ticks: a process number that is used again has another.
    public let started: Int64
    /// The process's ``ProcessLife``, since containers may agree in all the rest; 0 where a store does not keep it.
    public let life: Int64

    /// An owner as a store has it; `Owner.current()` is this process.
    public init(host: String, boot: String, pid: Int32, started: Int64, life: Int64 = 0) {
        self.host = host
        self.boot = boot
        self.pid = pid
        self.started = started
        self.life = life
    }

    /// The same owner for a store that processes of one machine alone write, and that keeps no number of their lives.
    public var withoutLife: Owner { Owner(host: host, boot: boot, pid: pid, started: started) }
}

/// Thirty-two bytes that stand for something larger: SHA-256 of a file's content, or of a pipeline's settings.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, which are enough to look a fingerprint up by.
    public let head: UInt64
    /// The other twenty-four bytes, as three numbers, big end first.
    public let tail: (UInt64, UInt64, UInt64)

    /// A fingerprint from its four parts.
    public init(head: UInt64, tail: (UInt64, UInt64, UInt64)) {
        self.head = head
        self.tail = tail
    }

    /// A fingerprint from its bytes; nil unless there are 32 of them.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words: [UInt64] = []
        var word: UInt64 = 0
        for (position, byte) in bytes.enumerated() {
            word = word << 8 | UInt64(byte)
            if position % 8 == 7 { words.append(word) }
        }
        self.init(head: words[0], tail: (words[1], words[2], words[3]))
    }

    /// The thirty-two bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (head.bigEndian, tail.0.bigEndian, tail.1.bigEndian, tail.2.bigEndian)) { Array($0) }
    }

    /// Sixty-four lower-case hexadecimal digits, as `sha256sum` prints them.
    public var description: String { bytes.hexadecimal }

    /// Whether all thirty-two bytes are the same.
    public static func == (left: Fingerprint, right: Fingerprint) -> Bool {
        left.head == right.head && left.tail == right.tail
    }

    /// Hashes the first eight bytes alone: they are as good as random already.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
    }
}

extension Owner {
    /// This process, as the kernel knows it.
    public static func current() -> Owner {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let boot = KernelText.read("/proc/sys/kernel/random/boot_id").prefix { !$0.isNewline }
        return Owner(
            host: host, boot: String(boot), pid: getpid(), started: started(getpid()) ?? 0, life: ProcessLife.number)
    }

    /// Whether the process lives, as far as this machine can tell: false for one of before the last start.
    public var isAlive: Bool {
        withoutLife == Owner(host: host, boot: Owner.current().boot, pid: pid, started: Self.started(pid) ?? -1)
    }

    /// Field 22 of a process's `stat`; the name in field 2 may hold spaces and brackets, so count behind the last one.
    private static func started(_ pid: Int32) -> Int64? {
        let fields = KernelText.read("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 19 ? Int64(fields[19]) : nil
    }
}

/// The kernel's small text files, which have no size to ask for.
package enum KernelText {
    /// The whole text; empty where the file cannot be read.
    package static func read(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while case let count = Glibc.read(file, &bytes, bytes.count), count > 0 {
            text += bytes.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
