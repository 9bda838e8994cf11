import Testing

@testable import SystemValues

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3", "10.1.2.3", true),
        ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "::1", false),
        ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false), ("172.16.0.0/12", "172.31.0.1", true),
        ("::ffff:10.0.0.1", "10.0.0.1", true),
    ])
    func holdsWhatBeginsAlike(range: String, address: String, isIn: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(arguments: [
        "", "10", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "host", "::1/129", "127.1", "0x7f000001",
        "10.0.0.0/", "fe80::1%eth0",
    ])
    func whatIsNoRangeIsNone(text: String) { #expect(AddressRange(text) == nil) }

    @Test(arguments: ["10.0.0.0/8", "10.1.2.3", "fe80::/10", "::1"])
    func saysItselfAsItIsWritten(text: String) { #expect(AddressRange(text)?.description == text) }
}
