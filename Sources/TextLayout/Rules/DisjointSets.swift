/// Numbers that are joined to sets, by the method of Tarjan, Efficiency of a good but not linear set union algorithm, 1975.
struct DisjointSets {
    private var parents: [Int]

    /// So many numbers, each alone.
    init(count: Int = 0) { parents = Array(0..<count) }

    /// A further number, alone.
    mutating func add() -> Int {
        parents.append(parents.count)
        return parents.count - 1
    }

    /// The number that stands for a set: the smallest of it.
    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Makes one set of two.
    mutating func join(_ a: Int, _ b: Int) {
        let (a, b) = (root(of: a), root(of: b))
        if a != b { parents[max(a, b)] = min(a, b) }
    }
}
