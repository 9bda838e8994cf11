import SystemValues
import Testing

@testable import Hooks

@Suite struct InternalAddressesTests {
    private let none = InternalAddresses(allowed: [])

    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.168.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1", "fec0::1", "fd00::1",
        "ff02::1", "2001:db8::1", "2001::1", "::127.0.0.1",
        "::ffff:0:127.0.0.1", "100::1", "5f00::1", "4000::1", "3fff::1",
    ])
    func whatTheInternetDoesNotRouteIsRefused(address: String) throws {
        #expect(none.refuses(try #require(IPAddress(address))))
    }

    @Test(arguments: ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "192.169.0.1"])
    func whatItRoutesIsReached(address: String) throws { #expect(!none.refuses(try #require(IPAddress(address)))) }

    @Test func whatIsNamedIsReachedAndNothingElse() throws {
        let some = InternalAddresses(allowed: ["192.168.1.0/28", "::1"].compactMap { AddressRange($0) })
        for (address, isRefused) in [
            ("192.168.1.0", false), ("192.168.1.15", false), ("192.168.1.16", true), ("127.0.0.1", true),
            ("::1", false),
        ] {
            #expect(some.refuses(try #require(IPAddress(address))) == isRefused, "\(address)")
        }
    }
}
