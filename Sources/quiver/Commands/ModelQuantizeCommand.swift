import ArgumentParser
import Detection
import Foundation
import Inference
import Intake
import ModelFiles
import Settings
import Synchronization
import SystemPackage
import SystemValues
import Worker

extension ModelCommand {
    /// `quiver model quantize`: a quicker model, and what it costs.
    struct Quantize: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Make a model of 8-bit integers out of a model and your photos, and say what that costs and gains.",
            discussion: """
                PHOTOS are of the kind that the model will see: 300 are good, 20 the least. Most of them calibrate the new \
                model; a quarter, at most 100, are kept apart, and both models look at those: how many boxes agree, and how \
                many photos a second. The new model lies in your own folder of models, with the names of classes, the task \
                and the licence of the original, and settings name it: "model": "NAME-int8".

                It needs \(Quantizer.need), and when it is first used the network: NNCF comes from Python's package index \
                into a folder of its own. On a machine without network bring the packages, and name their folder with \
                --from.

                Exit status: 0 made, 2 it could not be made, 64 wrong usage.
                """)

        @Argument(help: "A model: ONNX, OpenVINO IR or TFLite, or a model's name.", completion: .file())
        var model: String

        @Argument(help: "Photos, and folders of photos.", completion: .file())
        var photos: [String]

        @Option(help: "The new model's name; by default that of the original with -int8.")
        var name: String?

        @Flag(help: "Replace a model of that name.")
        var replace = false

        @Option(
            help: ArgumentHelp(
                "Put the new model here; by default into your own folder of models.", valueName: "folder"),
            completion: .directory)
        var to: String?

        @Option(help: "The most photos that calibrate.")
        var count = 300

        @Option(
            help: """
                What stays floats: 'head', the last layers and the arithmetic behind them; 'end', the arithmetic alone; \
                'none'.
                """)
        var floats = Floats.head

        @Option(
            help: ArgumentHelp("Take the Python packages out of this folder, and use no network.", valueName: "folder"),
            completion: .directory)
        var from: String?

        @Option(
            help: ArgumentHelp("A Python that has NNCF and OpenVINO, in place of an own one.", valueName: "file"),
            completion: .file())
        var python: String?

        @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
        var config: String?

        @OptionGroup var output: OutputOptions

        /// Which layers stay floats.
        enum Floats: String, ExpressibleByArgument, CaseIterable {
            case head, end, none
        }

        /// Fewer photos say too little of what a model will see.
        static let fewest = 20
        /// More photos that are kept apart say no more.
        static let mostKept = 100

        func validate() throws {
            if let name, !ModelLibrary.isName(name) {
                throw ValidationError(
                    "'\(name)' is no name of a model: use letters, digits, - and _, without an ending.")
            }
            guard count >= Self.fewest else {
                throw ValidationError("--count is at least \(Self.fewest): fewer photos say too little.")
            }
            if python != nil, from != nil { throw ValidationError("--python has its packages: leave out --from.") }
        }

        func run() async throws {
            let option = SettingsOption("MODEL", "detectors.model", model)
            let settings = try Settings.load(
                SettingsSources(file: config.map { FilePath($0) }, options: [option])
            ).settings
            let (target, name) = try place()
            let report = try ModelReport(settings)
            let original = try ModelFile(report.path)
            guard let task = report.task, ModelTrial.tasks.contains(task), report.problem == nil,
                !(report.layout ?? "").hasPrefix("MediaPipe")
            else { throw QuantizeError(Self.refusal(of: report), fault: .input) }
            guard let cache = settings.cache else {
                throw QuantizeError(
                    "there is no folder for work; set HOME to a folder of your own, or name one with \"cache\"")
            }
            let paths = try RawArguments.paths(photos).map(\.resolvedPath)
            let all = try await Self.photos(in: paths)
            guard all.count >= Self.fewest else { throw Self.tooFew(all.count) }
            let work = try WorkFolder(in: cache)
            let quantizer = try Quantizer(
                in: ProgramFolders.current.quantizers, place: cache, python: python, wheels: from)

            let trial = TrialProcess(config: config, model: report.path, work: work.path, roots: paths, task: task)
            let kept = Array(all.prefix(min(Self.mostKept, all.count / 4)))
            Terminal.talk("reading photos for \(name)")
            let inputs = try trial.run(over: Array(all.dropFirst(kept.count)), count: count)
            guard inputs.read >= Self.fewest / 2 else { throw Self.tooFew(inputs.read, inputs.firstProblem) }
            let made = work.path.appending("made.xml")
            Terminal.talk("quantizing with \(inputs.read) photos; this takes minutes")
            try quantizer.quantize(try job(report, original, work, made), in: work.path)
            Terminal.talk("comparing both on photos that were kept apart")
            let answer = try trial.run(over: kept, count: kept.count, quantized: made)
            guard let comparison = answer.comparison else { throw Self.tooFew(answer.read, answer.firstProblem) }
            // Now: the new model may take the original's place.
            let (bytes, license) = (Self.size(original), original.metadata.entries["license"])
            let file = try ModelFile(made.string).copy(into: target, as: name, replacing: replace)
            // Only here does its folder go, and where something is thrown.
            _ = consume work
            let quantization = Quantization(
                name: name, path: file.string, original: report.path, precision: report.model.precision,
                calibrated: inputs.read, bytes: bytes,
                bytesQuantized: Self.size(try ModelFile(file.string)),
                license: license, comparison)
            try output.say(document: quantization) { Terminal.say(quantization.text) }
        }

        /// The folder and the name of the new model, before any work is done.
        private func place() throws -> (FilePath, String) {
            let plain = ((model as NSString).lastPathComponent as NSString).deletingPathExtension + "-int8"
            let name = name ?? plain
            guard ModelLibrary.isName(name) else {
                throw ValidationError("'\(name)' is no name of a model; give it one with --name.")
            }
            guard let folder = to.map({ FilePath(URL(fileURLWithPath: $0).path) }) ?? ModelLibrary.ofThisUser.own else {
                throw ValidationError(
                    "There is no folder for your models; set HOME or XDG_DATA_HOME, or name a folder with --to.")
            }
            let taken = ModelLibrary.endings.map { folder.appending("\(name).\($0)") }.first(where: \.exists)
            if let taken, !replace {
                throw QuantizeError(
                    "there is a model \(name) already, \(taken.string.forTerminal); replace it with --replace, or give another --name",
                    fault: .input)
            }
            return (folder, name)
        }

        private func job(
            _ report: ModelReport, _ original: ModelFile, _ work: borrowing WorkFolder, _ made: FilePath
        ) throws -> Quantizer.Job {
            let input = try QuantizerInput(report)
            var metadata = original.metadata.entries
            metadata["quantized"] = "int8"
            metadata["quantized_from"] = try original.sha256()
            return Quantizer.Job(
                model: report.path, inputs: work.path.string, order: input.order, width: input.width,
                height: input.height, takesBytes: input.takesBytes, mean: input.mean, deviation: input.deviation,
                floats: floats.rawValue, metadata: metadata, made: made.string)
        }

        private static func size(_ file: ModelFile) -> Int {
            file.parts.reduce(0) { sum, part in
                let size = (try? FileManager.default.attributesOfItem(atPath: part)[.size]) as? NSNumber
                return sum + (size?.intValue ?? 0)
            }
        }

        private static func refusal(of report: ModelReport) -> String {
            let name = report.path.forTerminal
            if let problem = report.problem { return "\(name) cannot be quantized: \(problem.forTerminal)" }
            let tasks = ModelTrial.tasks.map(\.rawValue).joined(separator: ", ")
            let what = report.layout ?? report.task?.rawValue ?? "unknown"
            return "\(name) is not quantized: it is \(what.forTerminal), and what a quantized model loses is measured "
                + "by its boxes (\(tasks) with one model)"
        }

        private static func tooFew(_ count: Int, _ problem: String? = nil) -> QuantizeError {
            let why = problem.map { "; the first that could not be read: \($0.forTerminal)" } ?? ""
            return QuantizeError(
                "\(count) photos are too few: name at least \(fewest), better 300, of the kind that the model will see\(why)",
                fault: .input)
        }

        /// Every file that is there, in an order that does not follow their names: neighbours are alike.
        private static func photos(in paths: [FilePath]) async throws -> [FilePath] {
            let met = Mutex<[FilePath]>([])
            // They are taken for known, so that none is waited for or read here.
            let handlers = IntakeHandlers(
                isKnown: { files in
                    met.withLock { $0 += files.map(\.path) }
                    return files.map { _ in true }
                }, take: { _ in })
            let roots = paths.map { WatchedRoot(path: $0, settle: .zero) }
            _ = try await Collector(roots: roots, ports: handlers).run()
            let keyed = Set(met.withLock { $0 }).map { (key: SHA256.hash($0.rawBytes).hexadecimal, path: $0) }
            return keyed.sorted { $0.key < $1.key }.map(\.path)
        }
    }
}
