import Findings
import Foundation
import JSONTree

/// Tasks of Label Studio, as it exports them in JSON: what annotators made counts, predictions do not.
public enum LabelStudioTasks {
    private static let (longestText, mostPoints) = (4_096, 200_000)
    /// More bytes than the labels of any photo take in memory.
    private static let largest = 32 << 20
    /// The types of regions whose labels, if any, are other results of the same id.
    private static let shapes: Set<String> = ["rectangle", "polygon", "ellipse", "brush", "keypoint"]

    /// Reads the file task by task; nothing of a task is kept.
    ///
    /// A task without an annotation says nothing of its photo, and is passed over. One with a label of a kind that is not read is
    /// left out as a whole: a photo with a part of its labels would be no truth.
    ///
    /// - Parameter leave: Is told of each that is left out, in a sentence.
    public static func read(
        _ source: @escaping () throws -> [UInt8], _ take: (GivenImage) throws -> Void,
        leaving leave: (String) -> Void = { _ in }
    ) throws {
        var stream = try JSONStream(source)
        guard try stream.kind() == .array else {
            throw stream.error("tasks of Label Studio are a list; export them as JSON")
        }
        try stream.array { stream in
            if let image = try task(&stream, leave) { try take(image) }
        }
        try stream.end()
    }

    private static func task(_ stream: inout JSONStream, _ leave: (String) -> Void) throws -> GivenImage? {
        var (name, results): (String?, [Result]?) = (nil, nil)
        try stream.object { stream, key in
            switch key {
            case "data": name = try path(&stream)
            // Before version 1.0 annotations were completions.
            case "annotations", "completions":
                try stream.array { stream in
                    let (own, isCancelled) = try annotation(&stream)
                    // Of several annotators the first counts.
                    if results == nil, !isCancelled { results = own }
                }
            default: try stream.skip()
            }
        }
        guard let results else { return nil }
        guard let name else { throw stream.error("a task has the address of its picture in its \"data\"") }
        do throws(GivenError) {
            return try image(photoName(name), results)
        } catch {
            leave("\(photoName(name)): \(error.description), so it is left out as a whole")
            return nil
        }
    }

    /// The first text of the data that is an address of a picture.
    private static func path(_ stream: inout JSONStream) throws -> String? {
        var (image, other): (String?, String?) = (nil, nil)
        try stream.object { stream, key in
            guard try stream.kind() == .string else { return try stream.skip() }
            // A text that is no address may be long.
            guard ["image", "img", "url", "photo", "picture", "captioning", "ocr"].contains(key) else {
                return try stream.skip()
            }
            let text = try stream.string(atMost: longestText)
            if key == "image" { image = text } else { other = other ?? text }
        }
        return image ?? other
    }

    private static func annotation(_ stream: inout JSONStream) throws -> (results: [Result], isCancelled: Bool) {
        var (results, isCancelled, weight): ([Result], Bool, Int) = ([], false, 0)
        try stream.object { stream, key in
            switch key {
            case "result":
                try stream.array { stream in
                    let own = try result(&stream)
                    weight += own.weight
                    guard results.count < GivenImage.mostLabels, weight <= largest else {
                        throw stream.error("more results than any photo has")
                    }
                    results.append(own)
                }
            case "was_cancelled" where try stream.kind() == .bool: isCancelled = try stream.bool()
            default: try stream.skip()
            }
        }
        return (results, isCancelled)
    }

    /// A region as the file has it, in hundredths of the photo's sides.
    private struct Result {
        var (id, parent, type): (String, String?, String) = ("", nil, "")
        /// The first of its labels, and how many there are.
        var (label, labels): (String?, Int) = (nil, 0)
        var (width, height): (Int?, Int?)
        var numbers: [String: Double] = [:]
        var points: [Double] = []
        /// Whether each point of the outline is an x and a y.
        var arePairs = true

        /// Bytes in memory, about.
        var weight: Int {
            200 + id.utf8.count + type.utf8.count + (parent?.utf8.count ?? 0) + (label?.utf8.count ?? 0)
                + 8 * points.count
        }

        var isLabelled: Bool { label != nil || type.hasSuffix("labels") }

        func has(_ keys: String...) -> Bool { keys.allSatisfy { numbers[$0] != nil } }
    }

    private static func result(_ stream: inout JSONStream) throws -> Result {
        var result = Result()
        try stream.object { stream, key in
            switch key {
            case "id": result.id = try stream.string(atMost: longestText)
            case "parentID": result.parent = try stream.textOrSkip(atMost: longestText)
            case "type": result.type = try stream.string(atMost: longestText)
            case "original_width": result.width = try stream.integer()
            case "original_height": result.height = try stream.integer()
            case "value" where try stream.kind() == .object: try value(&stream, &result)
            default: try stream.skip()
            }
        }
        return result
    }

