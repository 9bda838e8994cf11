import CLinux
import Glibc
import SystemPackage

extension Confinement {
    /// What would be in force on this machine; changes nothing.
    ///
    /// Whether namespaces may be made shows only when it is tried, so for a kernel without Landlock the answer is what
    /// its settings say.
    public static func support(mode: Mode = .auto) -> ConfinementReport {
        let reaching = CSANDBOX_CAP_DAC_READ_SEARCH | CSANDBOX_CAP_DAC_OVERRIDE
        return ConfinementReport(
            wall: wall(mode), filter: SandboxCalls.filterSupport, kept: SandboxCalls.capabilities & reaching)
    }

    private static func wall(_ mode: Mode) -> BegunConfinement.Wall {
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
