import Foundation
import SystemValues

/// The files in a Python wheel, which is a ZIP archive (APPNOTE.TXT, 4.3).
///
/// Its checksum is known before a byte of it is looked at; so this reads what wheels hold, and refuses all else.
struct WheelFile {
    private struct Place {
        var start: Int
        var packed: Int
        var size: Int
        var isPacked: Bool
    }

    private let bytes: [UInt8]
    private var places: [String: Place] = [:]

    /// - Throws: ``InferenceError`` where the bytes are no such archive.
    init(_ bytes: [UInt8]) throws(InferenceError) {
        self.bytes = bytes
        let reader = LittleEndian(bytes)
        // The end of the directory: 22 bytes, and behind them nothing, as a wheel has no comment.
        let end = bytes.count - 22
        guard end >= 0, reader.number(at: end, bytes: 4) == 0x0605_4B50,
            let count = reader.number(at: end + 10, bytes: 2),
            var at = reader.number(at: end + 16, bytes: 4)
        else { throw Self.damaged }
        for _ in 0..<count {
            guard reader.number(at: at, bytes: 4) == 0x0201_4B50, let way = reader.number(at: at + 10, bytes: 2),
                let packed = reader.number(at: at + 20, bytes: 4), let size = reader.number(at: at + 24, bytes: 4),
                let name = reader.number(at: at + 28, bytes: 2), let extra = reader.number(at: at + 30, bytes: 2),
                let comment = reader.number(at: at + 32, bytes: 2), let head = reader.number(at: at + 42, bytes: 4),
                let ownName = reader.number(at: head + 26, bytes: 2),
                let ownExtra = reader.number(at: head + 28, bytes: 2),
                at + 46 + name <= bytes.count, way == 0 || way == 8
            else { throw Self.damaged }
            let place = Place(start: head + 30 + ownName + ownExtra, packed: packed, size: size, isPacked: way == 8)
            guard place.start + packed <= bytes.count else { throw Self.damaged }
            places[String(decoding: bytes[(at + 46)..<(at + 46 + name)], as: UTF8.self)] = place
            at += 46 + name + extra + comment
        }
    }

    /// The bytes of a file.
    ///
    /// - Throws: ``InferenceError`` where there is none of that name, or it is damaged.
    func file(_ name: String) throws(InferenceError) -> [UInt8] {
        guard let place = places[name] else { throw Self.damaged }
        let packed = bytes[place.start..<(place.start + place.packed)]
        guard place.isPacked else { return Array(packed) }
        guard let file = Inflate.bytes(of: packed, count: place.size) else { throw Self.damaged }
        return file
    }

    private static let damaged = InferenceError(
        .modelDamaged, "a wheel has its checksum and not the files that the list of public models names", fault: .quiver
    )
}

/// Numbers of several bytes, the lowest first.
private struct LittleEndian {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Nil behind the end.
    func number(at place: Int, bytes count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
