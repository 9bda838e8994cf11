import CLinux
import SystemPackage

extension ConfinementReport {
    /// What a wall and a filter come to.
    init(wall: BegunConfinement.Wall, filter: Result<Int32, Errno>, kept: UInt64) {
        guard wall != .open else {
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
                case .fileSystem: wall.files(filtered: filtered.inForce)
                case .network: filtered.inForce ? filtered : wall.network
                case .programs, .processes, .signals, .systemCalls: filtered
                }
            return Line(measure: measure, inForce: inForce, how: how)
        }
    }
}

extension BegunConfinement.Wall {
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
