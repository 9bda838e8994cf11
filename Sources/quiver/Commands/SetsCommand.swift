import ArgumentParser
import Control
import Findings
import Query
import Results
import Storage
import Supervisor
import SystemPackage
import SystemValues

/// `quiver sets`: the named sets of photos, which the page has as tags.
struct SetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sets",
        abstract: "List, change, rename and delete the named sets of photos, which the page has as tags.",
        discussion: """
            A set is what 'quiver select' keeps, and what photos get as a tag in the gallery: 'set:week12' is its photos in every \
            query. Its photos are known by their content: they stay in it where they are renamed or processed again. \
            A set without photos is none.

            Exit status: 0 fine, 1 no photo fits, 2 the queue cannot be used or the set is not there, 64 wrong usage.
            """,
        subcommands: [
            ListSetsCommand.self, AddToSetCommand.self, RemoveFromSetCommand.self, RenameSetCommand.self,
            DeleteSetCommand.self,
        ])

    /// The queue that has the sets of a folder of results.
    static func queue(of folder: FilePath, _ review: ReviewOptions) throws -> QueueControl {
        guard let queue = try review.queue(of: folder) else { throw withoutQueue(folder) }
        return queue
    }

    /// The refusal of a folder of which no queue knows the photos.
    static func withoutQueue(_ folder: FilePath) -> ResultsError {
        .nothing(
            "\(EscapedName.printable(folder)) has no queue that knows its photos; name the folder of a run's results, or their queue "
                + "with --queue")
    }

    /// The query for a set.
    static func query(_ name: String) -> String {
        "\(Query(.photo(QueryTest(.set, text: PhotoSet.kept(name)))))".forTerminal
    }

    /// Refuses a name that no set can have.
    static func check(_ name: String) throws {
        do { try PhotoSet.check(name: name) } catch { throw ValidationError(error.message) }
    }

    /// Changes a set; returns of how many photos that was a change.
    ///
    /// What one request cannot name is gathered first: no query knows any of it before all is there, and all is changed at once.
    ///
    /// - Parameter identity: The queue's, which another one may have replaced meanwhile.
    static func change(
        _ name: String, _ contents: [String], _ change: PhotoSetChange, in queue: QueueControl, _ identity: String
    ) async throws -> Int {
        var rest = contents[...]
        if change == .add || change == .remove {
            let standing = try queue.readBoth { store in
                try store.sets.standingSet(named: name).map { try store.sets.contents(ofSet: $0.name) }
            }
            guard change == .add || standing != nil else { throw PhotoSetError.missing(name) }
            let present = Set(standing ?? [])
            rest = contents.filter { present.contains($0) == (change == .remove) }[...]
            guard !rest.isEmpty else { return 0 }
        }
        var draft = PhotoSetDraft(id: "\(UInt64.random(in: 0 ... .max))")
        while rest.count > PhotoSet.mostAtOnce {
            let part = Array(rest.prefix(PhotoSet.mostAtOnce))
            _ = try await queue.change(.on(queue: identity, .gather(contents: part, in: draft)))
            draft.count += part.count
            rest = rest.dropFirst(part.count)
        }
        let request = ControlRequest.choose(
            set: name, contents: Array(rest), change, with: draft.count > 0 ? draft : nil)
        return try await photos(request, in: queue, identity) + draft.count
    }

    /// How many photos a request has changed.
    private static func photos(
        _ request: ControlRequest, in queue: QueueControl, _ identity: String
    ) async throws -> Int {
        switch try await queue.reply(to: .on(queue: identity, request)) {
        case .photos(let photos): return photos.count
        // A supervisor of an earlier version has put them all in, and says how many.
        case .changed(let count): return count
        default: throw QueueControl.otherVersion
        }
    }
}

/// The results whose sets are meant.
struct SetOptions: ParsableArguments {
    @Option(
        name: .customLong("in"), help: ArgumentHelp("The folder of results.", valueName: "results"),
        completion: .directory)
    var results = "results"

    @OptionGroup var review: ReviewOptions

    var folder: FilePath { FilePath(results) }

