import Foundation
import SystemPackage
import TestSupport

@testable import Settings

/// Settings loaded from a folder of a test's own, with nothing from the machine.
struct Loading {
    let folder: TemporaryFolder

    init(file: String? = nil, named name: String = "pipeline.json") throws {
        folder = try TemporaryFolder()
        if let file { try Data(file.utf8).write(to: folder[name]) }
    }

    var path: FilePath { FilePath(folder.url.path) }

    func load(
        _ options: [SettingsOption] = [], file: FilePath? = nil, paths: [FilePath] = [],
        environment: [String: String] = [:], executable: FilePath? = nil
    ) throws -> EffectiveSettings {
        try Settings.load(
            SettingsSources(
                file: file, options: options, paths: paths, environment: environment, folder: path,
                executable: executable))
    }

    /// The sentence of the error that a file causes.
    static func failure(
        _ file: String? = nil, _ options: [SettingsOption] = [], environment: [String: String] = [:]
    ) throws -> SettingsError? {
        do {
            _ = try Loading(file: file).load(options, environment: environment)
            return nil
        } catch let error as SettingsError {
            return error
        }
    }
}
