import ArgumentParser
import Detection
import Findings
import Foundation
import Glibc
import ModelFiles
import Results
import Settings
import SystemPackage
import SystemValues
import Worker

/// `quiver init`: a pipeline.json to start from.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a pipeline.json and a drop folder to start from.",
        discussion: """
            What the folder is for:\(Settings.Starter.list)
            Without --for it asks at a terminal; elsewhere the file is for scoring.
            """)

    @Argument(help: "The folder to write into.", completion: .directory)
    var folder = "."

    @Option(name: .customLong("for"), help: ArgumentHelp("What the folder is for.", valueName: "use"))
    var purpose: Settings.Starter?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "With --for objects: look with this model, a file or a name of 'quiver model list'.", valueName: "file"))
    var model: String?

    @Flag(help: "Overwrite a pipeline.json that is there.")
    var force = false

    func validate() throws {
        guard model != nil, let purpose, purpose != .objects else { return }
        throw ValidationError("--model goes with --for objects; \(purpose.rawValue) takes the models it needs.")
    }

    func run() throws {
        let change = folder == "." ? "" : "cd \(CommandHint.quoted(folder)) && "
        // Here "-" is a folder like any other.
        let path = folder == "-" ? "-" : try RawArguments.paths([folder])[0]
        let place = FilePath(FileManager.default.currentDirectoryPath).pushing(path).lexicallyNormalized()
        let file = place.appending("pipeline.json")
        let shown = EscapedName.printable(file)
        if !force, file.exists {
            throw ValidationError("\(shown) is there already; add --force to overwrite it.")
        }
        let own = try model.map { try OwnModel($0) }
        let purpose = try purpose ?? (own == nil ? StarterQuestion.answer() : .objects)
        try AtomicFile.make(place.appending(Settings.Starter.folder).resolvedPath)
        try AtomicFile.write(Array(purpose.template(model: own?.model).utf8), named: file)
        Terminal.say(
            "Wrote \(shown) for \(purpose.rawValue), and made the folder '\(Settings.Starter.folder)' beside it.")
        if purpose == .objects { Terminal.say("It looks for \(own?.sight ?? OwnModel.bundledSight).") }
        if self.purpose == nil, own == nil {
            let others = Settings.Starter.allCases.filter { $0 != purpose }.map { "--for \($0.rawValue)" }
            Terminal.say("For other work: \(others.joined(separator: ", ")).")
        }
        Terminal.say(
            "Next: put \(purpose.photos) into '\(Settings.Starter.folder)', and run: \(change)quiver watch --serve")
    }
}

extension Settings.Starter: ExpressibleByArgument {
    /// Each with what it is for, one on a line.
    fileprivate static var list: String {
        let width = allCases.map(\.rawValue.count).max() ?? 0
        return allCases.map { purpose in
            let name = purpose.rawValue.padding(toLength: width, withPad: " ", startingAt: 0)
            return "\n  \(name)  \(purpose.about)"
        }.joined()
    }
}

/// The question what a new folder is for.
enum StarterQuestion {
    /// Asks at a terminal; elsewhere it is scoring.
    static func answer(
        atTerminal: Bool = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
        read: () -> String? = { readLine() }, say: (String) -> Void = Terminal.talk
    ) throws -> Settings.Starter {
        guard atTerminal else { return .scoring }
        say("What is the folder for?\(Settings.Starter.list)")
        while true {
            say("Type one of these words, or only Enter for scoring:")
            guard let line = read() else {
                throw ValidationError("No answer; say --for scoring, --for objects or --for scans.")
            }
            let word = line.trimmingCharacters(in: .whitespaces).lowercased()
            if word.isEmpty { return .scoring }
            // A beginning will do, as long as only one word has it.
            let meant = Settings.Starter.allCases.filter { $0.rawValue.hasPrefix(word) }
            if meant.count == 1 { return meant[0] }
        }
    }
}

/// A model of the user's own that a new file is to name.
struct OwnModel {
    let model: Settings.Starter.Model
    /// What it finds, for people.
    let sight: String

    /// What the model that comes with Quiver finds.
    static let bundledSight = "targets (face, bull, arrow, hole); for other objects: --model FILE"

    /// Looks at a model as `quiver model inspect` does; throws a sentence where it is none that can be used.
    ///
    /// - Parameter text: A file, or a name in the library.
    init(_ text: String) throws {
        let file = URL(fileURLWithPath: text).path
        let isFile = FileManager.default.fileExists(atPath: file)
        guard isFile || ModelLibrary.isName(text) else {
            throw ValidationError("There is no model \(text.forTerminal); name a file, or one of 'quiver model list'.")
        }
        let name = isFile ? file : text
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("QUIVER_") }
        // The root has no settings file: the one that is written must work by itself.
        let sources = SettingsSources(
            options: [SettingsOption("--model", "detectors.model", name)], environment: environment, folder: "/")
        let report = try ModelReport(Settings.load(sources).settings)
        guard let task = report.task, report.problem == nil else {
            throw ValidationError("\(report.problem ?? "The model \(text) has no task that Quiver knows.")")
        }
        model = Settings.Starter.Model(task: task, name: name)
        let classes = report.labels.prefix(5).joined(separator: ", ")
        let more = report.labels.count > 5 ? ", …" : ""
        sight = "\(counted(report.labels.count, "class")) (\(classes)\(more))"
    }
}
