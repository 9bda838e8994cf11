import Detection
import Findings
import Imaging
import Inference
import ModelFiles
import Reading
import Results
import Settings
import SystemPackage
import SystemValues
import WorkerProtocol

/// Looks at everything that a worker needs: the libraries, the engines, the models.
package struct Diagnosis {
    private let settings: Settings
    /// The detectors of all watched folders, each once.
    private let detectors: [Settings.Detector]
    /// How targets are scored in them.
    private let scorings: [Settings.Scoring]

    /// A diagnosis of what these settings need.
    package init(_ settings: Settings) {
        self.settings = settings
        let all = settings.ofFolders(settings.watch)
        detectors = all.flatMap(\.detectors).reduce(into: []) { list, one in
            if !list.contains(where: { $0.withoutPlace == one.withoutPlace }) { list.append(one) }
        }
        scorings = all.map(\.scoring)
    }

    /// Every need, in the order of a photo's way.
    package func examine() -> [DoctorFinding] {
        [imaging(), fonts()] + engines() + trials() + devices() + models() + languages() + [cache()]
    }

    private func imaging() -> DoctorFinding {
        do {
            try Imaging.start()
            if !Imaging.readsPDFs {
                return DoctorFinding(
                    need: "libvips", verdict: .limited, found: "version \(Imaging.libraryVersion), which reads no PDFs",
                    remedy: "install a libvips with Poppler, as Debian's is")
            }
            return DoctorFinding(
                need: "libvips", verdict: .well, found: "version \(Imaging.libraryVersion)", remedy: nil)
        } catch {
            return DoctorFinding(
                need: "libvips", verdict: .missing, found: "\(error)", remedy: "apt-get install libvips42")
        }
    }

    private func fonts() -> DoctorFinding {
        guard let problem = Imaging.textProblem() else {
            return DoctorFinding(need: "fonts", verdict: .well, found: "labels can be drawn", remedy: nil)
        }
        return DoctorFinding(
            need: "fonts", verdict: .limited, found: problem, remedy: "apt-get install fonts-dejavu-core")
    }

    /// The engines that the settings ask for.
    private func engines() -> [DoctorFinding] {
        // Two words of the settings may mean one engine.
        var seen: Set<ObjectIdentifier> = []
        let types = (detectors.map(\.engine) + [.auto]).map { Engines.type(for: $0) }
        return types.filter { seen.insert(ObjectIdentifier($0)).inserted }.map { engine in
            do {
                let found = try engine.diagnose()
                return DoctorFinding(need: found.name, verdict: .well, found: found.found, remedy: nil)
            } catch {
                let message = (error as? InferenceError)?.message ?? "\(error)"
                return DoctorFinding(need: "engine", verdict: .missing, found: message, remedy: Self.engineRemedy)
            }
        }
    }

    /// A checkout fetches the engine; an installed program came with it.
    private static var engineRemedy: String {
        ProgramFolders.current.checkout == nil ? "install Quiver again" : "scripts/setup"
    }

    /// What a small model comes to on each device of this machine, and with which numbers.
    private func trials() -> [DoctorFinding] {
        // That there is no engine has its own line.
        guard let engine = try? Engines.engine(for: .auto) as? any DeviceEngine else { return [] }
        return engine.tryDevices().map { trial in
            let need = "device \(trial.id)"
            guard let milliseconds = trial.milliseconds else {
                return DoctorFinding(
                    need: need, verdict: .limited,
                    found: "\(trial.name), and a small model does not run on it: "
                        + (trial.problem ?? "no reason was given").forTerminal,
                    remedy: "update its driver, or leave it out of detectors[].device")
            }
            var found = [
                trial.name + String(format: ", a small model ran in %.1f ms", milliseconds),
                "precision auto is \(trial.precision)" + trial.gainText,
            ]
            if trial.isProcessor { found.append(ProcessorArithmetic.current.gain) }
            return DoctorFinding(
                need: need, verdict: .well, found: found.joined(separator: "; "),
                remedy: trial.quicker.map { "set detectors[].precision to \($0.rawValue), which is quicker here" })
        }
    }

    /// What each detector runs on, so that it is plain what `auto` chose.
    private func devices() -> [DoctorFinding] {
        detectors.compactMap { detector in
            let asked = detector.device.lowercased() == "auto" ? "chosen by auto" : "as set"
            do {
                let device = try Engines.engine(for: detector.engine).device(
                    for: EngineOptions(device: detector.device))
                return DoctorFinding(
                    need: "device \(detector.name)", verdict: .well, found: "\(device.id), \(asked): \(device.name)",
                    remedy: nil)
            } catch let error as InferenceError where error.code == .option {
                return DoctorFinding(
                    need: "device \(detector.name)", verdict: .missing, found: error.message,
                    remedy: "set detectors[].device to auto")
            } catch {
                // That there is no engine has its own line.
                return nil
            }
        }
    }

    private func models() -> [DoctorFinding] {
        let own = detectors.flatMap { detector in
            ModelNeed.Role.allCases.compactMap { role in detector[role].map { model(role, $0, of: detector) } }
        }
        func ofScoring(_ need: String, _ key: String, _ file: (Settings.Scoring) -> FilePath) -> [DoctorFinding] {
            let files = scorings.map(file).reduce(into: [FilePath]()) { if !$0.contains($1) { $0.append($1) } }
            return files.map { model(need, $0, remedy: "leave \(key) out, or set another") }
        }
        return own + ofScoring("model for arrows", "scoring.model", \.model)
            + ofScoring("model for holes", "scoring.holeModel", \.holeModel)
    }

    /// One model of a detector.
    private func model(_ role: ModelNeed.Role, _ path: FilePath, of detector: Settings.Detector) -> DoctorFinding {
        let word = role.rawValue.split(separator: ".").last.map(String.init) ?? role.rawValue
        let name = detector.task.row.models.first { $0.role == role }?.standard.name
        let fetch = "quiver model fetch \(name ?? "all")"
        let other = "\(fetch), or set detectors[].\(role.rawValue)"
        var finding = model(
            "\(word) \(detector.name)", path, remedy: role == .main ? "name a model with --model" : other)
        if finding.verdict == .well, let old = detector.formerModel(role) {
            (finding.verdict, finding.remedy) = (.limited, fetch)
            finding.found += "; \(old)"
        }
        return finding
    }

    private func model(_ need: String, _ path: FilePath, remedy: String) -> DoctorFinding {
        do {
            let file = try ModelFile(path.string)
            return DoctorFinding(need: need, verdict: .well, found: "\(file.format.name) at \(file.path)", remedy: nil)
        } catch {
            return DoctorFinding(need: need, verdict: .missing, found: "\(error)", remedy: remedy)
        }
    }

    /// The languages that texts can be read in, and those that the settings name and lack.
    private func languages() -> [DoctorFinding] {
        let asking = detectors.filter { $0.task == .text && $0.text.engine.readsPages }
        let need = "languages"
        do {
            let data = try LanguageData()
            let (installed, choice) = (data.languages, try LanguageChoice(in: data))
            let missing = Set(asking.flatMap(\.text.languages)).subtracting(installed + [LanguageChoice.word]).sorted()
            guard missing.isEmpty else {
                return [
                    DoctorFinding(
                        need: need, verdict: .missing,
                        found: "\(missing.joined(separator: ", ").forTerminal) not installed, as text.languages asks; "
                            + "installed are \(installed.joined(separator: ", "))",
                        remedy: "apt-get install \(missing.map(LanguageData.package(of:)).joined(separator: " "))")
                ]
            }
            let groups = choice.groups.map { "\($0.script): \($0.languages.joined(separator: ", "))" }
            let left = choice.left.isEmpty ? "" : "; installed beside these: \(choice.left.joined(separator: ", "))"
            return [
                DoctorFinding(
                    need: need, verdict: data.tellsOrientation ? .well : .limited,
                    found: "auto reads \(groups.joined(separator: "; "))\(left)"
                        + (data.tellsOrientation ? "" : "; turned pages and other scripts are not recognised"),
                    remedy: data.tellsOrientation ? nil : "apt-get install tesseract-ocr-osd")
            ]
        } catch {
            return [
                DoctorFinding(
                    need: need, verdict: asking.isEmpty ? .limited : .missing, found: error.message,
                    remedy: "apt-get install libtesseract5 tesseract-ocr-eng")
            ]
        }
    }

    private func cache() -> DoctorFinding {
        let need = "compiled models"
        guard let folder = settings.cache else {
            return DoctorFinding(
                need: need, verdict: .limited,
                found: "not kept: there is no folder for them, so each start compiles anew",
                remedy: "set HOME to your own folder, or name a folder with \"cache\"")
        }
        if let problem = CompiledModelCache.problem(of: folder.string) {
            return DoctorFinding(
                need: need, verdict: .limited, found: "not kept: \(problem.forTerminal)",
                remedy: "name a folder of your own with \"cache\"")
        }
        return DoctorFinding(need: need, verdict: .well, found: "kept in \(EscapedName.printable(folder))", remedy: nil)
    }
}

extension ModelReport {
    /// What `quiver model inspect` says of the first detector's model, run as a worker would run it.
    ///
    /// - Throws: where there is no detector, or its model cannot be loaded at all.
    package init(_ settings: Settings) throws {
        let plan = try WorkPlan(settings)
        guard let detector = plan.detectors.first, let model = detector[.main] else {
            throw PipelineError(.setting, "no detector is set; name a model with --model", fault: .input)
        }
        try self.init(
            of: model.path, engine: try Engines.engine(for: detector.settings.engine),
            options: detector.settings.task.recipe.options(detector, .main).cached(in: plan.cache),
            settings: detector.detectorSettings())
    }
}
