import Confinement
import Foundation
import Glibc
import Imaging
import Inference
import Results
import Settings
import SystemPackage
import SystemValues

/// Looks at everything that Quiver needs while it runs.
public struct Doctor {
    public enum Verdict: String, Codable, Sendable {
        case well
        /// It works, but less well than it could.
        case limited
        case missing
    }

    /// What was found of one need, and the command that mends it.
    public struct Finding: Codable, Sendable {
        public var need: String
        public var verdict: Verdict
        /// Where and which version, or what is wrong.
        public var found: String
        public var remedy: String?
    }

    private let settings: Settings
    private let trial: Trial

    /// - Parameter trial: Tries the walls of a worker in a process of its own.
    public init(settings: Settings, trial: Trial = Trial()) {
        self.settings = settings
        self.trial = trial
    }

    /// Every need, in the order of a photo's way.
    public func examine() -> [Finding] {
        [watching(), imaging(), fonts(), engine()] + devices() + models()
            + [cache(), confinement(), queue(), files(), memory()]
    }

    private func watching() -> Finding {
        let limit = Self.number(in: "/proc/sys/fs/inotify/max_user_watches")
        guard let limit else {
            return Finding(
                need: "inotify", verdict: .limited, found: "not available; folders are polled", remedy: nil)
        }
        let isEnough = limit >= 65_536
        return Finding(
            need: "inotify", verdict: isEnough ? .well : .limited, found: "up to \(limit) folders with events",
            remedy: isEnough ? nil : "for larger trees: sysctl fs.inotify.max_user_watches=1048576")
    }

    private func imaging() -> Finding {
        do {
            try Imaging.start()
            return Finding(need: "libvips", verdict: .well, found: "version \(Imaging.libraryVersion)", remedy: nil)
        } catch {
            return Finding(
                need: "libvips", verdict: .missing, found: "\(error)", remedy: "apt-get install libvips42")
        }
    }

    private func fonts() -> Finding {
        guard let problem = Imaging.textProblem() else {
            return Finding(need: "fonts", verdict: .well, found: "labels can be drawn", remedy: nil)
        }
        return Finding(
            need: "fonts", verdict: .limited, found: problem, remedy: "apt-get install fonts-dejavu-core")
    }

    private func engine() -> Finding {
        do {
            let library = try OpenVINOLibrary.shared()
            return Finding(
                need: "OpenVINO", verdict: .well,
                found: "\(library.build) at \(library.path) (\(library.origin))", remedy: nil)
        } catch {
            return Finding(need: "OpenVINO", verdict: .missing, found: error.message, remedy: "scripts/setup")
        }
    }

    /// What each detector runs on, so that nobody has to guess what `auto` chose.
    private func devices() -> [Finding] {
        settings.detectors.compactMap { detector in
            let asked = detector.device.lowercased() == "auto" ? "chosen by auto" : "as set"
            do {
                let device = try OpenVINOEngine().device(for: EngineOptions(device: detector.device))
                return Finding(
                    need: "device \(detector.name)", verdict: .well, found: "\(device.id), \(asked): \(device.name)",
                    remedy: nil)
            } catch let error as InferenceError where error.code == .option {
                return Finding(
                    need: "device \(detector.name)", verdict: .missing, found: error.message,
                    remedy: "set detectors[].device to auto")
            } catch {
                // That there is no engine has its own line.
                return nil
            }
        }
    }

    private func models() -> [Finding] {
        let detectors = settings.detectors.map {
            model("model \($0.name)", $0.model, remedy: "name a model with --model")
        }
        let arrows = model(
            "model for arrows", settings.scoring.model, remedy: "leave scoring.model out, or set another")
        let holes = model(
            "model for holes", settings.scoring.holeModel, remedy: "leave scoring.holeModel out, or set another")
        return detectors + [arrows, holes]
    }

    private func model(_ need: String, _ path: FilePath, remedy: String) -> Finding {
        do {
            let file = try ModelFile(path.string)
            return Finding(need: need, verdict: .well, found: "\(file.format.name) at \(file.path)", remedy: nil)
        } catch {
            return Finding(need: need, verdict: .missing, found: "\(error)", remedy: remedy)
        }
    }

    private func cache() -> Finding {
        let need = "compiled models"
        guard let folder = settings.cache else {
            return Finding(
                need: need, verdict: .limited,
                found: "not kept: there is no folder for them, so each start compiles anew",
                remedy: "set HOME to your own folder, or name a folder with \"cache\"")
        }
        if let problem = CompiledModelCache.problem(of: folder.string) {
            return Finding(
                need: need, verdict: .limited, found: "not kept: \(problem.forTerminal)",
                remedy: "name a folder of your own with \"cache\"")
        }
        return Finding(need: need, verdict: .well, found: "kept in \(EscapedName.printable(folder))", remedy: nil)
    }

    private func confinement() -> Finding {
        let need = "confinement"
        guard settings.workers.confine != .off else {
            return Finding(
                need: need, verdict: .limited, found: "switched off: a worker that is taken over may do what you may",
                remedy: "set workers.confine to auto")
        }
        do {
            let outcome = try trial.run()
            let wrong =
                outcome.breaches.map { "possible: \($0)" }
                + outcome.hindrances.map { "not possible, but needed: \($0)" }
            let isWhole = outcome.report.isWhole && wrong.isEmpty
            return Finding(
                need: need, verdict: isWhole ? .well : .limited,
                found: ([outcome.report.sentence, "\(outcome.refusals) forbidden things tried and refused"] + wrong)
                    .joined(separator: "; "),
                remedy: isWhole ? nil : "a kernel with Landlock and seccomp (Linux 5.13 or newer) has every wall")
        } catch {
            return Finding(
                need: need, verdict: .limited, found: "could not be tried: \(error)",
                remedy: "mend what is missing above")
        }
    }

    private func queue() -> Finding {
        let library = QueueBackends.backend(of: settings.queue).library
        return Finding(
            need: library.name, verdict: .well,
            found: "version \(library.version), queue at \(EscapedName.printable(settings.queue))",
            remedy: nil)
    }

    private func files() -> Finding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let isEnough = limit.rlim_cur >= 256
        return Finding(
            need: "open files", verdict: isEnough ? .well : .limited, found: "up to \(limit.rlim_cur)",
            remedy: isEnough ? nil : "ulimit -n 1024")
    }

    private func memory() -> Finding {
        let workers = settings.workers.count(cores: ProcessInfo.processInfo.activeProcessorCount)
        let physical = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
        let needed = Double(workers) * 0.6
        let found = String(format: "%.1f GiB for %d workers", physical, workers)
        return Finding(
            need: "memory", verdict: physical > needed ? .well : .limited, found: found,
            remedy: physical > needed ? nil : "lower workers.count, as in --workers 1")
    }

    private static func number(in path: String) -> Int? {
        (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
            Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
