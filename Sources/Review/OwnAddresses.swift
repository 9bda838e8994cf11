import Glibc
import NIOCore

/// The addresses of this machine that other machines may reach it by.
enum OwnAddresses {
    /// The addresses of every network that is up, the one by which this machine reaches others first.
    ///
    /// - Parameter isBoth: Whether IPv6 addresses are wanted too; those that need a network's name are of no use.
    static func all(withIPv6 isBoth: Bool) -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String] = []
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
            guard let entry, let address = entry.pointee.ifa_addr else { continue }
            let flags = CInt(bitPattern: entry.pointee.ifa_flags)
            let isWanted = flags & CInt(IFF_UP) != 0 && flags & CInt(IFF_LOOPBACK) == 0
            guard isWanted, let text = text(of: address), isBoth || !text.contains(":") else { continue }
            if !text.hasPrefix("fe80:"), !found.contains(text) { found.append(text) }
        }
        let main = mainAddress
        return found.filter { $0 == main } + found.filter { $0 != main }
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: Int
        switch CInt(address.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The address by which this machine would reach another network; nothing is sent to find it.
    private static var mainAddress: String? {
        let socket = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(9).bigEndian
        // An address for documentation (RFC 5737): it is nobody's.
        place.sin_addr.s_addr = inet_addr("192.0.2.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard connect(socket, address, size) == 0, getsockname(socket, address, &size) == 0 else { return nil }
                return text(of: address)
            }
        }
    }
}
