import Glibc

/// The address of a machine: 4 bytes of IPv4 or 16 of IPv6, in the network's order.
///
/// An IPv4 address that is written or reached as an IPv6 one (`::ffff:10.0.0.1`) is the IPv4 address.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16.
    public let bytes: [UInt8]

    /// The address of these bytes; nil unless there are 4 or 16.
    public init?(bytes: [UInt8]) {
        guard [4, 16].contains(bytes.count) else { return nil }
        let isMapped = bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [255, 255]
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// An address as `inet_pton` reads it: four numbers, or IPv6; nil for anything else, names and short forms too.
    public init?(_ text: String) {
        for (family, length) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: length)
            if inet_pton(family, text, &bytes) == 1 {
                self.init(bytes: bytes)
                return
            }
        }
        return nil
    }

    /// The address of a socket's end; nil for sockets of another kind.
    package init?(_ address: UnsafeRawPointer, family: Int32) {
        switch family {
        case AF_INET:
            let end = address.loadUnaligned(as: sockaddr_in.self)
            self.init(bytes: withUnsafeBytes(of: end.sin_addr) { Array($0) })
        case AF_INET6:
            let end = address.loadUnaligned(as: sockaddr_in6.self)
            self.init(bytes: withUnsafeBytes(of: end.sin6_addr) { Array($0) })
        default: return nil
        }
    }

    /// As it is usually written.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Addresses that begin with the same bits, such as `192.168.1.0/24`.
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    /// The first address.
    public let first: IPAddress
    /// How many bits all of them have in common.
    public let bits: Int

    /// Reads an address or `ADDRESS/BITS`; nil for anything else, and where the address has further bits.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress(String($0)) }), parts.count <= 2 else { return nil }
        let all = address.bytes.count * 8
        guard let bits = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(bits) else { return nil }
        (first, self.bits) = (address, bits)
        guard address.bytes == Self.masked(address.bytes, bits) else { return nil }
    }

    /// Whether an address is one of these.
    public func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == first.bytes.count && Self.masked(address.bytes, bits) == first.bytes
    }

    /// `ADDRESS/BITS`, the address alone where it is one.
    public var description: String { bits == first.bytes.count * 8 ? "\(first)" : "\(first)/\(bits)" }

    private static func masked(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
        bytes.enumerated().map { index, byte in
            let kept = min(max(bits - index * 8, 0), 8)
            return kept == 0 ? 0 : byte & (0xFF << UInt8(8 - kept))
        }
    }
}
