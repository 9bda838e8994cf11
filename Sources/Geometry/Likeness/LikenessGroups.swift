import Findings

/// Photos in groups of near-duplicates: each is within the distance of another one of its group, and of none outside of it.
public struct LikenessGroups: Sendable {
    /// A group with what holds it together.
    public struct Group: Sendable, Hashable {
        /// The photos' places in the list, ascending; at least two.
        public let members: [Int]
        /// Pairs by which each photo hangs together with all others: one fewer than photos.
        public let links: [LikenessPair]
    }

    /// In the order of their first photos.
    public let groups: [Group]
    /// The number of each photo's group, by the photo's place; a photo that is like no other has one of its own.
    public let numbers: [Int]

    /// Groups photos.
    ///
    /// - Parameters:
    ///   - likenesses: What they look like.
    ///   - distance: How many bits may differ in a pair.
    ///   - turned: Whether mirrored and turned copies count.
    public init(_ likenesses: [Likeness], within distance: Int, turned: Bool = false) {
        var sets = DisjointSets(likenesses.count)
        var links: [LikenessPair] = []
        // The very same is compared once: a thousand copies would be half a million pairs.
        var firsts: [Likeness: Int] = [:]
        var different: [Int] = []
        for (place, likeness) in likenesses.enumerated() {
            if let first = firsts[likeness] {
                sets.join(first, place)
                links.append(LikenessPair(first: first, second: place, distance: 0, part: 0, turn: .none))
            } else {
                firsts[likeness] = place
                different.append(place)
            }
        }
        for pair in LikenessPairs(different.map { likenesses[$0] }).links(within: distance, turned: turned) {
            let (first, second) = (different[pair.first], different[pair.second])
            sets.join(first, second)
            links.append(
                LikenessPair(first: first, second: second, distance: pair.distance, part: pair.part, turn: pair.turn))
        }
        let numbers = likenesses.indices.map { sets.first(of: $0) }
        let linksOf = Dictionary(grouping: links) { numbers[$0.first] }
        let members = Dictionary(grouping: likenesses.indices) { numbers[$0] }
        groups = linksOf.map { number, links in
            Group(
                members: members[number] ?? [],
                links: links.sorted { ($0.distance, $0.first, $0.second) < ($1.distance, $1.first, $1.second) })
        }.sorted { $0.members[0] < $1.members[0] }
        self.numbers = numbers
    }
}

/// Sets that are joined, each known by its first member.
struct DisjointSets: Sendable {
    private var parents: [Int32]

    init(_ count: Int) { parents = (0..<Int32(count)).map { $0 } }

    /// The first member of the set in which one is.
    mutating func first(of member: Int) -> Int {
        var at = member
        while parents[at] != at {
            parents[at] = parents[Int(parents[at])]
            at = Int(parents[at])
        }
        return at
    }

    /// Makes two sets one; false where they are already.
    @discardableResult
    mutating func join(_ one: Int, _ other: Int) -> Bool {
        let (one, other) = (first(of: one), first(of: other))
        guard one != other else { return false }
        parents[max(one, other)] = Int32(min(one, other))
        return true
    }
}

extension LikenessGroups.Group {
    /// Each other member with the link by which it hangs together with one that was named before.
    public func explained(from start: Int) -> [(member: Int, link: LikenessPair)] {
        var linksOf: [Int: [LikenessPair]] = [:]
        for link in links {
            linksOf[link.first, default: []].append(link)
            linksOf[link.second, default: []].append(link)
        }
        var (named, line, told): (Set<Int>, [Int], [(member: Int, link: LikenessPair)]) = ([start], [start], [])
        var next = 0
        while next < line.count {
            for link in linksOf[line[next]] ?? [] {
                let other = link.first == line[next] ? link.second : link.first
                guard named.insert(other).inserted else { continue }
                line.append(other)
                told.append((other, link))
            }
            next += 1
        }
        return told
    }
}
