import ArgumentParser
import Review
import Settings
import Supervisor
import SystemValues

/// `quiver token`: who may come in, and for what.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make, list and remove tokens of the page and its API, each good for some things only.",
        discussion: """
            A token is shown once; only its hash is kept, in a private file beside the queue. Changes count at once, in a \
            server that runs too, but for the first token where it was started without one. The token of \
            'quiver serve --token' is good for everything and has no name.

            Exit status: 0 fine, 2 the file cannot be used, 64 wrong usage.
            """,
        subcommands: [AddTokenCommand.self, ListTokensCommand.self, RemoveTokenCommand.self])
}

/// `quiver token add NAME --scope submit`.
struct AddTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a token and print it, this once.",
        discussion: """
            Scopes: 'look' sees photos, results and scores; 'review' corrects them as well; 'submit' sends photos, and sees \
            what became of those; 'manage' pauses the work, retries and cancels photos. \
            A club's camera gets: quiver token add camera --scope submit
            """)

    @Argument(help: ArgumentHelp("Letters, digits, '-' and '_'.", valueName: "name"))
    var name: String

    @Option(
        name: .customLong("scope"), parsing: .singleValue,
        help: ArgumentHelp("What it is good for; as often as needed.", valueName: "scope"))
    var scopes: [Scope] = []

    @OptionGroup var options: QueueOptions

    func validate() throws {
        guard scopes.isEmpty else { return }
        throw ValidationError(
            "Say what the token is good for with --scope: \(Scope.allCases.map(\.rawValue).joined(separator: ", ")).")
    }

    func run() throws {
        let file = TokenFile(beside: try options.location())
        let isFirst = try file.list().isEmpty
        Terminal.say(try file.add(name, scopes: Set(scopes)))
        Terminal.talk("It is not shown again; programs send it as 'Authorization: Bearer TOKEN'.")
        if isFirst {
            Terminal.talk("A server that is already running asks for tokens only after its next start.")
        }
    }
}

/// `quiver token list`.
struct ListTokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tokens with what each is good for.")

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    private struct Row: Encodable {
        var name: String?
        var scopes: [String]
    }

    func run() throws {
        let rows = try TokenFile(beside: options.location()).list().map {
            Row(name: $0.name, scopes: $0.scopes.map(\.rawValue))
        }
        try output.say(rows) {
            if rows.isEmpty { Terminal.talk("there is no token; 'quiver token add NAME --scope submit' makes one") }
            for row in rows {
                Terminal.say("\(row.name ?? "(quiver serve --token)")  \(row.scopes.joined(separator: ", "))")
            }
        }
    }
}

/// `quiver token remove NAME`.
struct RemoveTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a token: what holds it is let in no longer.")

    @Argument(help: ArgumentHelp("The token's name.", valueName: "name"))
    var name: String

    @OptionGroup var options: QueueOptions

    func run() throws {
        try TokenFile(beside: options.location()).remove(name)
        Terminal.talk("removed \(name.forTerminal); browsers that signed in with it are signed out")
    }
}

extension Scope: ExpressibleByArgument {}

extension QueueOptions {
    /// Where the queue lies that the options name.
    fileprivate func location() throws -> QueueLocation { try QueueControl(settings().settings).location }
}
