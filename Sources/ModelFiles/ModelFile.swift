import Foundation
import SystemValues

/// The file formats that the engines read.
public enum ModelFormat: String, Sendable, Codable, CaseIterable {
    case onnx
    /// OpenVINO's own: an XML file with a BIN file beside it.
    case openvino
    case tflite

    /// The format's usual name.
    public var name: String {
        switch self {
        case .onnx: "ONNX"
        case .openvino: "OpenVINO"
        case .tflite: "TFLite"
        }
    }
}

/// A model file that has been looked at: it is there, whole as far as its framing shows, and of a known format.
public struct ModelFile: Sendable {
    /// The path, as it was given.
    public let path: String
    /// The format by the file's content; for ONNX, which has no mark of its own, the name counts too.
    public let format: ModelFormat
    /// The metadata in the file, and for OpenVINO and TFLite also `metadata.yaml` beside it.
    public let metadata: ModelMetadata
    /// Whether it is a model of 8-bit integers; of TFLite's that is not known.
    public let isQuantized: Bool
    /// Every file that the model consists of, the first being `path`.
    public let parts: [String]

    /// Looks at a file; throws a sentence where there is none or it is no model.
    public init(_ path: String) throws(InferenceError) {
        self.path = path
        let file: MappedFile
        do {
            file = try MappedFile(path)
        } catch {
            throw Self.unreadable(path, error)
        }
        format = try file.withBytes { bytes throws(InferenceError) in try Self.format(of: bytes, path: path) }
        let folder = (path as NSString).deletingLastPathComponent
        var entries: [String: String] = [:]
        var (parts, isQuantized) = ([path], false)
        switch format {
        case .onnx:
            let header = try file.withBytes { bytes throws(InferenceError) in try Self.header(bytes, path: path) }
            (entries, isQuantized) = (header.metadata, header.isQuantized)
            let names = header.externalFiles.sorted()
            // The file is untrusted: a way out of its folder would have any file of this user's read.
            guard names.allSatisfy(Self.staysInFolder) else {
                throw InferenceError(
                    .modelDamaged,
                    "The model \(path) names weights outside its folder. Export it again, with its weights beside it.")
            }
            parts += names.map { (folder as NSString).appendingPathComponent($0) }
        case .openvino:
            entries = file.withBytes(IRHeader.metadata)
            isQuantized = file.withBytes(IRHeader.isQuantized)
            parts.append((path as NSString).deletingPathExtension + ".bin")
        case .tflite: break
        }
        func missing(_ part: String, _ why: String) -> InferenceError {
            InferenceError(.weightsMissing, "The model \(path) keeps its weights in \(part), which is \(why)")
        }
        for part in parts {
            guard part == path || FileManager.default.isReadableFile(atPath: part) else {
                throw missing(part, "not there. Put that file beside it.")
            }
            guard part == path || !Self.isOthersLink(part) else {
                throw missing(part, "a link that another user made. Put the file itself there.")
            }
            guard Self.isRegularFile(part) else {
                throw missing(part, "not a regular file. Put the file itself there.")
            }
            // Every part is read whole, and a file with holes can be longer than a day of reading.
            guard Self.size(of: part) <= Self.largest else {
                throw InferenceError(.modelDamaged, "\(part) is larger than any model. Copy or export the model again.")
            }
        }
        if format != .onnx, let (path, text) = Self.sidecar(folder) {
            entries.merge(SidecarMetadata.read(text)) { _, sidecar in sidecar }
            // The names of classes are part of every answer, so another file makes another model.
            parts.append(path)
        }
        metadata = ModelMetadata(entries)
        (self.parts, self.isQuantized) = (parts, isQuantized)
    }

    /// The SHA-256 of all parts' contents, one after the other, in hexadecimal.
    ///
    /// - Throws: `InferenceError` where a part cannot be read.
    public func sha256() throws(InferenceError) -> String {
        var hash = SHA256()
        for part in parts {
            do {
                try MappedFile(part).withBytes { hash.update($0) }
            } catch {
                throw Self.unreadable(part, error)
            }
        }
        return hash.finish().hexadecimal
    }

    /// More bytes than the parts of any model that finds things in photos have.
    private static let largest: off_t = 16 << 30

    private static func size(of path: String) -> off_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_size : 0
    }

    /// Whether a name of weights leads to the model's own folder or one below it.
    private static func staysInFolder(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    }

    /// Whether a file is a link of another user's than this one and root: it would have any file of this user's read.
    private static func isOthersLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK && status.st_uid != geteuid()
            && status.st_uid != 0
    }

    /// Whether a path leads to a file that has an end: a FIFO would be waited for until it has a writer.
    private static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func sidecar(_ folder: String) -> (path: String, text: String)? {
        let path = (folder as NSString).appendingPathComponent("metadata.yaml")
        guard !isOthersLink(path), let file = try? MappedFile(path), file.count < 4_194_304 else { return nil }
        return (path, file.withBytes { String(decoding: $0, as: UTF8.self) })
    }

    private static func header(_ bytes: UnsafeRawBufferPointer, path: String) throws(InferenceError) -> ONNXHeader {
        do {
            let header = try ONNXHeader(bytes)
            if header.hasGraph { return header }
        } catch {
            throw InferenceError(
                .modelDamaged, "The model \(path) is damaged: it ends in the middle, or is no ONNX file. Copy it again."
            )
        }
        throw unknown(path, "it holds no graph")
    }
}

extension ModelFile {
    private static func format(
        of bytes: UnsafeRawBufferPointer, path: String
    ) throws(InferenceError) -> ModelFormat {
        guard !bytes.isEmpty else { throw unknown(path, "it is empty") }
        let start = String(decoding: bytes.prefix(256), as: UTF8.self)
        if start.dropFirst(4).hasPrefix("TFL3") { return .tflite }
        if start.contains("<net ") || start.hasPrefix("<?xml") { return .openvino }
        if start.hasPrefix("PK") { throw unknown(path, "it looks like a PyTorch file; export it to ONNX first") }
        if start.hasPrefix("version https://git-lfs") {
            throw unknown(path, "it is a Git LFS pointer that stands for the model; run git lfs pull")
        }
        if start.hasPrefix("<") { throw unknown(path, "it is a web page; download the model itself") }
        // An ONNX file has no mark of its own; it starts with its version, field 1, in what every exporter writes.
        guard bytes[0] == 0x08 || path.lowercased().hasSuffix(".onnx") else {
            throw unknown(path, "Quiver reads ONNX, OpenVINO's XML and TFLite")
        }
        return .onnx
    }

    private static func unknown(_ path: String, _ reason: String) -> InferenceError {
        InferenceError(.modelUnknown, "The file \(path) is not a model: \(reason).")
    }

    static func unreadable(_ path: String, _ error: SystemError) -> InferenceError {
        switch error.number {
        case ENOENT, ENOTDIR:
            InferenceError(.modelMissing, "There is no model \(path). Check the path, or name one with --model FILE.")
        case EISDIR:
            InferenceError(.modelUnknown, "The model \(path) is not a file. Name the model file itself.")
        case EACCES, EPERM:
            InferenceError(
                .modelUnreadable, "The model \(path) may not be read. Change its permissions.", fault: .environment)
        default:
            InferenceError(
                .modelUnreadable, "The model \(path) cannot be read.", fault: .environment, detail: error.description)
        }
    }
}
