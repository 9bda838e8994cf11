import Foundation

extension URL {
    /// Makes a file look untouched for some seconds, so that intake takes it as settled at once.
    ///
    /// Whole seconds: Foundation rounds the fraction to microseconds and hands the system 1,000,000 of them where the
    /// fraction lies within half a microsecond of a second, which fails with EINVAL once in a million calls.
    public func age(by seconds: TimeInterval = 3600) throws {
        let time = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - seconds).rounded(.down))
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    }
}
