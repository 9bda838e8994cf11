import COpenVINO
import Findings
import Inference
import ModelFiles

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
