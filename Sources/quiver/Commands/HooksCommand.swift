import ArgumentParser
import Control
import Storage
import Supervisor

/// `quiver hooks`: who is told of results, what of it has arrived, and trying it out.
struct HooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks", abstract: "Show, try and repeat what programs, addresses and readers of mail are told.",
        discussion: "Hooks are set in pipeline.json ('hooks'); the page Hooks of the documentation says how.",
        subcommands: [List.self, Test.self, Retry.self, Forget.self])
}

/// A message's state as a word on the command line.
struct MessageState: ExpressibleByArgument {
    let state: OutboxState

    init?(argument: String) {
        guard let state = OutboxState.allCases.first(where: { Self.word(for: $0) == argument }) else { return nil }
        self.state = state
    }

    static var allValueStrings: [String] { OutboxState.allCases.map(word) }

    private static func word(for state: OutboxState) -> String { state.description.replacing(" ", with: "-") }
}

/// Which messages a change is meant for.
struct MessageSelection: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The messages' numbers, as 'quiver hooks list --messages' prints them.", valueName: "message"))
    var messages: [Int64] = []

    @Option(help: ArgumentHelp("All messages of this hook; may be repeated.", valueName: "name"))
    var hook: [String] = []

    @Option(
        name: .customLong("state"),
        help: ArgumentHelp("All messages in this state; may be repeated.", valueName: "state"))
    var states: [MessageState] = []

    func validate() throws {
        if messages.isEmpty, states.isEmpty {
            throw ValidationError("Name messages by number or by --state, as in 'quiver hooks retry --state given-up'.")
        }
        if !messages.isEmpty, !states.isEmpty || !hook.isEmpty {
            throw ValidationError("Name messages either by number or by --hook and --state.")
        }
    }

    /// The messages as a command names them.
    var choice: MessageChoice {
        MessageChoice(messages: messages, hooks: hook, states: states.map(\.state.description))
    }
}

extension HooksCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the hooks with what waits for them, or single messages.",
            discussion: "Exit status: 0 all can deliver, 1 one of them cannot, 2 Quiver could not look.")

        @Flag(help: "List messages instead, the newest last.")
        var messages = false

        @Option(help: ArgumentHelp("Only messages of this hook; may be repeated.", valueName: "name"))
        var hook: [String] = []

        @Option(help: ArgumentHelp("Only messages in this state; may be repeated.", valueName: "state"))
        var state: [MessageState] = []

        @Option(name: [.customShort("n"), .long], help: "At most this many messages.")
        var limit = 50

        @OptionGroup var options: QueueOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let control = try QueueControl(options.settings().settings)
            if messages || !hook.isEmpty || !state.isEmpty { return try list(control) }
            let hooks = try control.hooks()
            try output.say(hooks) {
                if hooks.isEmpty { Terminal.talk("no hooks: set 'hooks' in pipeline.json") }
                for hook in hooks { say(hook) }
            }
            if hooks.contains(where: { $0.trouble != nil }) { throw ExitCode(1) }
        }

        private func list(_ control: QueueControl) throws {
            let found = try control.messages(
                hooks: hook.isEmpty ? nil : Set(hook), states: Set(state.map(\.state)), limit: limit)
            try output.say(found) {
                for message in found { say(message) }
                if found.count == limit { Terminal.talk("… the newest \(limit); --limit shows more") }
            }
        }

        private func say(_ hook: HookStatus) {
            let counts = [(hook.waiting, "waiting"), (hook.givenUp, "given up"), (hook.delivered, "delivered")]
                .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
            let told = hook.on.map { "\($0) to \(hook.to ?? "no receiver")" } ?? "?"
            Terminal.say("\(hook.name)  \(told)  \(counts.isEmpty ? "nothing yet" : counts.joined(separator: ", "))")
            if let trouble = hook.trouble { Terminal.say("  \(output.paint.red(trouble))") }
        }

        private func say(_ message: MessageStatus) {
            let tries = message.attempts == 0 ? "" : "  \(counted(message.attempts, "attempt"))"
            let due = message.due.map { "  next \($0)" } ?? ""
            let answer = message.answer.map { "  \($0)" } ?? ""
            Terminal.say("\(message.id)  \(message.hook)  \(message.subject)  \(message.state)\(tries)\(due)\(answer)")
            if message.state != "delivered", let words = message.output, !words.isEmpty {
                Terminal.say("  \(output.paint.faint(words.quotable))")
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Deliver a message of the form that a hook gets, now.",
            discussion: """
                Its event is "test", and it tells of the photo that ended last. Exit status: 0 delivered, 1 not.
                """)

        @Argument(help: "The hook's name.")
        var name: String

        @OptionGroup var options: QueueOptions

        func run() async throws {
            let control = try QueueControl(options.settings().settings)
            let (failure, words) = try await control.test(hook: name, version: Version.number)
            if !words.isEmpty { Terminal.say(words) }
            guard let failure else { return Terminal.talk("delivered") }
            Terminal.talk("quiver: the hook \(name) has not delivered: \(failure)")
            throw ExitCode(1)
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have messages delivered at once that wait, were given up or were delivered.",
            discussion: """
                The running Quiver delivers them, or the next run does. Their tries begin anew: attempts count from 1, and those \
                that fail again are given up once the hook's "retryFor" has passed from now on. At most 1,000 at a time.
                """)

        @OptionGroup var selection: MessageSelection
        @OptionGroup var options: QueueOptions

        func run() async throws {
            let control = try QueueControl(options.settings().settings)
            let count = try await control.change(.redeliver(selection.choice))
            Terminal.say("\(counted(count, "message")) to be delivered")
            if count > 0, try control.live() == nil, try !control.hosts().isWorked {
                Terminal.talk("the next 'quiver run' or 'quiver watch' delivers them")
            }
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget messages; those that were not delivered never are.",
            discussion: "What was delivered is forgotten by itself after a day. At most 1,000 at a time.")

        @OptionGroup var selection: MessageSelection
        @OptionGroup var options: QueueOptions

        func run() async throws {
            let control = try QueueControl(options.settings().settings)
            let count = try await control.change(.forget(selection.choice))
            Terminal.say("\(counted(count, "message")) forgotten")
        }
    }
}