    func queue() throws -> QueueControl { try SetsCommand.queue(of: folder, review) }
}

/// `quiver sets list`.
struct ListSetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the sets, with how many photos each has.")

    @OptionGroup var sets: SetOptions

    @OptionGroup var output: OutputOptions

    private struct Row: Encodable {
        let name: String
        let photos: Int
    }

    func run() async throws {
        let rows = try sets.queue().readBoth { try $0.sets.photoSets() }.map { Row(name: $0.name, photos: $0.count) }
        try output.say(rows) {
            for row in rows { Terminal.say("\(row.name.forTerminal): \(counted(row.photos, "photo"))") }
            if rows.isEmpty {
                Terminal.talk("there is no set; 'quiver sets add NAME --where QUERY' makes one of the photos that fit")
            }
        }
    }
}

/// `quiver sets add NAME --where QUERY`.
struct AddToSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put the photos that fit a query into a set, a new one where there is none.")

    @OptionGroup var change: SetChangeOptions

    func run() async throws { try await change.carryOut(.add) }
}

/// `quiver sets remove NAME --where QUERY`.
struct RemoveFromSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take the photos that fit a query out of a set; the photos stay.")

    @OptionGroup var change: SetChangeOptions

    func run() async throws { try await change.carryOut(.remove) }
}

/// Which photos go into a set, or out of it.
struct SetChangeOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The set.", valueName: "name"))
    var name: String

    @OptionGroup var photos: QueryOptions

    @OptionGroup var sets: SetOptions

    func validate() throws {
        try SetsCommand.check(name)
        guard photos.query != nil else {
            throw ValidationError("Say which photos with --where, for example: --where 'label:cup is:open'")
        }
    }

    fileprivate func carryOut(_ change: PhotoSetChange) async throws {
        let queue = try sets.queue()
        try QueueControl.needSets(of: photos.query ?? .all, in: queue)
        let identity = try queue.identity().description
        // Chance takes all of as many as there are.
        let all = SelectionChoice(by: .random, count: .max, query: photos.query ?? .all)
        let contents = try PhotoSelection(in: queue, results: sets.folder, choosing: all).photos.map(\.content)
        guard !contents.isEmpty else {
            Terminal.talk("no photo with a result fits; the set stays as it is")
            throw ExitCode(1)
        }
        let changed = try await SetsCommand.change(name, contents, change, in: queue, identity)
        let done = change == .remove ? "taken out of" : "put into"
        // Without its last photo a set is none.
        let stands = try queue.readBoth { try $0.sets.standingSet(named: name) != nil }
        Terminal.talk(
            "\(counted(contents.count, "photo")) fit, \(changed) of them \(done) the set '\(PhotoSet.kept(name).forTerminal)'; "
                + (stands ? "'\(SetsCommand.query(name))' asks for it" : "it has no photo any more, and so is gone"))
    }
}

/// `quiver sets rename NAME OTHER`.
struct RenameSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a set another name; one that another set has is refused.")

    @Argument(help: ArgumentHelp("The set.", valueName: "name"))
    var name: String

    @Argument(help: ArgumentHelp("Its new name.", valueName: "new-name"))
    var other: String

    @OptionGroup var sets: SetOptions

    func validate() throws { try SetsCommand.check(other) }

    func run() async throws {
        let count = try await sets.queue().change(.renameSet(name, to: other))
        Terminal.talk(
            "the set '\(PhotoSet.kept(name).forTerminal)' of \(counted(count, "photo")) is '\(PhotoSet.kept(other).forTerminal)' now; "
                + "'\(SetsCommand.query(other))' asks for it")
    }
}

/// `quiver sets delete NAME`.
struct DeleteSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a set, and none of its photos.")

    @Argument(help: ArgumentHelp("The set.", valueName: "name"))
    var name: String

    @OptionGroup var sets: SetOptions

    func run() async throws {
        let count = try await sets.queue().change(.unchoose(set: name))
        let set = PhotoSet.kept(name).forTerminal
        Terminal.talk("the set '\(set)' of \(counted(count, "photo")) is deleted; its photos stay")
    }
}
