import Findings
import SystemPackage

/// `annotations.xml`: CVAT's form 1.1 for images.
///
/// Masks are run lengths row by row within their box, turned boxes have CVAT's rotation, and poses are skeletons, whose boxes
/// CVAT takes from their points. A divided set is a project with a task for each part, as readers look for the photos of a part
/// in projects alone.
struct CVATText: DataSetText {
    static let name = "cvat"
    static let file: FilePath.Component = "annotations.xml"
    static let isXML = true

    /// The names of the keypoints of the classes that have some.
    private var skeletons: [(label: String, points: [String])] = []
    /// The parts that photos are in.
    private var parts: Set<SplitPart> = []

    func head(classes: [String]) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<annotations>\n<version>1.1</version>\n"
        let names = SplitPart.allCases.filter(parts.contains).map(\.rawValue)
        let kind = names.isEmpty ? "task" : "project"
        text += "<meta><\(kind)><name>made by Quiver</name><labels>\n"
        for label in classes {
            let points = skeletons.first { $0.label == label }?.points
            let type = points == nil ? "any" : "skeleton"
            text += "<label>\(XMLText.element("name", label))<type>\(type)</type><attributes></attributes></label>\n"
            for point in points ?? [] {
                text += "<label>\(XMLText.element("name", point))<type>points</type><attributes></attributes>"
                text += "\(XMLText.element("parent", label))</label>\n"
            }
        }
        text += "</labels>"
        if !names.isEmpty {
            let tasks = names.map { "<task><name>\($0)</name><subset>\($0)</subset></task>" }.joined()
            text += "<subsets>\(names.joined(separator: "\n"))</subsets><tasks>\(tasks)</tasks>"
        }
        return text + "</\(kind)></meta>\n"
    }

    var tail: String { "</annotations>\n" }

    mutating func text(of item: DataSetItem) -> String {
        var attributes = [("id", "\(item.index)"), ("name", item.name)]
        if let part = item.row.part {
            parts.insert(part)
            attributes.append(("subset", part.rawValue))
        }
        attributes += [("width", "\(item.image.width)"), ("height", "\(item.image.height)")]
        var text = "<image\(XMLText.attributes(attributes))>\n"
        for box in item.boxes { text += shape(of: box, in: item) }
        return text + "</image>\n"
    }

    private mutating func shape(of found: FoundBox, in item: DataSetItem) -> String {
        let common = [
            ("label", found.label), ("source", item.row.isReviewed ? "manual" : "auto"), ("occluded", "0"),
        ]
        let last = [("z_order", "0")]
        if let mask = found.mask, let area = MaskRows(mask) {
            let values = [
                ("rle", area.lengths.map(String.init).joined(separator: ", ")), ("left", "\(area.left)"),
                ("top", "\(area.top)"), ("width", "\(area.width)"), ("height", "\(area.height)"),
            ]
            return "<mask\(XMLText.attributes(common + values + last))></mask>\n"
        }
        guard found.keypoints.isEmpty else { return skeleton(of: found, common + last, in: item.image) }
        var (box, angle) = (found.box, 0.0)
        if let turned = found.corners.flatMap(TurnedBox.init) {
            angle = turned.angle
            box = Box(
                centerX: turned.center.x, centerY: turned.center.y, width: turned.width, height: turned.height)
        }
        var values = [("xtl", box.x), ("ytl", box.y), ("xbr", box.right), ("ybr", box.bottom)]
            .map { ($0.0, DataSetNumber.text($0.1, decimals: 3)) }
        if angle != 0 { values.append(("rotation", DataSetNumber.text(angle, decimals: 4))) }
        return "<box\(XMLText.attributes(common + values + last))></box>\n"
    }

    private mutating func skeleton(
        of found: FoundBox, _ attributes: [(String, String)], in size: Record.Image
    ) -> String {
        let names = ClassKeypoints.names(of: found.keypoints)
        if !skeletons.contains(where: { $0.label == found.label }) { skeletons.append((found.label, names)) }
        var text = "<skeleton\(XMLText.attributes(attributes))>\n"
        for (keypoint, name) in zip(found.keypoints, names) {
            let seen = SeenKeypoint(keypoint, in: size)
            let place = [keypoint.x, keypoint.y].map { DataSetNumber.text($0, decimals: 2) }.joined(separator: ",")
            let values = [
                ("label", name), ("outside", seen == .outside ? "1" : "0"), ("occluded", seen == .hidden ? "1" : "0"),
                ("points", place),
            ]
            text += "<points\(XMLText.attributes(values))></points>\n"
        }
        return text + "</skeleton>\n"
    }
}

/// A mask's pixels within its box, row by row: lengths of zeros and ones in turn, zeros first.
struct MaskRows {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let lengths: [Int]

    /// Nil for a mask without pixels.
    init?(_ mask: RunLengthMask) {
        guard let box = mask.box else { return nil }
        let (left, top) = (Int(box.x), Int(box.y))
        let (width, height) = (Int(box.width), Int(box.height))
        var pixels = [Bool](repeating: false, count: width * height)
        mask.forEachSpan { x, rows in
            for y in rows { pixels[(y - top) * width + x - left] = true }
        }
        var (lengths, isOne, count) = ([Int](), false, 0)
        for pixel in pixels {
            if pixel != isOne {
                lengths.append(count)
                (isOne, count) = (pixel, 0)
            }
            count += 1
        }
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
        self.lengths = lengths + [count]
    }
}
