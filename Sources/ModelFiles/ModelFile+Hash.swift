import Crypto
import Foundation

extension ModelFile {
    /// The SHA-256 of the model's files in hexadecimal, its weights included where they lie in a file of their own.
    ///
    /// - Throws: `InferenceError` where a part cannot be read.
    public func sha256() throws(InferenceError) -> String {
        var hash = SHA256()
        for part in parts {
            do {
                try MappedFile(part).withBytes { bytes in hash.update(bufferPointer: bytes) }
            } catch {
                throw InferenceError(
                    .modelUnreadable, "The model \(part) cannot be read. Allow it with chmod.", fault: .environment)
            }
        }
        return hash.finalize().map { String(format: "%02x", $0) }.joined()
    }
}
