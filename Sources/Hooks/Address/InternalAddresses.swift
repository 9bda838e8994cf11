import Glibc
import SystemValues

/// Addresses that the internet does not route: those of this machine, of private networks, and of special uses.
///
/// What lies there trusts who reaches it: a database without a password, a router, a cloud's own service of secrets.
struct InternalAddresses: Sendable {
    /// Those that may be reached all the same.
    let allowed: [AddressRange]

    /// The special-purpose registries of IANA, and what carries an IPv4 address inside an IPv6 one.
    private static let ranges = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        // Of IPv6 only 2000::/3 is routed.
        "::/3", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "4000::/2", "8000::/1",
    ].compactMap { AddressRange($0) }

    /// Whether an address must not be reached.
    func refuses(_ address: IPAddress) -> Bool {
        guard !allowed.contains(where: { $0.contains(address) }) else { return false }
        return Self.ranges.contains { $0.contains(address) } || Self.ownAddresses.contains(address)
    }

    /// The addresses of this machine's interfaces at this moment, public ones too.
    private static var ownAddresses: Set<IPAddress> {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var (found, next): (Set<IPAddress>, UnsafeMutablePointer<ifaddrs>?) = ([], first)
        while let entry = next {
            if let end = entry.pointee.ifa_addr,
                let address = IPAddress(UnsafeRawPointer(end), family: Int32(end.pointee.sa_family))
            {
                found.insert(address)
            }
            next = entry.pointee.ifa_next
        }
        return found
    }
}
