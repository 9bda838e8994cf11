import COpenVINO
import Findings
import Foundation
import Inference
import ModelFiles

/// OpenVINO's C library, opened.
///
/// Unchecked because of the function table's pointer alone: it is filled once and never changes or goes away.
public final class OpenVINOLibrary: @unchecked Sendable {
    /// The library's file.
    public let path: String
    /// Where the search found it, such as ".deps".
    public let origin: String
    /// OpenVINO's version with its build, such as "2026.4.1-22982-…".
    public let build: String
    let api: UnsafePointer<qov_api>

    /// The engine with its short version, such as "OpenVINO 2026.4.1".
    public var name: String { "OpenVINO " + build.prefix { $0 != "-" } }

    /// The libraries of this machine, as they were found at the first look.
    ///
    /// In its sandbox a worker may not see where the program lies, from which the search begins.
    static let candidates = OpenVINOSearch.current.candidates()

    private static let loaded = Result { () throws(InferenceError) in try load(candidates) }

    /// The library of this process; it is searched for and opened once.
    public static func shared() throws(InferenceError) -> OpenVINOLibrary { try loaded.get() }

    /// Opens the first library of a search that works.
    static func load(_ candidates: [OpenVINOSearch.Candidate]) throws(InferenceError) -> OpenVINOLibrary {
        var failures: [InferenceError] = []
        for candidate in candidates {
            do {
                return try OpenVINOLibrary(candidate)
            } catch {
                failures.append(error)
            }
        }
        if let first = failures.first { throw first }
        throw InferenceError(
            .engineMissing, "The inference library OpenVINO is not on this machine. Run scripts/setup to fetch it.",
            fault: .environment)
    }

    private init(_ candidate: OpenVINOSearch.Candidate) throws(InferenceError) {
        let loaded = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { problem in
            problem.initialize(repeating: 0)
            guard let start = problem.baseAddress else { return (api: UnsafePointer<qov_api>?.none, problem: "") }
            return (api: qov_load(candidate.path, start, problem.count), problem: String(cString: start))
        }
        guard let api = loaded.api else {
            throw InferenceError(
                .engineMissing,
                "The inference library \(candidate.path) (\(candidate.origin)) cannot be used. Run scripts/setup.",
                fault: .environment, detail: loaded.problem)
        }
        self.api = api
        path = candidate.path
        origin = candidate.origin
        var version = qov_version()
        guard api.pointee.get_openvino_version(&version) == 0 else {
            throw InferenceError(
                .engineMissing, "The inference library \(candidate.path) does not tell its version. Run scripts/setup.",
                fault: .environment)
        }
        build = version.build.map { String(cString: $0) } ?? ""
        api.pointee.version_free(&version)
        // Element types are numbered otherwise before 2026, so that an older library would misread every tensor.
        guard let year = Int(build.prefix { $0.isNumber }), year >= 2026 else {
            throw InferenceError(
                .engineTooOld,
                "The inference library \(candidate.path) is OpenVINO \(build); Quiver needs 2026.0 or later. "
                    + "Run scripts/setup.",
                fault: .environment)
        }
    }

    /// Turns a status of the library into an error; every call goes through here.
    func check(
        _ status: qov_status, _ code: InferenceError.Code = .engineFailed,
        _ message: @autoclosure () -> String = OpenVINOHandle.refusal
    ) throws(InferenceError) {
        guard status != 0 else { return }
        throw InferenceError(
            code, message(), fault: code == .engineFailed ? .environment : .input, detail: lastMessage())
    }

    private func lastMessage() -> String? {
        guard let text = api.pointee.get_last_err_msg() else { return nil }
        defer { api.pointee.free(text) }
        let words = String(cString: text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// Takes over a text that the library has allocated.
    func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { api.pointee.free(text) }
        return String(cString: text)
    }
}

/// An object of the library that is freed with the handle.
struct OpenVINOHandle: ~Copyable {
    let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer) -> Void

    deinit { free(pointer) }

    /// Takes over what `make` writes, or throws the library's error.
    init(
        _ library: OpenVINOLibrary, free: @escaping @convention(c) (OpaquePointer) -> Void,
        _ code: InferenceError.Code = .engineFailed, _ message: @autoclosure () -> String = Self.refusal,
        make: (UnsafeMutablePointer<OpaquePointer?>) -> qov_status
    ) throws(InferenceError) {
        var made: OpaquePointer?
        try library.check(make(&made), code, message())
        guard let made else { throw InferenceError(code, message(), fault: .quiver) }
        pointer = made
        self.free = free
    }

    static var refusal: String { "The inference library refused a call. Run quiver doctor." }
}
