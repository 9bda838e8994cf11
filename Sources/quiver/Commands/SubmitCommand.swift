import ArgumentParser
import Results
import Supervisor
import SystemPackage
import SystemValues

/// `quiver submit`: photos for a run that watches, with their numbers and, where they are waited for, their records.
struct SubmitCommand: AsyncParsableCommand, Stoppable {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Hand photos to a running 'quiver watch', and wait for their records.",
        discussion: """
            Each photo is copied into the watched folder in one step, and taken at once; one that lies there stays as it is. \
            Prints its job's number. A photo that is known already, by place and content, is answered with the job that it \
            has; one whose content another photo has is worked once, and its record says what that one's does.

            A photo that cannot be read is left out, and the others are handed in. Where nothing watches any more, or where \
            'intake.full' photos wait, no further one is handed in, and those before are answered; so they are after Ctrl-C, \
            without waiting.

            Exit status: 0 all are handed in, with --wait all are done; 1 some failed or could not be handed in; 2 Quiver \
            could not work, 3 nothing watches, 4 some have not ended in time or not all were taken, 64 wrong usage, 130 \
            interrupted.
            """)

    @Argument(help: ArgumentHelp("Photos.", valueName: "file"), completion: .file())
    var photos: [String]

    @Option(
        help: ArgumentHelp(
            "The watched folder; without it the first that the settings watch.", valueName: "dir"),
        completion: .directory)
    var into: String?

    @Flag(help: "Wait until the photos have ended, and print their records.")
    var wait = false

    @Option(
        help: ArgumentHelp("Wait for at most so many seconds; without it as long as it takes.", valueName: "seconds"))
    var timeout: Int?

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if photos.isEmpty { throw ValidationError("Name photos, as in 'quiver submit a.jpg --wait'.") }
        if timeout != nil, !wait { throw ValidationError("--timeout goes with --wait.") }
        if let timeout, timeout < 1 { throw ValidationError("--timeout takes seconds from 1 on, for example 30.") }
    }

    func run() async throws {
        let settings = try options.settings().settings
        let folder =
            into.map { RawArguments.path($0, of: "--into").resolvedPath } ?? settings.watch.first?.path.resolvedPath
        guard let folder else {
            throw ValidationError("Name the watched folder with --into: the settings watch none.")
        }
        let control = try QueueControl(settings)
        // One that is not there is not made: nothing watches it.
        _ = try RootFolder(withoutLinks: folder)
        let (submitted, obstacle, isLacking) = await handIn(
            try RawArguments.paths(photos), into: folder, of: control)
        let now = ContinuousClock.now
        let limit = obstacle?.endsWaiting == true ? now : timeout.map { now + .seconds($0) }
        var answering = SubmitAnswers(control, isForEnd: wait, limit: limit)
        var (answers, hasFailed): ([SubmitAnswer], Bool) = ([], isLacking)
        for photo in submitted {
            do {
                let answer = try await answering.next(photo)
                answers.append(answer)
                // Who is cut off has what was answered until then.
                if output.format != .json { try say([answer]) }
            } catch {
                Terminal.talk("quiver: \(EscapedName.printable(photo.file)): \(error)")
                hasFailed = true
            }
        }
        if output.format == .json { try say(answers) }
        if Stopping.request.cause != nil { throw ExitCode(StopSignals.statusAtOnce) }
        if let obstacle { throw ExitCode(obstacle.status) }
        if answering.isUnwatched { throw Self.unreached }
        if answers.contains(where: { !$0.isAnswered }) { throw ExitCode(4) }
        if hasFailed || answers.contains(where: \.hasFailed) { throw ExitCode(1) }
    }

    private func say(_ answers: [SubmitAnswer]) throws {
        try output.say(answers.map(\.json)) { for answer in answers { Terminal.say(answer.text(output.paint)) } }
    }

    /// Says that nothing watches any more, and how that begins.
    private static var unreached: ExitCode {
        Terminal.talk("no supervisor runs any more; 'quiver watch' starts one, and goes on with what was handed in")
        return ExitCode(StatusCommand.Health.down.rawValue)
    }
}
