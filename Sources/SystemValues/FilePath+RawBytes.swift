import Glibc
import SystemPackage

extension FilePath {
    /// The path's bytes as the system knows them, without the terminating zero.
    package var rawBytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) } }
    }

    /// A path of the system's bytes, up to the first zero.
    package init(rawBytes bytes: some Sequence<UInt8>) {
        let characters = bytes.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
        self = characters.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
        }
    }
}

extension FilePath.Component {
    /// The name's bytes as the system knows them.
    package var rawBytes: [UInt8] {
        withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map { UInt8(bitPattern: $0) } }
    }
}
