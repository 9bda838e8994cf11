import Findings

/// A file of Pascal VOC's annotations.
public enum VOCLabels {
    /// More bytes than any such file has; a larger one is read by no reader.
    public static let largest = 16 << 20

    /// Reads a file, in which pixels are counted from 1 and the right and lower edges are a box's last pixels.
    public static func image(_ text: String) throws(GivenError) -> GivenImage {
        var scanner = XMLScanner(text)
        var (path, value): ([String], String) = ([], "")
        var (folder, name, sides): (String, String?, [String: Int]) = ("", nil, [:])
        var (labels, label, edges): ([GivenLabel], String?, [String: Double]) = ([], nil, [:])
        while let event = try scanner.next() {
            switch event {
            case .start(let element, _):
                path.append(element)
                value = ""
                if path == ["annotation", "object"] { (label, edges) = (nil, [:]) }
            case .text(let text): value += text
            case .end:
                let place = path.dropFirst().joined(separator: "/")
                guard path.first == "annotation" || path.isEmpty else {
                    throw GivenError("the file is no <annotation> of Pascal VOC")
                }
                switch place {
                case "folder": folder = value
                case "filename": name = value
                case "size/width", "size/height":
                    sides[path.last ?? ""] = Int(value.trimmed) ?? Double(value.trimmed).flatMap { Int(exactly: $0) }
                case "object/name": label = value
                case "object/bndbox/xmin", "object/bndbox/ymin", "object/bndbox/xmax", "object/bndbox/ymax":
                    edges[path.last ?? ""] = Double(value.trimmed)
                case "object":
                    labels.append(try Self.label(label, edges))
                    guard labels.count <= GivenImage.mostLabels else {
                        throw GivenError("more than \(GivenImage.mostLabels) objects")
                    }
                default: break
                }
                _ = path.popLast()
            }
        }
        guard let name, !name.isEmpty else { throw GivenError("the file has no <filename>") }
        guard name.utf8.count + folder.utf8.count < GivenImage.longestName else {
            throw GivenError("the <filename> has more than \(GivenImage.longestName) bytes")
        }
        guard let width = sides["width"], let height = sides["height"], width > 0, height > 0 else {
            throw GivenError("the file has no <size>")
        }
        return GivenImage(
            name: folder.isEmpty || name.contains("/") ? name : folder + "/" + name,
            size: PixelSize(width: width, height: height), labels: labels)
    }

    private static func label(_ label: String?, _ edges: [String: Double]) throws(GivenError) -> GivenLabel {
        guard let label, !label.isEmpty, let left = edges["xmin"], let top = edges["ymin"], let right = edges["xmax"],
            let bottom = edges["ymax"], [left, top, right, bottom].allSatisfy({ $0.isFinite }),
            right >= left - 1, bottom >= top - 1
        else { throw GivenError("an <object> has a <name> and a <bndbox> of four edges") }
        guard label.utf8.count <= GivenLabel.longestLabel else {
            throw GivenError("a <name> has more than \(GivenLabel.longestLabel) bytes")
        }
        return GivenLabel(label: label, box: Box(left: left - 1, top: top - 1, right: right, bottom: bottom))
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