    private static func value(_ stream: inout JSONStream, _ result: inout Result) throws {
        var own = result
        try stream.object { stream, key in
            switch key {
            case "x", "y", "width", "height", "rotation": own.numbers[key] = try stream.number()
            case "points":
                try stream.array { stream in
                    let start = own.points.count
                    try stream.array { stream in
                        guard own.points.count < mostPoints else { throw stream.error("an outline of too many points") }
                        own.points.append(try stream.number())
                    }
                    own.arePairs = own.arePairs && own.points.count == start + 2
                }
            // Of every kind of label, so that those which are not read are missed.
            case let key where key.hasSuffix("labels"):
                guard try stream.kind() == .array else { return try stream.skip() }
                try stream.array { stream in
                    let label = try stream.textOrSkip(atMost: longestText)
                    own.label = own.label ?? label
                    own.labels += 1
                }
            default: try stream.skip()
            }
        }
        result = own
    }

    private static func image(_ name: String, _ results: [Result]) throws(GivenError) -> GivenImage {
        let size = results.lazy.compactMap { result in
            result.width.flatMap { width in result.height.map { PixelSize(width: width, height: $0) } }
        }.first
        let (width, height) = (Double(size?.width ?? 1) / 100, Double(size?.height ?? 1) / 100)
        var (labels, places): ([GivenLabel], [String: Int]) = ([], [:])
        var keypoints: [(parent: String?, keypoint: Keypoint)] = []
        let labelled = Set(results.lazy.filter(\.isLabelled).map(\.id))
        for result in results {
            // A choice is no object; an object whose class is not told is one all the same.
            guard result.isLabelled else {
                guard !shapes.contains(result.type) || !result.id.isEmpty && labelled.contains(result.id) else {
                    throw GivenError("an object has not one label")
                }
                continue
            }
            guard let name = result.label, result.labels == 1 else { throw GivenError("an object has not one label") }
            let number = { (key: String) in result.numbers[key] ?? 0 }
            let start = Point(x: number("x") * width, y: number("y") * height)
            switch result.type {
            case "rectanglelabels":
                guard result.has("x", "y", "width", "height"), number("width") >= 0, number("height") >= 0 else {
                    throw GivenError("a rectangle has no place")
                }
                let sides = (number("width") * width, number("height") * height)
                let corners = Self.corners(start, sides.0, sides.1, turned: number("rotation"))
                guard places.updateValue(labels.count, forKey: result.id) == nil || result.id.isEmpty else {
                    throw GivenError("two rectangles have one id")
                }
                labels.append(
                    GivenLabel(
                        label: name, box: Box(around: corners), corners: number("rotation") == 0 ? nil : corners))
            case "polygonlabels":
                let outline = result.points.enumerated().map { $0.element * ($0.offset % 2 == 0 ? width : height) }
                guard result.arePairs, let label = GivenLabel(label: name, outline: [outline]) else {
                    throw GivenError("an outline has not three corners")
                }
                labels.append(label)
            case "keypointlabels":
                guard result.has("x", "y") else { throw GivenError("a keypoint has no place") }
                keypoints.append((result.parent, Keypoint(name: name, point: start, visibility: 1)))
            default:
                throw GivenError("labels of the type '\(result.type.beginning)' are not read")
            }
        }
        // A keypoint may stand before its rectangle.
        for (parent, keypoint) in keypoints {
            guard let place = parent.flatMap({ places[$0] }) else {
                throw GivenError("a keypoint has no rectangle that it belongs to")
            }
            labels[place].keypoints.append(keypoint)
        }
        return GivenImage(name: name, size: size, labels: labels)
    }

    /// Label Studio turns a box around its top left corner, clockwise.
    private static func corners(_ start: Point, _ width: Double, _ height: Double, turned degrees: Double) -> [Point] {
        let angle = degrees * .pi / 180
        let along = degrees == 0 ? Point(x: width, y: 0) : Point(x: width * cos(angle), y: width * sin(angle))
        let down = degrees == 0 ? Point(x: 0, y: height) : Point(x: -height * sin(angle), y: height * cos(angle))
        return [start, start + along, start + along + down, start + down]
    }

    /// What a photo is called: the path in an address, without what Label Studio puts in front of an uploaded file's name.
    static func photoName(_ address: String) -> String {
        var text = address[...]
        if let query = text.firstRange(of: "?d=") {
            text = text[query.upperBound...]
            if let end = text.firstIndex(of: "&") { text = text[..<end] }
        } else if let scheme = text.firstRange(of: "://") {
            text = text[scheme.upperBound...]
            text = text.firstIndex(of: "/").map { text[text.index(after: $0)...] } ?? text
            if let end = text.firstIndex(of: "?") { text = text[..<end] }
        }
        let path = String(text).removingPercentEncoding ?? String(text)
        guard let upload = path.firstRange(of: "data/upload/") else { return path }
        let name = path[upload.upperBound...].split(separator: "/").last ?? ""
        let mark = name.prefix(8)
        let isMarked = mark.count == 8 && mark.allSatisfy(\.isHexDigit) && name.dropFirst(8).first == "-"
        return String(isMarked ? name.dropFirst(9) : name)
    }
}

extension JSONStream {
    /// A text; nil for another value, which is passed over.
    fileprivate mutating func textOrSkip(atMost limit: Int) throws -> String? {
        if try kind() == .string { return try string(atMost: limit) }
        try skip()
        return nil
    }
}
