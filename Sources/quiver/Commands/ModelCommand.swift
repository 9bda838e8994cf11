import ArgumentParser
import Detection
import Foundation
import ModelFiles
import Settings
import SystemPackage
import SystemValues
import Worker

/// `quiver model`: what a model file is.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Look at models, give them names, fetch public ones, make quicker ones.",
        subcommands: [Inspect.self, List.self, Add.self, Fetch.self, Quantize.self])

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a model's inputs, outputs, metadata and the layout that will be used, or why none fits.")

        @Argument(help: "A model: ONNX, OpenVINO IR or TFLite.", completion: .file())
        var file: String

        @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
        var config: String?

        @OptionGroup var output: OutputOptions

        func run() throws {
            let model = SettingsOption("FILE", "detectors.model", file)
            let sources = SettingsSources(file: config.map { FilePath($0) }, options: [model])
            let settings = try Settings.load(sources).settings
            let report: ModelReport
            do {
                report = try ModelReport(settings)
            } catch {
                guard let actions = ActionReport(settings) else { throw error }
                return try output.say(document: actions) { Terminal.say(actions.text) }
            }
            try output.say(document: report) { Terminal.say(report.text) }
            if report.problem != nil { throw ExitCode(1) }
        }
    }
}

extension ModelCommand {
    /// `quiver model list`: the models that settings can name.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the models that settings can name, and where they lie.",
            discussion: "'quiver model fetch' fetches public ones; 'quiver model add FILE' adds your own.")

        @OptionGroup var output: OutputOptions

        func run() throws {
            let library = ModelLibrary.ofThisUser
            let rows = library.models().map { Row($0.name, $0.file) }
            try output.say(rows) {
                let width = rows.map(\.name.count).max() ?? 0
                for row in rows {
                    let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
                    Terminal.say("\(name)  \(row.format ?? "damaged")  \(row.path.forTerminal)")
                    if let problem = row.problem { Terminal.say("    \(problem.forTerminal)") }
                }
                if rows.isEmpty {
                    let folders = library.folders.map { "\($0)".forTerminal }.joined(separator: ", ")
                    Terminal.say("there are no models in \(folders); 'quiver model fetch' fetches public ones")
                }
            }
            if rows.contains(where: { $0.problem != nil }) { throw ExitCode(1) }
        }

        /// One model of the list.
        struct Row: Encodable {
            let name: String
            let path: String
            /// Nil where the file is no model.
            var format: String?
            /// Of its content; nil where it cannot be read.
            var sha256: String?
            /// What is wrong with it; nil where nothing is.
            var problem: String?

            init(_ name: String, _ file: FilePath) {
                (self.name, path) = (name, file.string)
                do {
                    let model = try ModelFile(file.string)
                    format = model.format.name
                    let hash = try model.sha256()
                    sha256 = hash
                    if let noted = ModelLibrary.notedHash(of: file), noted != hash {
                        problem = "the file has changed since it was added; add it again"
                    }
                } catch {
                    problem = "\(error)"
                }
            }
        }
    }

    /// `quiver model add`: puts a model where settings can name it.
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copy a model to where settings can name it, and note its SHA-256.",
            discussion: """
                The copy lies in your own folder of models, with everything that belongs to it: the weights beside an OpenVINO \
                or ONNX file, and metadata.yaml. Then "model": "NAME" in pipeline.json, or --model NAME, means it.
                """)

        @Argument(help: "A model: ONNX, OpenVINO IR or TFLite.", completion: .file())
        var file: String

        @Option(help: "Its name; by default that of the file.")
        var name: String?

        @Flag(help: "Replace a model of that name.")
        var replace = false

        func validate() throws {
            guard let name, !ModelLibrary.isName(name) else { return }
            throw ValidationError("'\(name)' is no name of a model: use letters, digits, - and _, without an ending.")
        }

        func run() throws {
            let library = ModelLibrary.ofThisUser
            guard let folder = library.own else {
                throw ModelAddError(
                    "there is no folder for your models; set HOME or XDG_DATA_HOME to a folder of your own")
            }
            let model = try ModelFile(file)
            let name = name ?? ((file as NSString).lastPathComponent as NSString).deletingPathExtension
            guard ModelLibrary.isName(name) else {
                throw ModelAddError("'\(name.forTerminal)' is no name of a model; give it one with --name")
            }
            let place = try model.copy(into: folder, as: name, replacing: replace)
            Terminal.say("\(name): \(model.format.name), \(place.string.forTerminal)")
        }
    }
}

/// Why a model was not added.
private struct ModelAddError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension ModelLibrary {
    /// The folders of the user who runs this program.
    static var ofThisUser: ModelLibrary {
        ModelLibrary(environment: ProcessInfo.processInfo.environment, executable: SettingsSources().executable)
    }

    /// The SHA-256 that was noted when a model was added; nil where none was.
    fileprivate static func notedHash(of file: FilePath) -> String? {
        let text = try? String(contentsOfFile: file.string + ".sha256", encoding: .utf8)
        return text?.split(separator: " ").first.map(String.init)
    }
}

extension ModelFile {
    /// Copies the model with all its parts under a name, and notes its SHA-256 beside it; the first file is whole last.
    func copy(into folder: FilePath, as name: String, replacing: Bool) throws -> FilePath {
        let files = FileManager.default
        try files.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        let ending = (path as NSString).pathExtension
        let place = folder.appending("\(name).\(ending)")
        let taken = ModelLibrary.endings.map { folder.appending("\(name).\($0)").string }.first(where: files.fileExists)
        if let taken, !replacing {
            throw ModelAddError(
                "there is a model \(name) already, \(taken.forTerminal); replace it with --replace, or give another --name"
            )
        }
        let hash = try sha256()
        if let taken, taken != place.string {
            try files.removeItem(atPath: taken)
            try? files.removeItem(atPath: taken + ".sha256")
        }
        for part in parts.reversed() {
            // OpenVINO looks for weights of the model's own name, ONNX for those that the file names.
            let isOwn = part == path || (part as NSString).pathExtension == "bin"
            let target =
                isOwn
                ? folder.appending("\(name).\((part as NSString).pathExtension)")
                : folder.appending((part as NSString).lastPathComponent)
            let temporary = target.string + ".part"
            try? files.removeItem(atPath: temporary)
            try files.copyItem(atPath: part, toPath: temporary)
            if rename(temporary, target.string) != 0 {
                throw ModelAddError("cannot write \(target.string.forTerminal): \(String(cString: strerror(errno)))")
            }
        }
        try Data("\(hash)  \(name).\(ending)\n".utf8).write(
            to: URL(fileURLWithPath: place.string + ".sha256"), options: .atomic)
        return place
    }
}
