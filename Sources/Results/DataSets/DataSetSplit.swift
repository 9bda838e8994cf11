import Findings
import SystemPackage
import SystemValues

/// A part of a data set: what is learned from, what shows when to stop, and what is measured at the end.
public enum SplitPart: String, Sendable, Hashable, Codable, CaseIterable {
    case train, val, test
}

/// How the photos of a data set are divided.
///
/// A hash of a photo's content, or of its group, says where it goes: a copy of a photo goes where the photo is, and every
/// format divides in the same way. By content alone more photos move none that was there; a photo that is in two groups joins
/// them, and then one of them may move. Shares are met the better, the more photos there are.
public struct DataSetSplit: Sendable, Hashable {
    /// Which photos stay together beside exact copies.
    public enum Grouping: String, Sendable, Hashable, CaseIterable {
        /// Those of a session of the score book.
        case session
        /// Those of a folder.
        case folder
        /// Near-duplicates, and what they connect.
        case alike
        /// None.
        case content
    }

    /// The share of each part, which are 1 together.
    public let shares: [Double]
    /// Another number divides otherwise.
    public let seed: Int
    /// Which photos stay together.
    public let grouping: Grouping
    /// How many bits may differ between near-duplicates; nil where these do not stay together.
    public let distance: Int?

    /// Nil for what are no two or three shares that are 1 together.
    ///
    /// - Parameter distance: How many bits may differ, for `alike`; nil for the others.
    public init?(shares: [Double], seed: Int = 0, grouping: Grouping = .session, distance: Int? = nil) {
        guard (2...SplitPart.allCases.count).contains(shares.count), shares.allSatisfy({ (0...1).contains($0) }),
            abs(shares.reduce(0, +) - 1) < 1e-6, (distance != nil) == (grouping == .alike),
            (0...LikenessBits.count).contains(distance ?? 0)
        else { return nil }
        (self.shares, self.seed, self.grouping, self.distance) = (shares, seed, grouping, distance)
    }

    /// The parts that have a share.
    var parts: [SplitPart] { zip(SplitPart.allCases, shares).filter { $0.1 > 0 }.map(\.0) }

    /// The part of everything that has a text of its own.
    func part(of text: String) -> SplitPart {
        let place = Double(SeededHash.number(of: text, seed: seed) >> 11) / Double(UInt64(1) << 53)
        var end = 0.0
        for (part, share) in zip(SplitPart.allCases, shares) {
            end += share
            if share > 0, place < end { return part }
        }
        return parts.last ?? .train
    }
}

/// Says which groups a photo is in, by names that stay as photos are added: all photos of a group go into one part.
///
/// Sessions and folders are such groups, which each photo tells by itself; near-duplicates are not (``AlikeContents``).
typealias PhotoGrouping = (_ record: Record, _ place: FilePath) -> [String]

/// The parts that groups of photos go into: no group is torn, nor are the copies of a photo.
struct SplitGroups {
    private let split: DataSetSplit
    /// The groups that a group is joined with by photos that are in both; a first one's is itself.
    private var parents: [String: String] = [:]
    /// The group of a content.
    private var contents: [String: String] = [:]
    /// The content that decides where one goes; nil where each decides for itself.
    var deciding: [String: String]?

    init(_ split: DataSetSplit) { self.split = split }

    /// Notes a photo's groups, before any photo's part is asked.
    mutating func note(_ content: String, in groups: [String]) {
        for group in groups + [contents[content]].compactMap({ $0 }) { join(group, groups.first ?? group) }
        if let group = groups.first { contents[content] = group }
    }

    /// The part of a photo: that of its groups, else that of the content that decides, which mostly is its own.
    func part(of content: String) -> SplitPart {
        split.part(
            of: contents[content].map { "group \(first(of: $0))" } ?? "content \(deciding?[content] ?? content)")
    }

    /// Whether it is not known which others a photo looks like, though that is asked for.
    func isUnknown(_ content: String) -> Bool { deciding.map { $0[content] == nil } ?? false }

    private func first(of group: String) -> String {
        var group = group
        while let parent = parents[group], parent != group { group = parent }
        return group
    }

    /// Under the lesser name, so that it depends on no order.
    private mutating func join(_ one: String, _ other: String) {
        let (a, b) = (first(of: one), first(of: other))
        parents[max(a, b)] = min(a, b)
        parents[min(a, b)] = min(a, b)
    }
}
