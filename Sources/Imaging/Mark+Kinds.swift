import Findings

extension ClassScore: DrawnFinding {
    /// A bar in the corner.
    func marks(_ place: MarkPlace) -> [Mark] {
        let share = confidence.isFinite ? min(max(confidence, 0), 1) : 0
        let name = place.detector.map { "\($0): \(label)" } ?? label
        let tenths = Int((share * 1_000).rounded())
        return [
            Mark(
                .bar(share), label: "\(name) \(tenths / 10).\(tenths % 10)%" + place.word(for: share),
                color: .ofScore(share, place.levels))
        ]
    }
}

extension Pose: DrawnFinding {
    /// Keypoints from this on are drawn: those that are less likely seen than not are left out.
    private static let leastVisibility = 0.5

    /// Its skeleton with its surface and its tinted pixels.
    func marks(_ place: MarkPlace) -> [Mark] {
        let points = keypoints.map { ($0.visibility ?? 1) < Self.leastVisibility ? nil : $0.point }
        let outline: Mark.Shape =
            points.contains { $0 != nil }
            ? .skeleton(points: points, limbs: Skeleton(count: points.count)?.limbs ?? []) : .box(box)
        var marks = [
            Mark(
                outline, label: Mark.label(of: self, place), color: place.color,
                anchor: Self.anchor(of: box, points.compactMap { $0 }))
        ]
        if let mesh { marks.append(Mark(.dots(mesh.map { Point(x: $0.x, y: $0.y) }), color: place.color)) }
        if let mask {
            marks.append(Mark(.area(mask), color: place.color))
            marks += Mark.edges(mask.polygons(atMost: Mark.mostEdges), place.color)
        }
        return marks
    }

    /// The box of a face includes its forehead, that of a whole body ends at the eyes: the label covers neither.
    private static func anchor(of box: Box, _ points: [Point]) -> Box? {
        guard let around = Mark.place(around: points), [box.y, box.bottom].allSatisfy(\.isFinite) else { return nil }
        return Box(
            left: around.x, top: min(around.y, box.y), right: around.right, bottom: max(around.bottom, box.bottom))
    }
}

extension InstanceMask: DrawnFinding {
    /// Tinted pixels with an edge.
    func marks(_ place: MarkPlace) -> [Mark] {
        [Mark(.area(mask), label: Mark.label(of: self, place), color: place.color)]
            + Mark.edges(polygons, place.color)
    }
}

extension Mark {
    /// A mask may fall into any number of specks, which an edge would only blot out.
    fileprivate static let mostEdges = 50

    /// Closed lines around polygons, the largest first.
    fileprivate static func edges(_ polygons: [[Double]], _ color: MarkColor) -> [Mark] {
        polygons.prefix(mostEdges).map { line in
            let corners = stride(from: 0, to: line.count - 1, by: 2).map { Point(x: line[$0], y: line[$0 + 1]) }
            return Mark(.outline(corners), color: color)
        }
    }
}

extension TextLine: DrawnFinding {
    /// Always.
    var givesWay: Bool { true }

    /// Its corners with its text.
    func marks(_ place: MarkPlace) -> [Mark] {
        let caption = Mark.caption(text, place.detector)
        return [Mark(.outline(corners.corners), label: caption, color: .ofScore(confidence, place.levels))]
    }
}

extension Code: DrawnFinding {
    /// Its corners with its payload.
    func marks(_ place: MarkPlace) -> [Mark] {
        let caption = Mark.caption("\(label): \(text)", place.detector)
        return [Mark(.outline(corners.corners), label: caption, color: place.color)]
    }
}

extension GS1Element: DrawnFinding {
    /// The code's corners with what the element means.
    func marks(_ place: MarkPlace) -> [Mark] {
        let caption = Mark.caption("\(label): \(value ?? text)", place.detector)
        return [Mark(.outline(corners.corners), label: caption, color: place.color)]
    }
}

extension Page: DrawnFinding {
    /// Its corners.
    func marks(_ place: MarkPlace) -> [Mark] {
        [Mark(.outline(corners.corners), label: Mark.label(of: self, place), color: place.color)]
    }
}

extension ContentItem: DrawnFinding {
    /// Whether it is a part of the layout: data are few, and worth reading.
    var givesWay: Bool { !kind.isData }

    /// A table with its cells, data with their value, and parts of the layout with their kind.
    func marks(_ place: MarkPlace) -> [Mark] {
        let color = MarkColor.ofClass((classIndex ?? 0) + Mark.step * place.number)
        let words = kind.isData ? "\(label): \(value ?? text)" : label
        let cells = table?.cells.map { Mark(.line($0.corners.corners + [$0.corners.topLeft]), color: color) } ?? []
        return [Mark(.outline(corners.corners), label: Mark.caption(words, place.detector), color: color)] + cells
    }
}
