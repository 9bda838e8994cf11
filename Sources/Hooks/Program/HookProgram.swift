import Foundation
import Settings
import Storage
import SystemPackage
import SystemValues

/// Starts a program for each message, which gets it as JSON on its standard input.
///
/// Nothing of the message becomes an argument. The program has delivered where it ends with status 0.
public struct HookProgram: HookChannel {
    let program: FilePath
    let arguments: [String]
    let limit: Duration

    /// The channel of a hook with a program.
    public init(_ program: FilePath, arguments: [String] = [], limit: Duration) {
        self.program = program
        self.arguments = arguments
        self.limit = limit
    }

    /// What its deliveries share; see `HookChannel`.
    public var place: String { program.string }

    /// Why nothing can be delivered; see `HookChannel`.
    public func trouble() -> String? { TrustedPath(path: program).programTrouble() }

    /// Delivers a message; see `HookChannel`.
    public func deliver(_ message: HookMessage, until isStopped: @escaping @Sendable () -> Bool) -> HookAnswer {
        // Asked each time: what was safe at the start need not be so for months.
        if let trouble = trouble() { return HookAnswer(.refused(trouble)) }
        var environment = HookEnvironment.plain
        environment["QUIVER_HOOK"] = message.hook
        environment["QUIVER_EVENT"] = message.event
        environment["QUIVER_MESSAGE"] = message.key
        environment["QUIVER_ATTEMPT"] = "\(message.attempt)"
        let process = HookProcess(
            program: program, arguments: arguments, environment: environment, input: message.body, limit: limit)
        return process.answer(named: PercentEscape.printable(program), until: isStopped)
    }
}

extension HookProcess {
    /// Runs it, and takes its exit status for the answer.
    func answer(named name: String, until isStopped: () -> Bool) -> HookAnswer {
        let (ending, output) = run(until: isStopped)
        switch ending {
        case .ended(let ending):
            let status: OutboxAnswer.Status =
                switch ending {
                case .exited(let status): .exited(Int(status))
                case .killed(let signal): .signalled(Int(signal))
                }
            let isDelivered = ending == .exited(0)
            return HookAnswer(
                isDelivered ? .delivered : .refused("\(name) \(ending.description)"), status: status, output: output)
        case .overdue:
            let seconds = (limit / .seconds(1)).formatted()
            return HookAnswer(.refused("\(name) took longer than \(seconds) s and was ended"), output: output)
        case .flooded:
            return HookAnswer(
                .refused("\(name) wrote more than \(Self.mostFlood >> 20) MiB and was ended"), output: output)
        case .notStarted(let reason): return HookAnswer(.refused("\(name) cannot be started: \(reason)"))
        case .stopped: return HookAnswer(.stopped, output: output)
        }
    }
}

/// What a program of a hook finds in its environment: where programs are and whose it is, and no secret of Quiver's.
enum HookEnvironment {
    /// Without what belongs to a message.
    static var plain: [String: String] {
        let kept = ["HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_RUNTIME_DIR"]
        let own = ProcessInfo.processInfo.environment
        var environment = Dictionary(uniqueKeysWithValues: kept.compactMap { name in own[name].map { (name, $0) } })
        environment["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return environment
    }
}
