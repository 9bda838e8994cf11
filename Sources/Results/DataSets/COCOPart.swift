import JSONTree
import SystemPackage

/// A file of images, annotations and categories that is written photo by photo.
struct COCOPart {
    private var file: BufferedFile
    /// The boxes, until all images are written.
    private var boxes: BufferedFile
    private var (hasImages, hasBoxes) = (false, false)

    /// Begins the file; the one that lies there stays until `publish`.
    init(at path: FilePath) throws(ResultsError) {
        file = try BufferedFile(for: path)
        boxes = try BufferedFile(for: path)
        try file.append(Array((COCOTable.beginning + #","version":"1.0"},"images":["#).utf8))
    }

    mutating func append(_ image: JSONValue, _ found: [JSONValue]) throws(ResultsError) {
        try file.append(Self.item(image, after: &hasImages))
        for box in found { try boxes.append(Self.item(box, after: &hasBoxes)) }
    }

    /// Puts the whole file into its place.
    mutating func publish(_ categories: [JSONValue]) throws(ResultsError) {
        try file.append(Array("\n],\"annotations\":[".utf8))
        try file.append(contentsOf: &boxes)
        try file.append(Array(("\n],\"categories\":" + JSONValue.array(categories).line + "}\n").utf8))
        try file.publish()
    }

    /// An item of a list, each on a line of its own.
    private static func item(_ value: JSONValue, after isFollowed: inout Bool) -> [UInt8] {
        defer { isFollowed = true }
        return Array(((isFollowed ? ",\n" : "\n") + value.line).utf8)
    }
}
