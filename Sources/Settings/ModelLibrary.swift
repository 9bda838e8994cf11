import Foundation
import SystemPackage
import SystemValues

/// The folders of models that settings name without a path: `palm_detection_full`.
public struct ModelLibrary: Sendable {
    /// Where models are looked for, the user's own folder first.
    public let folders: [FilePath]
    /// The user's own folder, which `quiver model add` copies into; nil where the environment names none.
    public let own: FilePath?

    /// The endings of model files, in the order in which they are looked for.
    public static let endings = ["onnx", "xml", "tflite"]

    /// The folders of this user and this program.
    ///
    /// The user's is `quiver/models` in `XDG_DATA_HOME`, or in `.local/share` of `HOME`, which `quiver model fetch` and
    /// `add` fill. The program's are ``SystemValues/ProgramFolders/publicModels``.
    public init(environment: [String: String], executable: FilePath?) {
        let data = [environment["XDG_DATA_HOME"], environment["HOME"].map { $0 + "/.local/share" }]
        own = data.compactMap { $0 }.first { $0.hasPrefix("/") }.map { FilePath($0).appending("quiver/models") }
        folders = [own].compactMap { $0 } + ProgramFolders(executable: executable).publicModels
    }

    /// Whether a text of the settings is the name of a model, and not the path of a file.
    public static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.contains("/") && !text.hasPrefix(".")
            && !text.unicodeScalars.contains(where: \.isUnsafeToShow)
            && !endings.contains((text as NSString).pathExtension.lowercased())
    }

    /// The file of a model; nil where there is none of that name.
    ///
    /// - Parameters:
    ///   - former: Further names, of which the first counts that a model has.
    ///   - exists: Whether there is a file at a path.
    public func locate(_ name: String, or former: [String] = [], exists: (FilePath) -> Bool) -> FilePath? {
        let names = ([name] + former).filter(Self.isName)
        let candidates = names.flatMap { name in
            folders.flatMap { folder in Self.endings.map { folder.appending("\(name).\($0)") } }
        }
        return candidates.first(where: exists)
    }

    /// The file that an option names by a model's name or by a path: a file in the current folder comes first.
    ///
    /// - Throws: `SettingsError` where it is a name that no model has.
    public func file(of option: String, named text: String) throws -> FilePath {
        let exists = { (path: FilePath) -> Bool in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path.string, isDirectory: &isFolder) && !isFolder.boolValue
        }
        guard Self.isName(text), !exists(FilePath(text)) else { return FilePath(text) }
        guard let file = locate(text, exists: exists) else {
            let message =
                "\(option): there is no model \"\(text)\"; 'quiver model list' shows those that are here, "
                + "'quiver model add' adds one"
            throw SettingsError([.init(.conflict, message)], file: nil)
        }
        return file
    }

    /// Every model that can be named, by name; of two with one name the one that counts.
    public func models() -> [(name: String, file: FilePath)] {
        var found: [String: FilePath] = [:]
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
            for ending in Self.endings {
                for file in names where (file as NSString).pathExtension == ending {
                    let name = (file as NSString).deletingPathExtension
                    if Self.isName(name), found[name] == nil { found[name] = folder.appending(file) }
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

/// A model that comes with Quiver.
enum BundledModel: String {
    /// Finds faces, bulls, arrows and holes in a whole photo.
    case targets = "targets.onnx"
    /// Sees the arrows of a face that has been laid flat: tips, nocks and shafts.
    case arrows = "arrows.onnx"
    /// Sees the holes of a card that has been laid flat.
    case impacts = "impacts.onnx"

    /// Where it lies in the package.
    var path: FilePath { FilePath("samples/models").appending(rawValue) }

    /// Where it lies on this machine: where the program's own models are, and nowhere else, so that no folder of photos can
    /// bring its own.
    ///
    /// Where it is in none of them, the first is named, so that the error says where it should be.
    func locate(from executable: FilePath?, exists: (FilePath) -> Bool) -> FilePath {
        let places = ProgramFolders(executable: executable).models.map { $0.appending(rawValue) }
        return places.first(where: exists) ?? places[0]
    }
}
