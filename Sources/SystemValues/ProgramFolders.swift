import Foundation
import SystemPackage

/// Where the files lie that come with the program: the inference engine, the models, the quantizer.
///
/// They are found from the executable alone: in `lib/quiver` and `share/quiver` beside the `bin` that it is installed in,
/// wherever that tree was put, or in the checkout whose `.build` holds it. No current folder and no folder of photos counts.
public struct ProgramFolders: Sendable, Hashable {
    /// The executable's own folder.
    public let program: FilePath
    /// The folder of libraries beside `bin`.
    public let libraries: FilePath
    /// The folder of the program's data beside `bin`.
    public let shared: FilePath
    /// The checkout that the program was built in; nil for one that is installed.
    public let checkout: FilePath?

    /// The folders of an executable; nil stands for one that the system has installed.
    public init(executable: FilePath?) {
        program = (executable ?? "/usr/bin/quiver").removingLastComponent()
        let tree = program.removingLastComponent()
        libraries = tree.appending("lib/quiver")
        shared = tree.appending("share/quiver")
        guard let build = program.components.lastIndex(where: { $0.string == ".build" }) else {
            checkout = nil
            return
        }
        var folder = program
        folder.components.removeSubrange(build...)
        checkout = folder
    }

    /// This very program, to be started again, as workers are.
    ///
    /// Named by this process's own entry and not by a path: an update that replaces the file under a running supervisor
    /// must not give it workers that speak otherwise.
    package static let ownProgram = FilePath("/proc/\(getpid())/exe")

    /// Those of this process.
    public static var current: ProgramFolders {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return ProgramFolders(executable: executable.map { FilePath($0) })
    }

    /// The folders of models that come with the program, an installed one's first.
    public var models: [FilePath] {
        [shared.appending("models")] + (checkout.map { [$0.appending("samples/models")] } ?? [])
    }

    /// The folders of public models: those that came with the program, and in a checkout those that `scripts/models` fetched.
    public var publicModels: [FilePath] {
        [shared.appending("models")]
            + (checkout.map { [$0.appending(".deps/models"), $0.appending("samples/models")] } ?? [])
    }

    /// The folders of the quantizer, a Python script with the list of what it needs, an installed one's first.
    public var quantizers: [FilePath] {
        [shared.appending("quantizer")] + (checkout.map { [$0.appending("scripts/quantizer")] } ?? [])
    }

    /// The folder of the engine that a checkout's `scripts/setup` fetched; nil for an installed program.
    public var fetchedEngine: FilePath? { checkout?.appending(".deps/openvino/lib") }
}
