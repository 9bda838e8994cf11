import Hooks
import Settings
import WorkerProtocol

/// What `quiver doctor` says of hooks: whether each could deliver, as far as that is seen without delivering.
struct HookFindings {
    /// One for each hook, in the order of the settings.
    let all: [DoctorFinding]

    init(_ settings: Settings) {
        do {
            all = try HookPlan(settings, version: "").hooks.map(Self.finding)
        } catch {
            all = [
                DoctorFinding(
                    need: "hooks", verdict: .missing, found: "\(error)", remedy: "mend 'hooks' in pipeline.json")
            ]
        }
    }

    private static func finding(on hook: HookPlan.Hook) -> DoctorFinding {
        let trouble = hook.channel.trouble()
        let way =
            switch hook.settings.way {
            case .program: "starts \(hook.channel.place)"
            case .url(let address): "sends to \(address.origin)"
            case .mail(let readers): "mails to \(readers.joined(separator: ", "))"
            case nil: "names no receiver"
            }
        return DoctorFinding(
            need: "hook \(hook.name)", verdict: trouble == nil ? .well : .missing, found: trouble ?? way,
            remedy: trouble == nil ? nil : "then try it: quiver hooks test \(hook.name)")
    }
}
