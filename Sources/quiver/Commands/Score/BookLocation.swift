import ArgumentParser
import Foundation
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// Where a score book lies: in a folder of results, or where the settings say.
struct BookLocation: ParsableArguments {
    @Option(help: ArgumentHelp("Read settings from this file.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The queue that the scores lie in.", valueName: "file"))
    var queue: String?

    private static let hint =
        "name the folder of your scores, as in 'quiver score report scores'; 'quiver score PHOTOS --output scores' makes it"

    /// What is said where a word was neither a folder of results nor, for want of a queue, a session.
    private static func hint(about name: String?) -> String {
        guard let name else { return hint }
        return "'\(name.forTerminal)' is no folder of results either; " + hint
    }

    /// Opens the book of a folder of results; any other word is a session's name in the settings' book.
    func open(place: String?, session: String?) throws -> OpenBook {
        var given: [SettingsOption] = []
        var name = session
        if let place {
            let folder = FilePath(place)
            if queue == nil, FileManager.default.fileExists(atPath: folder.appending("quiver.sqlite").string) {
                given.append(SettingsOption("PATH", "output.path", place))
            } else if name == nil {
                name = place
            }
        }
        if let queue { given.append(SettingsOption("--queue", "queue", queue)) }
        let settings = try Settings.load(
            SettingsSources(file: config.map { FilePath($0) }, options: given, paths: [])
        ).settings
        let hint = place == name && place != session ? Self.hint(about: name) : Self.hint
        return OpenBook(control: try QueueControl(settings, hint: hint), settings: settings, name: name)
    }
}
