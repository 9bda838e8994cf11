import Foundation
import SystemPackage

/// Where settings are taken from.
public struct SettingsSources: Sendable {
    /// The file named on the command line; nil for `QUIVER_CONFIG`, else `pipeline.json` in the folder if it is there.
    public var file: FilePath?
    /// What stands in that file; nil for what it holds when it is read.
    ///
    /// A program that is started for settings that were checked goes on with these, whatever the file has become since.
    public var content: Data?
    /// What the command line sets.
    public var options: [SettingsOption]
    /// The paths of the command line; where there are any they replace `watch`.
    public var paths: [FilePath]
    /// The variables of the environment.
    public var environment: [String: String]
    /// The current folder: what the command line and the environment are relative to.
    public var folder: FilePath
    /// The running executable, beside which the model that comes with Quiver is looked for.
    public var executable: FilePath?

    /// Sources from their parts; the defaults are those of this process.
    public init(
        file: FilePath? = nil, content: Data? = nil, options: [SettingsOption] = [], paths: [FilePath] = [],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        folder: FilePath = FilePath(FileManager.default.currentDirectoryPath),
        executable: FilePath? = try? FilePath(FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    ) {
        self.file = file
        self.content = content
        self.options = options
        self.paths = paths
        self.environment = environment
        self.folder = folder
        self.executable = executable
    }

    /// Whether the caller names the settings file, on the command line or in the environment.
    var namesFile: Bool { file != nil || environment["QUIVER_CONFIG"].map { !$0.isEmpty } ?? false }

    /// The settings file that will be read, and whether it must be there.
    func chosenFile(exists: (FilePath) -> Bool) -> FilePath? {
        if let file { return folder.pushing(file) }
        if let named = environment["QUIVER_CONFIG"], !named.isEmpty { return folder.pushing(FilePath(named)) }
        let usual = folder.appending("pipeline.json")
        return content != nil || exists(usual) ? usual : nil
    }
}

/// One value that the command line gives for a key.
public struct SettingsOption: Sendable, Hashable {
    /// The option with its dashes, for messages and origins.
    public let name: String
    /// The key: `output.path`; `detectors.confidence` for every detector, `detectors[1].model` for one.
    public let key: String
    /// The value as it was typed.
    public let value: String
    /// The value's own bytes, for a path, which need not be UTF-8.
    public let path: FilePath?

    /// An option from its parts.
    public init(_ name: String, _ key: String, _ value: String, path: FilePath? = nil) {
        self.name = name
        self.key = key
        self.value = value
        self.path = path
    }
}
