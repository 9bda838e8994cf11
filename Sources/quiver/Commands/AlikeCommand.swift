import ArgumentParser
import Findings
import Geometry
import Query
import Results
import Supervisor
import SystemPackage
import SystemValues

/// `quiver alike`: which photos are near-duplicates of each other, and what their vectors say.
struct AlikeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alike",
        abstract: "Show which photos look alike: near-duplicates in groups, look-alikes of a photo, odd ones out.",
        discussion: """
            'quiver alike' compares all photos that are done, 'quiver alike PHOTOS/day1' those of a folder. Copies of another \
            size, quality or brightness are found, and those from which up to a tenth of a side was cut away; with \
            --turned mirrored ones and those turned by quarter turns too. Each group says what holds it together: which \
            photo is like which other one, and how many of 120 bits differ. Photos that have less in common are never in \
            a group unless others connect them.

            No photo is opened: 'quiver run', 'score' and 'watch' note what a photo looks like. Photos that an earlier version \
            has done are counted and left out: 'quiver jobs prune PHOTO --again' has the next run process them again.

            A detector of the task 'embed' gives each photo a vector, and with these there is more to ask. \
            'quiver alike --by embedding PHOTO' shows the photos that its model takes for most alike to one, and \
            'quiver alike --words "a dog in snow"' those that show what the words say, where the detector has both halves of a \
            CLIP pair; --where takes only photos that fit a query. --odd shows those that \
            are like no other; --suggest-labels folders the photos whose nearest ones lie in another folder, and \
            --suggest-labels findings those that were found to be something else, or corrected so.
            """)

    @Argument(help: ArgumentHelp("Only these photos, and those in these folders.", valueName: "paths"))
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "How many of 120 bits may differ: 0 to 40; else \(NearDuplicates.distance).", valueName: "n"))
    var distance: Int?

    @Flag(help: "Take mirrored photos, and those turned by quarter turns, for alike too.")
    var turned = false

    @OptionGroup(title: "Vectors") var vectors: EmbeddingOptions

    @OptionGroup var photos: QueryOptions

    @OptionGroup var options: QueueOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...40).contains(distance ?? 0) else { throw ValidationError("--distance takes a number from 0 to 40.") }
        guard photos.query == nil || vectors.areAsked && (vectors.question == nil || vectors.words != nil) else {
            throw ValidationError("--where is of --words and --by embedding; leave it out.")
        }
        guard vectors.areAsked else { return }
        guard distance == nil, !turned else {
            throw ValidationError(
                "--distance and --turned are of the bits of near-duplicates, and not of vectors; leave them out.")
        }
        guard vectors.question != nil || paths.count == 1 else {
            throw ValidationError(
                "--by embedding takes one photo; without one, --words, --odd or --suggest-labels says what to look for."
            )
        }
    }

    func run() throws {
        let below = try RawArguments.paths(paths).map(\.resolvedPath)
        let settings = try options.settings().settings
        let queue = try QueueControl(settings)
        if vectors.areAsked {
            return try EmbeddingAnswers(vectors, photos.query ?? .all, in: queue, settings: settings, output).say(below)
        }
        let found = try NearDuplicates(
            in: queue, below: below, within: distance ?? NearDuplicates.distance, turned: turned)
        guard found.photos.count + found.unknown > 0 || below.isEmpty else {
            throw QueueEmbeddings.nothing(below: below)
        }
        switch output.format {
        case .text: for group in found.groups.groups { Terminal.say(AlikeText(group, of: found.photos).lines) }
        case .json: Terminal.say(try JSONText.encode(AlikeDocument(found), pretty: true))
        case .jsonl:
            for group in found.groups.groups {
                Terminal.say(try JSONText.encode(AlikeDocument.Group(group, of: found.photos), pretty: false))
            }
        }
        let grouped = found.groups.groups.reduce(0) { $0 + $1.members.count }
        Terminal.talk(
            "\(counted(found.photos.count, "photo")) compared: \(counted(found.groups.groups.count, "group")) of "
                + "\(counted(grouped, "photo")) that look alike")
        guard found.unknown > 0 else { return }
        Terminal.talk(
            "\(counted(found.unknown, "photo")) without the bits that are compared, done by an earlier version: "
                + "'\(options.hint.command("jobs prune --again"))' forgets what is done, and the next run processes it again"
        )
    }
}

/// A group as the terminal shows it.
private struct AlikeText {
    let lines: String

    init(_ group: LikenessGroups.Group, of photos: [FilePath]) {
        let name = { (place: Int) in EscapedName.printable(photos[place]) }
        let first = group.members[0]
        lines =
            (["\(counted(group.members.count, "photo")) alike:", "  \(name(first))"]
            + group.explained(from: first).map { place, link in
                let isFirst = place == link.first
                let other = name(isFirst ? link.second : link.first)
                let part = link.part == 0 ? "" : isFirst ? "a part of it is like " : "like a part of "
                let turn = link.turn == .none ? "" : ", mirrored or turned"
                return "  \(name(place)): \(part.isEmpty ? "like " : part)\(other)\(turn), "
                    + "\(counted(link.distance, "bit")) of \(LikenessBits.count) differ\(link.distance == 1 ? "s" : "")"
            }).joined(separator: "\n")
    }
}

/// All groups as JSON has them.
private struct AlikeDocument: Encodable {
    struct Group: Encodable {
        struct Link: Encodable {
            let first: String
            let second: String
            let distance: Int
            /// Whether a part of the first photo looks like all of the second.
            let part: Bool
            let turned: Bool
        }

        let photos: [String]
        let links: [Link]

        init(_ group: LikenessGroups.Group, of all: [FilePath]) {
            let name = { (place: Int) in EscapedName.printable(all[place]) }
            photos = group.members.map(name)
            links = group.links.map {
                Link(
                    first: name($0.first), second: name($0.second), distance: $0.distance, part: $0.part > 0,
                    turned: $0.turn != .none)
            }
        }
    }

    let photos: Int
    let unknown: Int
    let groups: [Group]

    init(_ found: NearDuplicates) {
        photos = found.photos.count
        unknown = found.unknown
        groups = found.groups.groups.map { Group($0, of: found.photos) }
    }
}
