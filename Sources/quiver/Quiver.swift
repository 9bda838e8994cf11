import ArgumentParser
import Findings
import Glibc
import Results
import Supervisor
import Synchronization

/// The program: its commands and what its exit status means.
@main
struct Quiver: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiver",
        abstract: "Drop photos into a folder; every photo gets an answer.",
        discussion: """
            Targets:  quiver score PHOTOS --output SCORES
            Objects:  quiver run PHOTOS --output RESULTS --annotate
            Scans:    quiver init --for scans SCANS
            A folder whose photos are processed as they come: quiver init, which says how to go on.

            Exit status: 0 fine, 1 some photos failed, 2 Quiver could not work, 64 wrong usage, 130 interrupted.
            """,
        version: Version.text,
        subcommands: [
            ScoreCommand.self, RunCommand.self, InitCommand.self, WatchCommand.self, WorkCommand.self,
            ServeCommand.self,
            TokenCommand.self,
            StatusCommand.self,
            SubmitCommand.self, EventsCommand.self, PauseCommand.self, ResumeCommand.self,
            ReloadCommand.self,
            JobsCommand.self, HooksCommand.self, QueueCommand.self, BackupCommand.self, ExportCommand.self,
            ImportCommand.self,
            RecordsCommand.self, EvaluateCommand.self, AlikeCommand.self,
            SelectCommand.self, SetsCommand.self,
            SequenceCommand.self,
            SegmentCommand.self,
            FindCommand.self,
            PDFCommand.self,
            ConfigCommand.self,
            DoctorCommand.self, ModelCommand.self, SchemaCommand.self, WorkerCommand.self,
        ])

    static func main() async {
        SecretArguments.hide()
        Terminal.fillStandardStreams()
        // A reader that has gone away shows as an error of writing, which `Terminal` answers.
        signal(SIGPIPE, SIG_IGN)
        do {
            if ScoreCommand.isAskedHowToScore(CommandLine.arguments.dropFirst()) {
                return Terminal.print(helpMessage(for: ScorePhotosCommand.self))
            }
            var command = try parseAsRoot()
            if let stoppable = command as? any Stoppable {
                if type(of: stoppable).hearsReloads { ProgramRestart.begin() }
                Stopping.listen(hearsReloads: type(of: stoppable).hearsReloads)
            }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }
}

extension Quiver {
    /// Says what went wrong, or what was asked for (`--help`, `--version`), and ends with its exit status.
    private static func end(with error: any Error) -> Never {
        if let trouble = Trouble(error) {
            Terminal.talk("quiver: \(SecretArguments.without(trouble.sentence))")
            Glibc.exit(trouble.status)
        }
        // One that a command found by itself; the parser's own come in a wrapping that knows the command's usage.
        if let mistake = error as? ValidationError {
            Terminal.talk("quiver: \(SecretArguments.without(mistake.message))")
            Glibc.exit(ExitCode.validationFailure.rawValue)
        }
        // The parser's messages repeat what was typed, so they pass through the terminal's gate as well.
        let (text, status) = (SecretArguments.without(fullMessage(for: error)), exitCode(for: error))
        if !text.isEmpty { status.isSuccess ? Terminal.print(text) : Terminal.talk(text) }
        Glibc.exit(status.rawValue)
    }
}

/// A command that ends in good order when it is asked to stop; the others are ended by the signal itself.
protocol Stoppable: ParsableCommand {
    /// Whether SIGHUP has it go on with other settings, while its terminal is there.
    static var hearsReloads: Bool { get }
}

extension Stoppable {
    static var hearsReloads: Bool { false }
}

/// The program's one request to stop.
enum Stopping {
    private static let listening = Mutex<StopRequest?>(nil)

    /// Takes SIGINT, SIGTERM and SIGHUP for requests from now on.
    static func listen(hearsReloads: Bool) {
        listening.withLock { $0 = StopSignals.listen(hearsReloads: hearsReloads) }
    }

    /// What signals ask for; nothing is asked before ``listen()``.
    static var request: StopRequest { listening.withLock { $0 } ?? StopRequest() }
}

/// An error of ours for the user: its sentence and the exit status that it stands for.
struct Trouble {
    let sentence: String
    let status: Int32

    /// Nil where the error belongs to the command line's own library.
    init?(_ error: any Error) {
        switch error {
        case is ExitCode, is ValidationError, is CleanExit: return nil
        case let error as any ReportableError: (sentence, status) = (error.description, error.isUsage ? 64 : 2)
        default:
            // Errors of the command line's parser are not public types; they know their own exit code.
            guard Quiver.exitCode(for: error) == .failure else { return nil }
            (sentence, status) = ("\(error)", 2)
        }
    }
}

/// `quiver schema`: the JSON Schema of a photo's record.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of a photo's record.")

    func run() throws { Terminal.say(Record.schema) }
}

/// The program's version, and the commit that it was built from.
enum Version {
    static let number = "0.1.0"

    /// "0.1.0 (7af8850ca1)"; the number alone where the sources were no checkout.
    static var text: String { text(commit: builtFromCommit) }

    static func text(commit: String?) -> String { commit.map { "\(number) (\($0))" } ?? number }
}
