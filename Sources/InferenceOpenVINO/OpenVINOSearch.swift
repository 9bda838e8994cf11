import Findings
import Foundation
import Inference
import ModelFiles
import SystemPackage
import SystemValues

/// Where OpenVINO's C library is looked for.
///
/// The order is: `QUIVER_OPENVINO`, beside the executable, the system's paths. The current folder is none of them: it may
/// have come out of an archive with another's library in it.
public struct OpenVINOSearch: Sendable {
    /// One library to try.
    public struct Candidate: Hashable, Sendable {
        /// The library's file; where `QUIVER_OPENVINO` leads to none, the variable's own value.
        public let path: String
        /// Where it was found, in words.
        public let origin: String
    }

    static let libraryName = "libopenvino_c.so"
    static let standardSystemFolders = [
        "/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
        "/opt/intel/openvino/runtime/lib/intel64", "/opt/intel/openvino/runtime/lib/aarch64",
    ]

    var environment: [String: String]
    var executable: String
    var systemFolders: [String]

    init(environment: [String: String], executable: String, systemFolders: [String]) {
        self.environment = environment
        self.executable = executable
        self.systemFolders = systemFolders
    }

    /// The search of this process.
    public static var current: OpenVINOSearch {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return OpenVINOSearch(
            environment: ProcessInfo.processInfo.environment, executable: executable,
            systemFolders: standardSystemFolders)
    }

    /// Every library found, in the order they are tried.
    public func candidates() -> [Candidate] {
        var found: [Candidate] = []
        func add(_ path: String?, _ origin: String) {
            guard let path, !found.contains(where: { $0.path == path }) else { return }
            found.append(Candidate(path: path, origin: origin))
        }
        if let named = environment["QUIVER_OPENVINO"], !named.isEmpty {
            add(namedLibrary(named), "QUIVER_OPENVINO")
        }
        for (folder, origin) in besideExecutable where isTrusted(folder) { add(library(in: folder), origin) }
        for folder in systemFolders { add(library(in: folder), "the system") }
        return found
    }

    /// The executable's own folder, the program's folder of libraries, and `.deps` of the checkout that it was built in.
    private var besideExecutable: [(folder: String, origin: String)] {
        guard executable.hasPrefix("/") else { return [] }
        let folders = ProgramFolders(executable: FilePath(executable))
        let beside = [folders.program, folders.libraries].map { ($0.string, "beside the program") }
        return beside + (folders.fetchedEngine.map { [($0.string, ".deps")] } ?? [])
    }

    /// `QUIVER_OPENVINO` names the library, its folder, or the folder of an OpenVINO installation.
    private func namedLibrary(_ named: String) -> String {
        let inside = ["", "lib", "libs", "runtime/lib/intel64", "runtime/lib/aarch64"].lazy
            .compactMap { library(in: ($0.isEmpty ? named : (named as NSString).appendingPathComponent($0))) }
        // Where nothing is found the name itself is tried, so that the error names it.
        return inside.first ?? named
    }

    private func library(in folder: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // The plain name is first in order and the newest version last: a folder may hold several.
        let libraries = names.filter { $0 == Self.libraryName || $0.hasPrefix(Self.libraryName + ".") }
        let plain = libraries.first { $0 == Self.libraryName }
        return (plain ?? libraries.max()).map { (folder as NSString).appendingPathComponent($0) }
    }

    /// False for a folder that another user could have put in the way: code is loaded from it.
    private func isTrusted(_ folder: String) -> Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        return (status.st_uid == getuid() || status.st_uid == 0) && status.st_mode & S_IWOTH == 0
    }
}
