import CZXing

/// A QR code that says a text, as it is drawn.
public struct QRCode: Sendable, Hashable {
    /// How many modules one side has, without the light margin that a reader needs.
    public let side: Int
    /// Row after row, true for a dark module.
    private let modules: [Bool]

    /// The largest code there is has so many modules on a side.
    private static let largest = 177

    /// The code of a text; it is the smallest one that holds it.
    ///
    /// - Throws: ``CodesError`` where no code holds so much.
    public init(_ text: String) throws(CodesError) {
        let bytes = Array(text.utf8.map { CChar(bitPattern: $0) })
        var modules = [UInt8](repeating: 0, count: Self.largest * Self.largest)
        var side: Int32 = 0
        switch qzx_write_qr(bytes, bytes.count, &modules, modules.count, &side) {
        case QZX_OK: break
        case QZX_NO_MEMORY: throw CodesError(.memory, "there is not enough memory for a QR code", fault: .environment)
        default: throw CodesError(.library, "a QR code cannot hold a text of \(bytes.count) bytes")
        }
        self.side = Int(side)
        self.modules = modules.prefix(self.side * self.side).map { $0 != 0 }
    }

    /// Whether a module is dark; what lies beside the code is light.
    public func isDark(x: Int, y: Int) -> Bool {
        (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x]
    }
}
