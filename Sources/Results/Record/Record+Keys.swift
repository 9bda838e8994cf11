import Findings
import Foundation
import JSONTree

extension Record {
    /// The keys of a record: their names, order, nulls and rounding; JSON, reading back and schema follow from this table.
    ///
    /// Pixels and milliseconds are rounded to thousandths and confidences to millionths.
    static let format = ValueFormat.object(
        Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)), source: Source(path: "", bytes: nil, sha256: nil),
            state: .done, attempts: 0),
        [
            RecordKey("version", \.version, .version),
            RecordKey("timestamp", \.timestamp, .timestamp),
            RecordKey("source", \.source, Source.format),
            RecordKey("state", \.state, .word),
            RecordKey("error", \.error, .orNull(Failure.format), absent: .some(nil)),
            RecordKey("attempts", \.attempts, .whole(from: 0)),
            RecordKey("image", \.photo.image, .orNull(Image.format), absent: .some(nil)),
            RecordKey("model", \.firstModel, .orNull(Model.format), absent: .some(nil)),
            RecordKey("models", \.photo.models, .list(Model.format), ifAbsent: { $0.photo.models }),
            RecordKey("detections", \.photo.detections, .list(Detection.format.levelled)),
            RecordKey("results", \.photo.firstResults, .list(DetectorResult.format), ifAbsent: { $0.photo.results }),
            // They follow from the results, corrected ones too: what a record says here is not read back.
            RecordKey("documents", .list(DocumentPart.format)) {
                $0.documents(ofPage: 1)
            } set: { _, _ in
            },
            RecordKey("pages", .list(PageEntry.format)) {
                $0.pageEntries
            } set: {
                $0.take($1)
            },
            RecordKey("targetDetection", \.photo.targetDetection, .orNull(.targets.inPixels), absent: .some(nil)),
            RecordKey("arrows", \.photo.arrows, .list(.arrow.inPixels.levelled), absent: []),
            RecordKey("imageMetadata", \.photo.imageMetadata, .orNull(ImageMetadata.format), absent: .some(nil)),
            RecordKey("confidenceLevels", optional: \.photo.confidenceLevels, .levels),
            RecordKey("timings", \.photo.timings, Timings.format),
            RecordKey("outputs", \.outputs, .orNull(Outputs.format), absent: .some(nil)),
        ],
        head: [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", "A photo's record as Quiver writes it"),
        ])

    /// The model that records named when they had only one.
    fileprivate var firstModel: Model? {
        get { photo.models.first }
        set { photo.models = [newValue].compactMap { $0 } }
    }
}

extension ValueFormat where Value == String {
    fileprivate static let version = ValueFormat(schema: ["const": "1.0"]) {
        .string($0)
    } read: { (json) throws(RecordFormatError) in
        try text.read(json)
    }
}

extension ValueFormat where Value == Timestamp {
    fileprivate static let timestamp = ValueFormat(schema: ["type": "string", "format": "date-time"]) {
        .string($0.description)
    } read: { (json) throws(RecordFormatError) in
        guard case .string(let text) = json, let time = Timestamp(text) else { throw RecordFormatError() }
        return time
    }
}

extension ValueFormat where Value == Bool {
    /// A mark that is either true or not there.
    static let mark = ValueFormat(schema: ["const": true], write: bool.write, read: bool.read)
}

extension ValueFormat where Value == Double {
    /// Milliseconds.
    static let milliseconds = number(decimals: 3, least: 0)
}

extension Record.Source {
    static let format = ValueFormat.object(
        Self(path: "", bytes: nil, sha256: nil),
        [
            RecordKey("path", \.path, .text), RecordKey("pathEscaped", optional: \.pathEscaped, .mark),
            RecordKey("place", optional: \.place, .text), RecordKey("placeEscaped", optional: \.placeEscaped, .mark),
            RecordKey("bytes", \.bytes, .orNull(.whole(from: 0)), absent: .some(nil)),
            RecordKey("sha256", \.sha256, .orNull(.hash), absent: .some(nil)),
            RecordKey("duplicateOf", \.duplicateOf, .orNull(.text), absent: .some(nil)),
            RecordKey("duplicateOfEscaped", optional: \.duplicateOfEscaped, .mark),
            RecordKey("movedTo", optional: \.movedTo, .text),
            RecordKey("movedToEscaped", optional: \.movedToEscaped, .mark),
        ])
}

extension Record.Failure {
    static let format = ValueFormat.object(
        Self(code: "", message: "", fault: .quiver),
        [RecordKey("code", \.code, .text), RecordKey("message", \.message, .text), RecordKey("fault", \.fault, .word)])
}

extension Record.Image {
    static let format = ValueFormat.object(
        Self(width: 1, height: 1, orientation: 1, format: ""),
        [
            RecordKey("width", \.width, .whole(from: 1)), RecordKey("height", \.height, .whole(from: 1)),
            RecordKey("orientation", \.orientation, .whole(from: 1, to: 8)), RecordKey("format", \.format, .text),
            RecordKey("pages", optional: \.pages, .whole(from: 2)),
            RecordKey("dynamicRange", optional: \.dynamicRange, .word),
            RecordKey("likeness", optional: \.likeness, .likeness),
        ])
}

extension Record.ImageMetadata {
    static let format = ValueFormat.object(
        Self(width: 1, height: 1, orientation: 1, format: ""),
        [
            RecordKey("width", \.width, .whole(from: 1)), RecordKey("height", \.height, .whole(from: 1)),
            RecordKey("orientation", \.orientation, .whole(from: 1, to: 8)), RecordKey("format", \.format, .text),
            RecordKey("captured", \.captured, .orNull(.text), absent: .some(nil)),
            RecordKey("make", \.make, .orNull(.text), absent: .some(nil)),
            RecordKey("model", \.model, .orNull(.text), absent: .some(nil)),
        ])
}

extension Record.Model {
    static let format = ValueFormat.object(
        Self(name: "", sha256: "", engine: "", precision: ""),
        [
            RecordKey("name", \.name, .text), RecordKey("sha256", \.sha256, .hash),
            RecordKey("engine", \.engine, .text), RecordKey("precision", \.precision, .text),
        ])
}

extension Record.Timings {
    static let format = ValueFormat.object(
        Self(),
        [
            RecordKey("load", \.load, .orNull(.milliseconds), absent: .some(nil)),
            RecordKey("register", \.register, .orNull(.milliseconds), absent: .some(nil)),
            RecordKey("infer", \.infer, .orNull(.milliseconds), absent: .some(nil)),
            RecordKey("decode", \.decode, .orNull(.milliseconds), absent: .some(nil)),
            RecordKey("draw", \.draw, .orNull(.milliseconds), absent: .some(nil)),
            RecordKey("write", \.write, .orNull(.milliseconds), absent: .some(nil)),
        ])
}

extension Record.Outputs {
    static let format = ValueFormat.object(
        Self(annotated: nil, crops: [], original: nil, in: ""),
        [
            RecordKey("annotated", \.annotated, .orNull(.text), absent: .some(nil)),
            RecordKey("crops", \.crops, .list(.text)),
            RecordKey("original", \.original, .orNull(.text), absent: .some(nil)),
            RecordKey("pages", optional: \.pages, .list(.text)),
            RecordKey("pathsEscaped", optional: \.pathsEscaped, .mark),
        ])
}
