import CLinux
import Glibc
import SystemPackage

/// Tries, for real and in this process, all that a worker must not be able to do, and all that it needs.
///
/// Without a confinement the forbidden things succeed, and are undone: the folders have to be made for the probe alone.
/// A probe that is itself replaced by another program, or killed, has found a breach as well.
public struct ConfinementProbe: Sendable {
    /// A file that may be read; nothing else of its folder's is worth anything.
    public var readable: FilePath
    /// A file that may not be read.
    public var beside: FilePath
    /// The folder that may be written in.
    public var writable: FilePath

    /// A photo: a file that a worker is handed open, and may not open itself.
    public var photo: FilePath
    /// A file that could be read until the process was confined, as a file beside a model.
    public var atStart: FilePath
    /// The folder that could be written in until then, as that of compiled models.
    public var writableAtStart: FilePath
    /// The photo's descriptor, once it is open.
    var descriptor: Int32 = -1

    /// A probe from its paths.
    public init(
        readable: FilePath, beside: FilePath, writable: FilePath, photo: FilePath, atStart: FilePath,
        writableAtStart: FilePath
    ) {
        self.readable = readable
        self.beside = beside
        self.writable = writable
        self.photo = photo
        self.atStart = atStart
        self.writableAtStart = writableAtStart
    }

    /// Makes every attempt on the calling thread.
    public func run() -> ProbeReport {
        var report = ProbeReport()
        tryNeeds(&report)
        tryPhoto(&report)
        tryReading(&report)
        tryStart(&report)
        tryChanging(&report)
        tryEscaping(&report)
        for index in 0..<csandbox_try_count() {
            report.attempt(String(cString: csandbox_try_name(index)), isAllowed: false) {
                Self.failure(csandbox_try_call(index))
            }
        }
        tryPrograms(&report)
        return report
    }

    private func tryPrograms(_ report: inout ProbeReport) {
        let newUser: UInt64 = 0x1000_0000
        report.attempt("make a user namespace", isAllowed: false) { Self.failure(csandbox_try_child(nil, newUser)) }
        report.attempt("make a process", isAllowed: false) { Self.failure(csandbox_try_child(nil, 0)) }
        report.attempt("run a program", isAllowed: false) {
            let child = csandbox_try_child("/bin/true", 0)
            // Where no child can be made this process itself is at stake: if this succeeds, no process is left to report.
            return Self.failure(child == 0 ? 0 : csandbox_try_program("/bin/true"))
        }
    }

    /// Makes a call through the door for programs of 32 bits, which kills a confined process; false where there is none.
    public static func callForeign() -> Bool { csandbox_try_foreign() > 0 }

    static func failure(_ answer: Int32) -> Errno? { answer < 0 ? Errno(rawValue: -answer) : nil }

    /// The error of a call that says by -1 that it failed.
    static func failure(of call: () -> Int32) -> Errno? { call() < 0 ? Errno(rawValue: errno) : nil }
}

/// What a probe tried, and how each attempt ended.
public struct ProbeReport: Codable, Sendable {
    /// One thing that was really tried.
    public struct Attempt: Codable, Sendable, Hashable {
        /// What was tried, for users: "read /etc/passwd".
        public var name: String
        /// Whether a worker needs it.
        public var isAllowed: Bool
        /// Whether it worked, which is a breach for what a worker does not need.
        public var succeeded: Bool
        /// Why it failed: the system's error number.
        public var errno: Int32?

        /// "refused (Operation not permitted)".
        public var outcome: String {
            succeeded ? "succeeded" : "refused (\(errno.map { "\(Errno(rawValue: $0))" } ?? "without a reason"))"
        }
    }

    /// Every attempt, in the order in which it was made.
    public internal(set) var attempts: [Attempt] = []

    /// A report without attempts.
    public init() {}

    /// Forbidden things that were possible.
    public var breaches: [Attempt] { attempts.filter { !$0.isAllowed && $0.succeeded } }

    /// Needed things that were not possible.
    public var hindrances: [Attempt] { attempts.filter { $0.isAllowed && !$0.succeeded } }

    /// Makes an attempt whose body returns nil where it worked.
    mutating func attempt(_ name: String, isAllowed: Bool, _ body: () -> Errno?) {
        let failure = body()
        attempts.append(
            Attempt(name: name, isAllowed: isAllowed, succeeded: failure == nil, errno: failure?.rawValue))
    }
}
