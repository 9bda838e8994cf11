import Glibc
import SystemPackage
import SystemValues

/// What holds for a `pipeline.json` that lies in the current folder and that the caller did not name.
///
/// A folder may come from elsewhere, in an archive or on a shared disk, and its settings say where Quiver writes and what
/// it moves. So such a file counts only where it is the caller's own or root's, and what it has written stays in its folder.
struct UnnamedFile {
    /// The file.
    let path: FilePath

    /// The sentence that refuses the file; nil where it may be used.
    func refusal(user: uid_t = geteuid()) -> String? {
        guard let link = try? Syscalls.status(path, follow: false), let file = try? Syscalls.status(path, follow: true)
        else { return nil }
        let other = [link.owner, file.owner].first { $0 != user && $0 != 0 }
        if let other {
            return "\(path) belongs to another user (\(other)) and was not named, so it is not used; "
                + "say --config \(name) to use it, or go to another folder"
        }
        guard file.mode & S_IWOTH == 0 else {
            return "every user may write \(path), and it was not named, so it is not used; "
                + "say --config \(name) to use it, or chmod o-w \(name)"
        }
        return folderRefusal(user: user)
    }

    /// The sentence that refuses the file for its folder: who may write there can put any file into it.
    private func folderRefusal(user: uid_t) -> String? {
        let above = path.removingLastComponent()
        let folder: FilePath = above.isEmpty ? "." : above
        guard let status = try? Syscalls.status(folder, follow: true) else { return nil }
        guard status.owner == user || status.owner == 0 else {
            return "the folder of \(path) belongs to another user (\(status.owner)), and the file was not named, "
                + "so it is not used; say --config \(name) to use it, or go to another folder"
        }
        // In a sticky folder, such as /tmp, only its owner and root can put another file in a file's place.
        guard status.mode & S_IWOTH == 0 || status.mode & S_ISVTX != 0 else {
            return "every user may write the folder of \(path), and the file was not named, so it is not used; "
                + "say --config \(name) to use it, or chmod o-w the folder"
        }
        return nil
    }

    /// The settings of this file that would write outside its folder.
    ///
    /// - Parameter derived: The keys whose value in the file does not hold, as another setting decides them.
    func escapes(
        _ settings: Settings, from values: RawSettings, derived: [String: Origin]
    ) -> [SettingsError.Problem] {
        var places: [(key: String, path: FilePath?)] = [
            ("output.path", settings.output.path), ("output.originals", settings.output.originals),
            ("queue", settings.queue.file), ("cache", settings.cache), ("log.path", settings.log.path),
            ("metrics.listen", settings.metrics.listen?.socket),
        ]
        // Photos that are sent are put into a watched folder.
        places += settings.watch.enumerated().filter {
            settings.serve.uploads.isOn || settings.ofFolder($0.element).after == .move
        }.map { ("watch[\($0.offset)].path", $0.element.path) }
        return database(settings, from: values, derived: derived) + hooks(settings, from: values)
            + openPort(settings, from: values)
            + places.compactMap { key, path in
                guard let path, derived[key] == nil, let value = values[key], case .file = value.origin,
                    path != Settings.Log.standardError
                else { return nil }
                // A compiled model is as good as a program, and one that came with the file would be loaded as one.
                if key == "cache" {
                    return SettingsError.Problem(
                        .wrongValue,
                        "cache: a file that was not named does not say where compiled models lie; "
                            + "say --config \(name) to mean it", at: value.node.position)
                }
                guard !isInside(path) else { return nil }
                return SettingsError.Problem(
                    .wrongValue,
                    "\(key): \(path) lies outside the folder of this file, which was not named; "
                        + "say --config \(name) to mean it", at: value.node.position)
            }
    }

    /// The refusal of a database: what the user's environment and files know of passwords would be sent to its host.
    private func database(
        _ settings: Settings, from values: RawSettings, derived: [String: Origin]
    ) -> [SettingsError.Problem] {
        guard settings.queue.address != nil, derived["queue"] == nil, let value = values["queue"],
            case .file = value.origin
        else { return [] }
        return [
            SettingsError.Problem(
                .wrongValue,
                "queue: a file that was not named does not say which database is connected to; "
                    + "say --config \(name) to mean it", at: value.node.position)
        ]
    }

    /// The refusal of a port that others than this machine reach.
    private func openPort(_ settings: Settings, from values: RawSettings) -> [SettingsError.Problem] {
        guard settings.metrics.listen?.isOpen == true, let value = values["metrics.listen"], case .file = value.origin
        else { return [] }
        return [
            SettingsError.Problem(
                .wrongValue,
                "metrics.listen: a file that was not named opens no port to other machines; "
                    + "say --config \(name) to mean it", at: value.node.position)
        ]
    }

    /// The refusal of hooks: a folder of photos from elsewhere is to start no program and send nothing.
    private func hooks(_ settings: Settings, from values: RawSettings) -> [SettingsError.Problem] {
        settings.hooks.indices.compactMap { index in
            guard let value = values["hooks[\(index)].name"], case .file = value.origin else { return nil }
            return SettingsError.Problem(
                .wrongValue,
                "hooks[\(index)]: a file that was not named starts no programs and sends nothing; "
                    + "say --config \(name) to mean it", at: value.node.position)
        }
    }

    private var name: String { path.lastComponent?.string ?? path.string }

    /// Whether a path stays in the file's folder, links in it included.
    private func isInside(_ target: FilePath) -> Bool {
        guard let folder = Self.resolved(path.removingLastComponent()), let real = Self.resolved(target) else {
            return false
        }
        return real.starts(with: folder)
    }

    /// A path whose existing part holds no link; nil where that cannot be known.
    private static func resolved(_ path: FilePath) -> FilePath? {
        var rest: [FilePath.Component] = []
        var start = path.lexicallyNormalized()
        while true {
            if let real = start.realPath { return real.appending(rest.reversed()) }
            // A link that leads nowhere yet may lead anywhere later.
            do throws(Errno) {
                _ = try Syscalls.status(start, follow: false)
                return nil
            } catch {
                guard error == .noSuchFileOrDirectory else { return nil }
            }
            guard let last = start.lastComponent else { return nil }
            rest.append(last)
            start.removeLastComponent()
        }
    }
}
