import SystemPackage

/// A file's bytes, a piece at a time.
struct FilePieces {
    private let descriptor: FileDescriptor
    private static let size = 1 << 20

    /// Opens a file; the descriptor is closed when everything was read.
    init(of file: FilePath) throws {
        descriptor = try FileDescriptor.open(file, .readOnly, options: [.closeOnExec])
    }

    /// Calls with each piece; blocks.
    func forEach(_ take: ([UInt8]) throws -> Void) throws {
        try descriptor.closeAfter {
            while case let piece = try next(), !piece.isEmpty { try take(piece) }
        }
    }

    /// Hands out a source of the pieces, which gives none at the end; blocks.
    func read<Value>(_ body: (_ source: @escaping () throws -> [UInt8]) throws -> Value) throws -> Value {
        try descriptor.closeAfter { try body(next) }
    }

    private func next() throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
            count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
