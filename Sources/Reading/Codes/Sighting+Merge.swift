import Findings

extension Sighting {
    /// Adds a sighting to others unless it is one of theirs again; of two readings of one place the better stays.
    static func add(_ new: Sighting, to list: inout [Sighting]) {
        guard let index = list.firstIndex(where: { $0.isSamePlace(as: new) }) else {
            list.append(new)
            return
        }
        guard new.isBetter(than: list[index]) else { return }
        list.remove(at: index)
        // It may stand for more than one of the former.
        add(new, to: &list)
    }

    /// Whether two sightings cannot be two codes.
    private func isSamePlace(as other: Sighting) -> Bool {
        guard symbology.isLinear == other.symbology.isLinear else { return false }
        let isEqual = symbology == other.symbology && text == other.text
        guard symbology.isLinear else { return isEqual && (contains(other.middle) || other.contains(middle)) }
        // A linear code was seen along some rows only, so its box may miss the other rows of the same code.
        if isEqual || symbology.isRetail && other.symbology.isRetail {
            return middle.distance(to: other.middle) < max(length, other.length) / 2
        }
        return bounds.intersectionOverUnion(other.bounds) > 0
    }

    private func isBetter(than other: Sighting) -> Bool {
        if symbology == other.symbology, addOn.isEmpty != other.addOn.isEmpty,
            text.dropLast(addOn.count) == other.text.dropLast(other.addOn.count)
        {
            return !addOn.isEmpty
        }
        return lines > other.lines
    }

    private var middle: Point { Point(x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2) }

    private func contains(_ point: Point) -> Bool {
        point.x >= bounds.x && point.x <= bounds.right && point.y >= bounds.y && point.y <= bounds.bottom
    }
}
