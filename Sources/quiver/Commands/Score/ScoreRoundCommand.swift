import ArgumentParser
import Control
import Results
import Scoring
import Settings
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// `quiver score round`: which round a session is.
struct ScoreRoundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "round",
        abstract: "Say which round a session is, and how far its archers are.",
        discussion: """
            quiver score round --list                     (the rounds that there are, your own too)
            quiver score round scores --as wa-70
            quiver score round scores --session day1 --as none
            quiver score round scores                     (what is shot, what is missing, what can be reached)

            What you say here stays with the session, and counts before scoring.round of the settings; '--as usual' takes \
            it back.
            """)

    @Argument(help: ArgumentHelp("A folder of results, or a session's name.", valueName: "session|dir"))
    var place: String?

    @Option(help: ArgumentHelp("The session, where the folder holds several.", valueName: "name"))
    var session: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("A round of the list, 'none', or 'usual'.", valueName: "round"))
    var round: String?

    @Flag(help: "List the rounds that can be named.")
    var list = false

    @OptionGroup var location: BookLocation

    func validate() throws {
        if list, round != nil || session != nil { throw ValidationError("--list stands alone.") }
    }

    func run() async throws {
        if list { return Terminal.print(RoundText.list(try rounds())) }
        let book = try location.open(place: place, session: session)
        var sessions = try book.sessions()
        if let round { sessions = [try await change(round, of: try only(sessions), in: book)] }
        for session in sessions {
            let lines = RoundText.lines(of: session)
            Terminal.say(session.name.forTerminal + (lines.isEmpty ? ": no round" : ""))
            for line in lines { Terminal.say("  " + line) }
        }
    }

    /// The rounds of the settings that hold here.
    private func rounds() throws -> [RoundDefinition] {
        try Settings.load(SettingsSources(file: location.config.map { FilePath($0) }, options: [], paths: []))
            .settings.knownRounds
    }

    /// Has the round written, and the session's pages anew.
    private func change(_ word: String, of session: Session, in book: OpenBook) async throws -> Session {
        let known = book.settings.knownRounds
        guard let choice = RoundChoice(word, among: known) else {
            throw ValidationError(RoundText.unknown(word, among: known))
        }
        let reply = try await book.control.reply(to: .session(session.name, .round(choice)))
        guard case .session(let name) = reply else {
            throw ValidationError(
                "The running supervisor is another version of Quiver; stop it and give the command again.")
        }
        let changed = try book.sessions().filter { $0.name == name }
        try await book.writeSheets(of: changed)
        return changed.first ?? session
    }

    private func only(_ sessions: [Session]) throws -> Session {
        guard sessions.count == 1, let session = sessions.first else {
            let names = sessions.map { "'\($0.name.forTerminal)'" }.joined(separator: ", ")
            throw ValidationError("--as is about one session; choose one with --session: \(names).")
        }
        return session
    }
}
