import Findings
import Foundation
import SystemPackage
import SystemValues

/// The quantizer that comes with Quiver: a Python script, with packages in a virtual environment of its own.
///
/// Nothing else in Quiver needs Python. The environment is made when it is first asked for, and again when the list of its
/// packages has changed, or its Python does not have them (any more).
struct Quantizer {
    /// What the quantizer's Python must be, in words.
    static let need = "Python 3.11 or newer with venv (apt-get install python3 python3-venv)"

    private let script: FilePath
    private let interpreter: String

    /// - Parameters:
    ///   - folders: Where the script and its list may lie; the first that has them counts.
    ///   - place: The folder in which the environment is made.
    ///   - python: An interpreter that has the packages; nil to make the environment.
    ///   - wheels: A folder of packages, used in place of the network; nil for the network.
    /// - Throws: ``QuantizeError``, which says what is missing.
    init(in folders: [FilePath], place: FilePath, python: String?, wheels: String?) throws {
        guard let folder = folders.first(where: { $0.appending("quantize.py").exists }) else {
            throw QuantizeError(
                "this Quiver came without its quantizer (\(folders[0].string.forTerminal)/quantize.py); install it again"
            )
        }
        script = folder.appending("quantize.py")
        if let python {
            interpreter = python
        } else {
            interpreter = try Self.environment(
                FilePath(place.string).appending("quantizer"), for: folder.appending("requirements.txt"), wheels)
        }
    }

    /// Makes a virtual environment with the packages of a list, where it is not there yet; returns its interpreter.
    private static func environment(_ folder: FilePath, for list: FilePath, _ wheels: String?) throws -> String {
        let python = folder.appending("bin/python").string
        let packages = try QuantizeError.unless(done: "\(list.string.forTerminal) cannot be read; install Quiver again")
        {
            try Data(contentsOf: URL(fileURLWithPath: list.string))
        }
        let wanted = SHA256.hash(packages).hexadecimal
        let stamp = URL(fileURLWithPath: folder.appending("stamp").string)
        let parent = folder.removingLastComponent()
        let lock = try QuantizeError.unless(done: "\(parent.string.forTerminal) cannot be written to") {
            try FileManager.default.createDirectory(atPath: parent.string, withIntermediateDirectories: true)
            return try FileDescriptor.open(
                FilePath(folder.string + ".lock"), .readWrite, options: [.create, .closeOnExec],
                permissions: .ownerReadWrite)
        }
        // Closing it ends the lock. The one that comes second finds what the first has made.
        defer { try? lock.close() }
        while flock(lock.rawValue, LOCK_EX) != 0, errno == EINTR {}
        if (try? String(contentsOf: stamp, encoding: .utf8)) == wanted, try hasPackages(python) { return python }
        try requirePython()
        Terminal.talk(
            "making \(folder.string.forTerminal) with NNCF and OpenVINO for Python, about 130 MB to fetch, once")
        try? FileManager.default.removeItem(atPath: folder.string)
        do {
            guard try run(["python3", "-m", "venv", folder.string]) == .exited(0) else {
                throw QuantizeError("Python could not make a virtual environment, see above; needed is \(need)")
            }
            let source = wheels.map { ["--no-index", "--find-links", $0] } ?? []
            let install =
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
                + ["--require-hashes", "--requirement", list.string] + source
            guard try run(install) == .exited(0) else {
                throw QuantizeError(
                    """
                    pip could not install what \(list.string.forTerminal) lists, see above. It needs the network or a \
                    mirror (PIP_INDEX_URL, https_proxy); on a machine without, bring the packages by hand and name their \
                    folder with --from ('pip download --requirement \(list.string.forTerminal)' fetches them)
                    """)
            }
            try QuantizeError.unless(done: "\(folder.string.forTerminal) cannot be written to") {
                try Data(wanted.utf8).write(to: stamp, options: .atomic)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: folder.string)
            throw error
        }
        return python
    }

    /// Whether an environment works: a system's update takes away the Python that it was made with.
    private static func hasPackages(_ python: String) throws -> Bool {
        try run([python, "-I", "-c", "import numpy, openvino"], isQuiet: true) == .exited(0)
    }

    private static func requirePython() throws {
        let check = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 11) else 4)"
        switch try run(["python3", "-c", check], isQuiet: true) {
        case .exited(0): return
        case .exited(127): throw QuantizeError("there is no python3 here; needed is \(need)")
        case .exited(4): throw QuantizeError("the python3 here is too old; needed is \(need)")
        default: throw QuantizeError("the python3 here makes no virtual environments; needed is \(need)")
        }
    }

    /// What the script is told.
    struct Job: Encodable {
        var model: String
        var inputs: String
        var order: String
        var width: Int
        var height: Int
        var takesBytes: Bool
        var mean: [Float]
        var deviation: [Float]
        /// Which layers stay floats.
        var floats: String
        var metadata: [String: String]
        /// Where the new model is to lie.
        var made: String
    }

    private struct Answer: Decodable {
        var refused: String?
    }

    /// Makes the model.
    ///
    /// - Throws: ``QuantizeError`` where it cannot be quantized, or the script fails.
    func quantize(_ job: Job, in folder: FilePath) throws {
        let (question, answer) = (folder.appending("job.json"), folder.appending("answer.json"))
        try QuantizeError.unless(done: "\(folder.string.forTerminal) cannot be written to") {
            try JSONEncoder().encode(job).write(to: URL(fileURLWithPath: question.string))
        }
        let ending = try Self.run([interpreter, "-I", script.string, question.string, answer.string])
        switch ending {
        case .exited(0): return
        case .exited(3):
            let said = try QuantizeError.unless(done: "the quantizer's answer cannot be read") {
                try JSONDecoder().decode(Answer.self, from: Data(contentsOf: URL(fileURLWithPath: answer.string)))
            }
            throw QuantizeError(
                "\(job.model.forTerminal) cannot be quantized: \((said.refused ?? "it is of no known kind").forTerminal)",
                fault: .input)
        case .exited(127): throw QuantizeError("there is no interpreter \(interpreter.forTerminal)")
        default:
            throw QuantizeError(
                "the quantizer \(ending.description), see above; the model may have layers that NNCF does not know")
        }
    }

    /// Runs a program with its talk on standard error.
    private static func run(_ words: [String], isQuiet: Bool = false) throws -> ProcessEnding {
        let silence = isQuiet ? try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec) : nil
        defer { try? silence?.close() }
        let stream = silence ?? .standardError
        do throws(Errno) {
            let program = ChildProgram(
                "/usr/bin/env", arguments: ["env"] + words, environment: ProcessInfo.processInfo.environment,
                hasOwnGroup: false)
            return try program.run(output: stream, error: stream) ?? .exited(1)
        } catch {
            throw QuantizeError("\(words[0].forTerminal) cannot be started: \(error)")
        }
    }
}

/// Why a model was not quantized.
struct QuantizeError: ReportableError {
    let description: String
    let fault: Fault

    init(_ description: String, fault: Fault = .environment) { (self.description, self.fault) = (description, fault) }

    /// One word for programs.
    var codeName: String { "quantize" }

    /// Does something whose failure is told in a sentence that begins so.
    static func unless<Value>(done sentence: String, _ body: () throws -> Value) throws(QuantizeError) -> Value {
        do {
            return try body()
        } catch {
            let reason = (error as? Errno)?.description ?? error.localizedDescription
            throw QuantizeError("\(sentence): \(reason)")
        }
    }
}
