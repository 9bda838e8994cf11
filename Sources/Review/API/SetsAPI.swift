import Control
import Storage
import Supervisor

/// Named sets of photos: the tags of the page.
///
/// A set holds photos by content: a copy of one is in it, and so is what is processed again.
struct SetsAPI {
    let library: ReviewLibrary
    private let answers = KeptAnswers()

    init(library: ReviewLibrary) { self.library = library }

    var operations: [Operation] { [list, change, rename, delete] }

    private static let missing = [404: "There is no such set."]

    private var list: Operation {
        Operation(
            id: "listSets", method: .get, path: "/sets",
            summary: "All named sets of photos, with how many photos each has.", answer: .json(APIFormat.sets)
        ) { [library] _ in .json(APIFormat.sets.write(try await library.read { try $0.sets.photoSets() })) }
    }

    private var change: Operation {
        Operation(
            id: "changeSet", method: .post, path: "/sets/change",
            summary: "Puts photos into a set, a new one where there is none, or takes them out; answers what changed.",
            parameters: [KeptAnswers.parameter],
            body: .json(SetChange.format, example: ["set": "week12", "change": "add", "jobs": [1, 2]]),
            answer: .json(SetChanged.format),
            refusals: Self.missing.merging([422: "Too many photos are named, or no set can have the name."]) { $1 }
        ) { [library, answers] call in
            let wanted = try call.decoded(SetChange.self)
            guard wanted.jobs.count <= PhotoSet.mostAtOnce else {
                throw Problem(
                    .unprocessableContent, code: .impossible, "Name at most \(PhotoSet.mostAtOnce) photos.")
            }
            return try await answers.answer(to: call, of: "changeSet") {
                let (contents, present) = try await library.read { snapshot in
                    let contents = try Self.contents(of: wanted.jobs, in: snapshot)
                    return (contents, try Self.present(Set(contents.values), in: wanted.set, of: snapshot))
                }
                let named = Set(contents.values)
                var changed: Set<String> = []
                if !named.isEmpty {
                    let request = ControlRequest.choose(
                        set: wanted.set, contents: named.sorted(), wanted.change.change)
                    switch try await library.change(request, in: call.queue) {
                    case .photos(let photos): changed = Set(photos)
                    // A supervisor of an earlier version has put them all in, and says how many.
                    case .changed: changed = named.subtracting(present)
                    default: throw QueueControl.otherVersion
                    }
                }
                var result = SetChanged(set: try await Self.set(wanted.set, in: library))
                result.isNew = wanted.change == .add && !changed.isEmpty && result.set.count == changed.count
                for job in wanted.jobs {
                    if contents[job].map(changed.contains) == true {
                        result.jobs.append(Int(job))
                    } else {
                        result.untouched.append(Int(job))
                    }
                }
                return .json(SetChanged.format.write(result))
            }
        }
    }

    private var rename: Operation {
        Operation(
            id: "renameSet", method: .post, path: "/sets/rename",
            summary: "Gives a set another name; one that another set has is refused.",
            body: .json(SetRenaming.format, example: ["set": "week12", "name": "week 12"]),
            answer: .json(APIFormat.set),
            refusals: Self.missing.merging([422: "Another set has the name, or no set can have it."]) { $1 }
        ) { [library] call in
            let wanted = try call.decoded(SetRenaming.self)
            guard
                case .changed = try await library.change(.renameSet(wanted.set, to: wanted.name), in: call.queue)
            else { throw QueueControl.otherVersion }
            return .json(APIFormat.set.write(try await Self.set(wanted.name, in: library)))
        }
    }

    private var delete: Operation {
        Operation(
            id: "deleteSet", method: .post, path: "/sets/delete",
            summary: "Deletes a set, and none of its photos; answers how many photos were in it.",
            body: .json(SetChoice.format, example: ["set": "week12"]), answer: .json(APIFormat.changed),
            refusals: Self.missing
        ) { [library] call in
            let wanted = try call.decoded(SetChoice.self)
            guard case .changed(let count) = try await library.change(.unchoose(set: wanted.set), in: call.queue)
            else { throw QueueControl.otherVersion }
            return .json(APIFormat.changed.write(count))
        }
    }

    /// The contents of photos, by their numbers in the queue; those without content are not named.
    private static func contents(of jobs: [Int64], in snapshot: QueueSnapshot) throws -> [Int64: String] {
        let numbers = Set(jobs).sorted()
        var contents: [Int64: String] = [:]
        for start in stride(from: 0, to: numbers.count, by: Self.together) {
            let ids = numbers[start..<min(start + Self.together, numbers.count)].map { JobID(rawValue: $0) }
            for job in try snapshot.jobs.page(PageRequest(JobFilter(ids: ids, age: .any), limit: ids.count)) {
                contents[job.id.rawValue] = job.content?.description
            }
        }
        return contents
    }

    /// Those of some contents that are in a set before it is changed.
    private static func present(
        _ contents: Set<String>, in name: String, of snapshot: QueueSnapshot
    ) throws -> Set<String> {
        guard !contents.isEmpty, let set = try snapshot.sets.standingSet(named: name) else { return [] }
        let sets = try snapshot.sets.sets(ofContents: Array(contents))
        return contents.filter { sets[$0]?.contains(set.name) == true }
    }

    /// Photos that one statement reads.
    private static let together = 1000

    /// A set as it is now; one without photos is none.
    private static func set(_ name: String, in library: ReviewLibrary) async throws -> PhotoSet {
        try await library.read { try $0.sets.standingSet(named: name) } ?? PhotoSet(name: name, count: 0)
    }
}
