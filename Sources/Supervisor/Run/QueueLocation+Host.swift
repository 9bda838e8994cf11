import Glibc
import Results
import Settings
import SystemPackage
import SystemValues
import WorkerProtocol

extension QueueLocation {
    /// The same queue in a database, with its folder on this host made, for this user alone, and told without links; a queue in a
    /// file as it is.
    ///
    /// - Throws: ``PipelineError`` where the folder cannot be had, or others could put a token or a socket into it.
    func withStateFolder() throws -> QueueLocation {
        guard address != nil else { return self }
        var (above, missing) = (folder, [FilePath.Component]())
        while !above.exists, let last = above.lastComponent {
            missing.append(last)
            above.removeLastComponent()
        }
        for name in missing.reversed() {
            above.append(name)
            guard above.withPlatformString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
                throw refusal("cannot be made: \(Errno(rawValue: errno))")
            }
        }
        guard let real = folder.realPath, let status = try? Syscalls.status(real, follow: false), status.kind == .folder
        else { throw refusal("is no folder") }
        guard status.owner == geteuid() else { throw refusal("belongs to another user") }
        guard status.mode & 0o022 == 0 else { throw refusal("may be written by other users; chmod 700 it") }
        return told(from: real)
    }

    private func refusal(_ why: String) -> PipelineError {
        PipelineError(
            .setting,
            "the folder \(EscapedName.printable(folder)), for what belongs to the queue \(printable) on this host, \(why); "
                + "or set QUIVER_STATE to another folder", fault: .environment)
    }

    /// The same queue with each of its names of folders at the path without links, as a run takes photos from there.
    ///
    /// - Parameters:
    ///   - watched: Folders whose paths without links are known already, by the paths that they were named by.
    ///   - patience: How long each share may take to answer; one that does not is known by the path that leads to it.
    public func namingRoots(
        _ watched: [FilePath: FilePath] = [:], within patience: Duration = .seconds(5)
    ) -> QueueLocation {
        guard let address, !address.roots.isEmpty else { return self }
        let unknown = address.roots.map(\.path).filter { watched[$0] == nil }
        let asked = NamedRoots(asking: unknown.map { Settings.Watch(path: $0) }, patience: patience)
        let known = watched.merging(zip(unknown, asked.roots.map(\.watch.path))) { first, _ in first }
        return naming(address.roots.map { RootName(name: $0.name, path: known[$0.path] ?? $0.path) })
    }
}
