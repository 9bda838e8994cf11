import Scoring

extension SessionOutline {
    /// All photos, in the session's order.
    var photos: [CapturedPhoto] { ends.flatMap(\.photos) }

    /// Each photo's end, by path.
    var homes: [String: Int64] {
        Dictionary(ends.flatMap { end in end.photos.map { ($0.path, end.id) } }) { first, _ in first }
    }

    /// Divides photos into rounds of ends anew.
    ///
    /// An end keeps its number in the book as long as one of its photos is in it, whatever place it has in the session;
    /// with one photo an end that is for as long as the photo is there. New ones are numbered from `next` on.
    mutating func divide(_ photos: [CapturedPhoto], next: Int64) {
        let homes = homes
        var next = next
        var used: Set<Int64> = []
        ends = []
        for (round, groups) in counting.layout.rounds(of: photos).enumerated() {
            for (number, group) in groups.enumerated() {
                let known = group.compactMap { homes[$0.path] }.first { !used.contains($0) }
                let id = known ?? next
                if known == nil { next += 1 }
                used.insert(id)
                ends.append(End(id: id, round: round + 1, number: number + 1, photos: group))
            }
        }
    }
}
