/// Regions that are found by their name and place at once, however many there are, and taken out one by one.
struct RegionIndex {
    private struct Cell: Hashable {
        let name: Int
        // Whole numbers in a form that holds whatever number a sidecar has.
        let (x, y, width, height): (Double, Double, Double, Double)
    }

    private let regions: [SidecarLabels.Region]
    private let distance: Double
    private var isTaken: [Bool]
    /// The names by their numbers.
    private var names: [String: Int] = [:]
    /// The numbers of the regions in each cell, the last one first.
    private var cells: [Cell: [Int]] = [:]

    /// - Parameter distance: How far a region may be from what it is found by: also the side of a cell.
    init(_ regions: [SidecarLabels.Region], within distance: Double) {
        (self.regions, self.distance) = (regions, distance)
        isTaken = Array(repeating: false, count: regions.count)
        // What is no number is near to nothing, and equal to nothing: not even to its own place in a dictionary.
        for (number, region) in regions.enumerated().reversed()
        where [region.x, region.y, region.width, region.height].allSatisfy(\.isFinite) {
            let name = names[region.name] ?? names.count
            names[region.name] = name
            cells[cell(of: region, name), default: []].append(number)
        }
    }

    /// Those that were not taken, in their order.
    var rest: [SidecarLabels.Region] { zip(regions, isTaken).filter { !$0.1 }.map(\.0) }

    /// Whether one is near to another region.
    func hasNear(_ region: SidecarLabels.Region) -> Bool { near(region) != nil }

    /// Takes the first one near to another region; nil where none is.
    mutating func takeNear(_ region: SidecarLabels.Region) -> SidecarLabels.Region? {
        guard let (number, cell) = near(region) else { return nil }
        isTaken[number] = true
        if let place = cells[cell]?.lastIndex(of: number) { cells[cell]?.remove(at: place) }
        return regions[number]
    }

    private func near(_ region: SidecarLabels.Region) -> (number: Int, cell: Cell)? {
        guard let name = names[region.name] else { return nil }
        let middle = cell(of: region, name)
        var best: (number: Int, cell: Cell)?
        for x in -1...1 {
            for y in -1...1 {
                for width in -1...1 {
                    for height in -1...1 {
                        let cell = Cell(
                            name: name, x: middle.x + Double(x), y: middle.y + Double(y),
                            width: middle.width + Double(width), height: middle.height + Double(height))
                        let first = cells[cell]?.last { regions[$0].isNear(region, within: distance) }
                        if let first, first < best?.number ?? .max { best = (first, cell) }
                    }
                }
            }
        }
        return best
    }

    private func cell(of region: SidecarLabels.Region, _ name: Int) -> Cell {
        func number(_ value: Double) -> Double { (value / distance).rounded(.down) }
        return Cell(
            name: name, x: number(region.x), y: number(region.y), width: number(region.width),
            height: number(region.height))
    }
}
