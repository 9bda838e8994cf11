import Findings
import Foundation
import JSONTree

/// Tasks of Label Studio, as it exports them in JSON: what annotators made counts, predictions do not.
public enum LabelStudioTasks {
    private static let (longestText, mostResults, mostPoints) = (4_096, 100_000, 200_000)

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
            leave("\(photoName(name)): \(error.description)")
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
        var (results, isCancelled): ([Result], Bool) = ([], false)
        try stream.object { stream, key in
            switch key {
            case "result":
                try stream.array { stream in
                    guard results.count < mostResults else { throw stream.error("more than \(mostResults) results") }
                    results.append(try result(&stream))
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
        var label: String?
        var (width, height): (Int?, Int?)
        var numbers: [String: Double] = [:]
        var points: [Double] = []
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
                    try stream.array { stream in
                        guard own.points.count < mostPoints else { throw stream.error("an outline of too many points") }
                        own.points.append(try stream.number())
                    }
                }
            // Of every kind of label, so that those which are not read are missed.
            case let key where key.hasSuffix("labels"):
                guard try stream.kind() == .array else { return try stream.skip() }
                try stream.array { stream in
                    let label = try stream.textOrSkip(atMost: longestText)
                    own.label = own.label ?? label
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
        for result in results {
            guard let name = result.label else { continue }
            let number = { (key: String) in result.numbers[key] ?? 0 }
            let start = Point(x: number("x") * width, y: number("y") * height)
            switch result.type {
            case "rectanglelabels":
                let sides = (number("width") * width, number("height") * height)
                let corners = Self.corners(start, sides.0, sides.1, turned: number("rotation"))
                places[result.id] = labels.count
                labels.append(
                    GivenLabel(
                        label: name, box: Box(around: corners), corners: number("rotation") == 0 ? nil : corners))
            case "polygonlabels":
                let outline = result.points.enumerated().map { $0.element * ($0.offset % 2 == 0 ? width : height) }
                if let label = GivenLabel(label: name, outline: [outline]) { labels.append(label) }
            case "keypointlabels":
                keypoints.append((result.parent, Keypoint(name: name, point: start, visibility: 1)))
            default:
                throw GivenError(
                    "labels of the type '\(result.type.prefix(40))' are not read, so it is left out as a whole")
            }
        }
        // A keypoint may stand before its rectangle.
        for (parent, keypoint) in keypoints {
            guard let place = parent.flatMap({ places[$0] }) else {
                throw GivenError("a keypoint has no rectangle that it belongs to, so it is left out as a whole")
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
