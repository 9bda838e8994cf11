import JSONTree
import SystemPackage
import SystemValues

extension Settings {
    /// Gives a queue in a database its folder on this host and the names of folders of photos.
    ///
    /// - Parameter named: The watched folders as they are set beside the paths of the command line, which have no names.
    mutating func placeDatabase(_ rawSettings: inout RawSettings, _ sources: SettingsSources, named: [Watch]) {
        guard let address = queue.address else { return }
        let position = rawSettings["queue"]?.node.position
        guard let state = QueueLocation.stateFolder(environment: sources.environment, in: sources.folder) else {
            let message =
                "queue: this host has no folder for what belongs to the queue here, such as tokens; set QUIVER_STATE to one"
            rawSettings.problems.append(.init(.missing, message, at: position))
            return
        }
        let roots = named.compactMap { watch in watch.name.map { RootName(name: $0, path: watch.path) } }
        queue = QueueLocation.database(
            QueueAddress(connection: address.connection, roots: roots),
            state: state.appending(address.folderName(environment: sources.environment)))
    }

    /// The watched folders of the file and the environment, whatever paths the command line names in their place.
    static func configuredFolders(_ file: RawSettings, _ sources: SettingsSources) -> [Watch] {
        var (settings, raw) = (Settings(), file)
        _ = raw.read(environment: sources.environment, in: sources.folder)
        for key in keys where key.description.path == "watch" { key.read(&settings, &raw, "") }
        return settings.watch
    }

    /// What is to be said of a queue in a database that is not the one, or not in the way, that was meant.
    func queueWarnings(_ rawSettings: RawSettings, derived: [String: Origin]) -> [String] {
        guard let given = rawSettings["queue"], case .string(let text) = given.node.content,
            QueueAddress.isMeant(by: text)
        else { return [] }
        if let origin = derived["queue"] {
            return [
                "the queue is \(queue.printable) (\(origin)), and not the database that \(given.origin) names; "
                    + "name that one with --queue as well to use it"
            ]
        }
        guard case .option(let name) = given.origin, queue.address?.hasPassword == true else { return [] }
        return [
            "the password behind \(name) can be seen by other users of this machine ('ps') while Quiver starts, and the shell "
                + "may keep it; put it into a file (PGPASSFILE), or the whole address into pipeline.json"
        ]
    }

    /// Refuses names of folders that are given twice.
    func checkNames(_ rawSettings: inout RawSettings) {
        var names: [String: Int] = [:]
        for (index, watch) in watch.enumerated() {
            guard let name = watch.name else { continue }
            if let other = names[name] {
                let message =
                    "watch[\(index)].name: \"\(name)\" is also the name of watch[\(other)]; give each its own"
                rawSettings.problems.append(
                    .init(.duplicate, message, at: rawSettings["watch[\(index)].name"]?.node.position))
            }
            names[name] = names[name] ?? index
        }
    }
}
