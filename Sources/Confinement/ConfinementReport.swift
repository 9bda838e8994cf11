import CLinux
import Glibc
import SystemPackage

/// Which measures are in force, by what, and why the others are not.
public struct ConfinementReport: Codable, Sendable, Hashable {
    /// One thing that is taken from a worker.
    public enum Measure: String, Codable, Sendable, CaseIterable {
        /// Programs cannot give it rights that it does not have.
        case noNewPrivileges
        /// Root's powers.
        case capabilities
        /// Files that are not photos to read, and all files but its temp files to write.
        case fileSystem
        /// Sockets of every kind.
        case network
        /// Running a program.
        case programs
        /// Making a process.
        case processes
        /// Signals to other processes.
        case signals
        /// Everything else that the kernel offers and photos do not need.
        case systemCalls
    }

    /// What became of one measure.
    public struct Line: Codable, Sendable, Hashable {
        /// The measure that the line is about.
        public var measure: Measure
        /// Whether the measure is in force.
        public var inForce: Bool
        /// By what it is in force, or why not.
        public var how: String
    }

    /// One line for each measure, in the order of ``Measure``.
    public var lines: [Line]

    /// The measures that are not in force.
    public var missing: [Line] { lines.filter { !$0.inForce } }

    /// Whether every measure is in force.
    public var isWhole: Bool { missing.isEmpty }

    /// One line for users.
    public var sentence: String {
        let kept = lines.filter(\.inForce)
        if kept.isEmpty { return "workers are not confined" }
        let how = kept.map(\.how).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let confined = "confined by \(how.joined(separator: ", "))"
        if isWhole { return confined }
        return confined + "; not in force: "
            + missing.map { "\($0.measure.rawValue) (\($0.how))" }.joined(separator: ", ")
    }
}

extension ConfinementReport {
    /// What a mechanism and a filter come to.
    init(mechanism: BegunConfinement.Mechanism, filter: Result<Int32, Errno>, kept: UInt64) {
        guard mechanism != .open else {
            lines = Measure.allCases.map { Line(measure: $0, inForce: false, how: "workers.confine is off") }
            return
        }
        let filtered: (inForce: Bool, how: String) =
            switch filter {
            case .success: (true, "a filter of system calls")
            case .failure: (false, "this kernel cannot filter system calls")
            }
        lines = Measure.allCases.map { measure in
            let (inForce, how) =
                switch measure {
                case .noNewPrivileges: (true, "no new privileges")
                case .capabilities: (true, kept == 0 ? "no capabilities" : "no capability but reaching others' files")
                case .fileSystem: mechanism.files(filtered: filtered.inForce)
                case .network: filtered.inForce ? filtered : mechanism.network
                case .programs, .processes, .signals, .systemCalls: filtered
                }
            return Line(measure: measure, inForce: inForce, how: how)
        }
    }
}

extension BegunConfinement.Mechanism {
    fileprivate func files(filtered: Bool) -> (inForce: Bool, how: String) {
        switch self {
        // Permissions, owners and times, and before version 3 truncation, are the filter's to refuse.
        case .landlock where !filtered: (false, "Landlock leaves permissions and times of files open without a filter")
        case .landlock(let version): (true, "Landlock \(version)")
        case .namespaces: (true, "a root of its own")
        case .missing(let reason): (false, reason)
        case .open: (false, "workers.confine is off")
        }
    }

    fileprivate var network: (inForce: Bool, how: String) {
        switch self {
        case .namespaces: (true, "an empty network")
        case .landlock(let version) where version >= 4: (false, "Landlock refuses TCP alone")
        default: (false, "this kernel cannot filter system calls")
        }
    }
}

extension Confinement {
    /// What would be in force on this machine; changes nothing.
    ///
    /// Whether namespaces may be made shows only when it is tried, so for a kernel without Landlock the answer is what
    /// its settings say.
    public static func support(mode: Mode = .auto) -> ConfinementReport {
        let reaching = CSANDBOX_CAP_DAC_READ_SEARCH | CSANDBOX_CAP_DAC_OVERRIDE
        return ConfinementReport(
            mechanism: mechanism(mode), filter: SandboxCalls.filterSupport, kept: SandboxCalls.capabilities & reaching)
    }

    private static func mechanism(_ mode: Mode) -> BegunConfinement.Mechanism {
        if mode == .off { return .open }
        if mode != .namespaces, case .success(let version) = SandboxCalls.landlockVersion {
            return .landlock(version: version)
        }
        if mode == .landlock { return .missing("this kernel has no Landlock") }
        if SandboxCalls.capabilities & CSANDBOX_CAP_SYS_ADMIN != 0 || mayMakeUsers { return .namespaces }
        let remedy = "sysctl kernel.unprivileged_userns_clone=1"
        return .missing("this kernel has no Landlock, and users may not make namespaces (\(remedy))")
    }

    private static var mayMakeUsers: Bool {
        let limits = ["/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/unprivileged_userns_clone"]
        // Where a kernel has no such file, it has no such limit; the first is in every one with user namespaces.
        guard access(limits[0], F_OK) == 0 else { return false }
        return limits.allSatisfy { limit in
            guard let file = fopen(limit, "r") else { return true }
            defer { fclose(file) }
            return fgetc(file) != Int32(UInt8(ascii: "0"))
        }
    }
}
