import Crypto
import Foundation

/// The file formats that the engines read.
public enum ModelFormat: String, Sendable, Codable, CaseIterable {
    case onnx
    /// OpenVINO's own: an XML file with a BIN file beside it.
    case openvino
    case tflite

    /// The format's name for people.
    public var name: String {
        switch self {
        case .onnx: "ONNX"
        case .openvino: "OpenVINO"
        case .tflite: "TFLite"
        }
    }
}

/// A model file that has been looked at: it is there, whole as far as its framing tells, and of a known format.
public struct ModelFile: Sendable {
    /// The path, as it was given.
    public let path: String
    /// The format by the file's content; for ONNX, which has no mark of its own, the name counts too.
    public let format: ModelFormat
    /// What the file says about itself, and for OpenVINO and TFLite also `metadata.yaml` beside it.
    public let metadata: ModelMetadata
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
        var parts = [path]
        switch format {
        case .onnx:
            let header = try file.withBytes { bytes throws(InferenceError) in try Self.header(bytes, path: path) }
            entries = header.metadata
            parts += header.externalFiles.sorted().map { (folder as NSString).appendingPathComponent($0) }
        case .openvino:
            entries = file.withBytes(IRHeader.metadata)
            parts.append((path as NSString).deletingPathExtension + ".bin")
        case .tflite: break
        }
        for part in parts.dropFirst() {
            guard FileManager.default.isReadableFile(atPath: part) else {
                throw InferenceError(
                    .weightsMissing,
                    "The model \(path) keeps its weights in \(part), which is not there. Put that file beside it.")
            }
            guard Self.isRegularFile(part) else {
                throw InferenceError(
                    .weightsMissing,
                    "The model \(path) keeps its weights in \(part), which is not a regular file. "
                        + "Put the file itself there.")
            }
        }
        if format != .onnx, let text = Self.sidecar(folder) {
            entries.merge(SidecarMetadata.read(text)) { _, sidecar in sidecar }
        }
        metadata = ModelMetadata(entries)
        self.parts = parts
    }

    /// The SHA-256 of all parts' contents, one after the other.
    package func contentHash() throws(InferenceError) -> SHA256Digest {
        var hash = SHA256()
        for part in parts {
            do {
                try MappedFile(part).withBytes { hash.update(bufferPointer: $0) }
            } catch {
                throw Self.unreadable(part, error)
            }
        }
        return hash.finalize()
    }

    /// Whether a path leads to a file that has an end: nobody waits for a FIFO's writer.
    private static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func sidecar(_ folder: String) -> String? {
        let path = (folder as NSString).appendingPathComponent("metadata.yaml")
        guard let file = try? MappedFile(path), file.count < 4_194_304 else { return nil }
        return file.withBytes { String(decoding: $0, as: UTF8.self) }
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

    private static func unreadable(_ path: String, _ error: SystemError) -> InferenceError {
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
