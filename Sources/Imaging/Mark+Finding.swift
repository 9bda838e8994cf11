import Findings

extension Mark {
    /// A finding by nothing but its place: its outline, what it is and its confidence in per cent.
    ///
    /// - Parameters:
    ///   - detector: The detector's name, for a photo with several.
    ///   - number: Moves the colours of a further detector's classes on.
    public init(_ finding: any Finding, of detector: String? = nil, number: Int = 0) {
        let color = MarkColor.ofClass((finding.classIndex ?? 0) + Self.step * number)
        let shape: Shape =
            switch finding.region {
            case let region? where region.angle == 0: .box(region.bounds)
            case let region?: .line(region.corners + region.corners.prefix(1))
            case nil: .caption
            }
        self.init(shape, label: Self.label(of: finding, detector), color: color)
    }

    /// The marks of all that one detector found in a photo, in the order of the list.
    ///
    /// - Parameters:
    ///   - detector: The detector's name, for a photo with several.
    ///   - number: Moves the colours of a further detector on.
    ///   - first: How many findings of the detector have marks already, where it looked at several regions.
    ///   - classes: Only so many classes, the likeliest.
    public static func marks(
        for found: FindingList, of detector: String? = nil, number: Int = 0, first: Int = 0, classes: Int = 5
    ) -> [Mark] {
        let best = found.classes?.sorted { $0.confidence > $1.confidence }.prefix(classes)
        let items: [any Finding] = best.map(Array.init) ?? found.items
        // Labels of a whole page would cover what they name.
        let isDense = (found.texts != nil || found.contents != nil) && items.count > mostLabels
        return items.enumerated().flatMap { index, item -> [Mark] in
            let own = marks(for: item, of: detector, number: number, index: first + index)
            return isDense && (item as? ContentItem)?.kind.isData != true ? own.map(\.withoutLabel) : own
        }
    }

    private var withoutLabel: Mark {
        var mark = self
        mark.label = nil
        return mark
    }

    /// The marks of one finding, of which the first bears its label.
    ///
    /// A detection is a box, a class a bar in the corner, a pose its skeleton with its surface and its tinted pixels,
    /// a mask tinted pixels with an edge, and what is read its four corners with its text. Keypoints that are less
    /// likely seen than not are left out.
    ///
    /// - Parameters:
    ///   - detector: The detector's name, for a photo with several.
    ///   - number: Moves the colours of a further detector on.
    ///   - index: The finding's place among the detector's own: poses and masks side by side differ in colour.
    public static func marks(
        for finding: any Finding, of detector: String? = nil, number: Int = 0, index: Int = 0
    ) -> [Mark] {
        let label = label(of: finding, detector)
        let color = MarkColor.ofClass(index + step * number)
        switch finding {
        case let score as ClassScore:
            let share = score.confidence.isFinite ? min(max(score.confidence, 0), 1) : 0
            let name = detector.map { "\($0): \(score.label)" } ?? score.label
            let tenths = Int((share * 1_000).rounded())
            let text = "\(name) \(tenths / 10).\(tenths % 10)%"
            return [Mark(.bar(share), label: text, color: .ofScore(share))]
        case let pose as Pose:
            return marks(of: pose, label: label, color: color)
        case let object as InstanceMask:
            return [Mark(.area(object.mask), label: label, color: color)] + edges(object.polygons, color)
        case let line as TextLine:
            return [
                Mark(
                    .outline(line.corners.corners), label: said(line.text, detector), color: .ofScore(line.confidence))
            ]
        case let code as Code:
            return [
                Mark(.outline(code.corners.corners), label: said("\(code.label): \(code.text)", detector), color: color)
            ]
        case let page as Page:
            return [Mark(.outline(page.corners.corners), label: label, color: color)]
        case let item as ContentItem:
            return marks(of: item, detector, color: .ofClass((item.classIndex ?? 0) + step * number))
        default:
            return [Mark(finding, of: detector, number: number)]
        }
    }

    /// A table with its cells, data with their value, and parts of the layout with their kind.
    private static func marks(of item: ContentItem, _ detector: String?, color: MarkColor) -> [Mark] {
        let label =
            item.kind.isData ? said("\(item.label): \(item.value ?? item.text)", detector) : said(item.label, detector)
        let cells = item.table?.cells.map { Mark(.line($0.corners.corners + [$0.corners.topLeft]), color: color) } ?? []
        return [Mark(.outline(item.corners.corners), label: label, color: color)] + cells
    }

    /// The text of a finding, on one line and not longer than a plate can be.
    private static func said(_ text: String, _ detector: String?) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let short = line.count > mostCharacters ? line.prefix(mostCharacters - 1) + "…" : line[...]
        return detector.map { "\($0): \(short)" } ?? String(short)
    }

    /// How far apart the colours of two detectors begin.
    private static let step = 5
    /// Keypoints from this on are drawn.
    private static let leastVisibility = 0.5
    /// Lines, or parts of a layout, that have their labels drawn.
    private static let mostLabels = 12
    /// The characters of a label.
    private static let mostCharacters = 48
    /// A mask may fall into any number of specks, which an edge would only blot out.
    private static let mostEdges = 50

    private static func marks(of pose: Pose, label: String, color: MarkColor) -> [Mark] {
        let points = pose.keypoints.map { ($0.visibility ?? 1) < leastVisibility ? nil : $0.point }
        let outline: Shape =
            points.contains { $0 != nil }
            ? .skeleton(points: points, limbs: Skeleton(count: points.count)?.limbs ?? []) : .box(pose.box)
        var marks = [Mark(outline, label: label, color: color, anchor: anchor(of: pose.box, points.compactMap { $0 }))]
        if let mesh = pose.mesh { marks.append(Mark(.dots(mesh.map { Point(x: $0.x, y: $0.y) }), color: color)) }
        if let mask = pose.mask {
            marks.append(Mark(.area(mask), color: color))
            marks += edges(mask.polygons(atMost: mostEdges), color)
        }
        return marks
    }

    /// The box of a face includes its forehead, that of a whole body ends at the eyes: the label covers neither.
    private static func anchor(of box: Box, _ points: [Point]) -> Box? {
        guard let around = place(around: points), [box.y, box.bottom].allSatisfy(\.isFinite) else { return nil }
        return Box(
            left: around.x, top: min(around.y, box.y), right: around.right, bottom: max(around.bottom, box.bottom))
    }

    /// Closed lines around polygons, the largest first.
    private static func edges(_ polygons: [[Double]], _ color: MarkColor) -> [Mark] {
        polygons.prefix(mostEdges).map { line in
            let corners = stride(from: 0, to: line.count - 1, by: 2).map { Point(x: line[$0], y: line[$0 + 1]) }
            return Mark(.outline(corners), color: color)
        }
    }

    private static func label(of finding: any Finding, _ detector: String?) -> String {
        let confidence = finding.confidence.isFinite ? min(max(finding.confidence, 0), 1) : 0
        let name = detector.map { "\($0): \(finding.label)" } ?? finding.label
        return "\(name) \(Int((confidence * 100).rounded()))%"
    }
}
