import Findings
import Foundation
import JSONTree

extension Record {
    /// The record on one line, for JSON Lines and the database.
    public var line: String { json.line }

    /// The record over several lines, for its own file; it ends in a line end.
    public var document: String { json.document + "\n" }

    /// Reads a record back.
    public static func decode(_ json: some Sequence<UInt8>) throws -> Record {
        try JSONDecoder().decode(Record.self, from: Data(json))
    }

    /// The one place where keys, their order and nulls are fixed.
    ///
    /// Pixels and milliseconds are rounded to thousandths and confidences to millionths: finer digits are noise.
    public var json: JSONValue {
        [
            "version": .string(version),
            "timestamp": .string(timestamp.description),
            "source": source.json,
            "state": .string(state.rawValue),
            "error": error.map {
                ["code": .string($0.code), "message": .string($0.message), "fault": .string($0.fault.rawValue)]
            } ?? nil,
            "attempts": .integer(attempts),
            "image": image.map {
                [
                    "width": .integer($0.width), "height": .integer($0.height),
                    "orientation": .integer($0.orientation), "format": .string($0.format),
                ]
            } ?? nil,
            "model": model?.json ?? nil,
            "models": .array(models.map(\.json)),
            "detections": .array(detections.map(\.json)),
            "targetDetection": targetDetection?.json ?? nil,
            "arrows": .array(arrows.map(\.json)),
            "imageMetadata": imageMetadata?.json ?? nil,
            "timings": [
                "load": Self.milliseconds(timings.load), "register": Self.milliseconds(timings.register),
                "infer": Self.milliseconds(timings.infer), "decode": Self.milliseconds(timings.decode),
                "draw": Self.milliseconds(timings.draw), "write": Self.milliseconds(timings.write),
            ],
            "outputs": outputs?.json ?? nil,
        ]
    }

    /// Encodes the same tree, nulls included; the order of keys is then the encoder's.
    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }

    private static func milliseconds(_ value: Double?) -> JSONValue {
        value.map { .rounded($0, decimals: 3) } ?? nil
    }
}

extension Record.Model {
    var json: JSONValue {
        [
            "name": .string(name), "sha256": .string(sha256), "engine": .string(engine),
            "precision": .string(precision),
        ]
    }
}

extension Record.ImageMetadata {
    var json: JSONValue {
        [
            "width": .integer(width), "height": .integer(height), "orientation": .integer(orientation),
            "format": .string(format), "captured": .init(captured), "make": .init(make), "model": .init(model),
        ]
    }
}

extension Record.Source {
    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("path", .string(path))]
        if pathEscaped == true { members.append(.init("pathEscaped", true)) }
        members += [
            .init("bytes", .init(bytes)), .init("sha256", .init(sha256)), .init("duplicateOf", .init(duplicateOf)),
        ]
        if duplicateOfEscaped == true { members.append(.init("duplicateOfEscaped", true)) }
        if let movedTo { members.append(.init("movedTo", .string(movedTo))) }
        if movedToEscaped == true { members.append(.init("movedToEscaped", true)) }
        return .object(members)
    }
}

extension Record.Outputs {
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("annotated", .init(annotated)), .init("crops", .array(crops.map { .string($0) })),
            .init("original", .init(original)),
        ]
        if pathsEscaped == true { members.append(.init("pathsEscaped", true)) }
        return .object(members)
    }
}

extension Detection {
    var json: JSONValue {
        [
            "label": .string(label), "classId": .integer(classId), "confidence": .rounded(confidence, decimals: 6),
            "box": box.json,
        ]
    }
}
