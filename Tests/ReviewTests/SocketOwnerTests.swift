import NIOCore
import Testing

@testable import Review

@Suite struct SocketOwnerTests {
    private let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:2221 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 126115 1 0 100 0 0 10 0
           4: 0100007F:2221 0100007F:A684 01 00000000:00000000 00:00000000 00000000     0        0 126259 1 0 20 0 0 10 -1
          51: 0100007F:A61A 0100007F:2221 06 00000000:00000000 03:00001422 00000000     0        0 0 3 0
          65: 0100007F:A684 0100007F:2221 01 00000000:00000000 00:00000000 00000000  1000        0 126257 2 0 20 0 0 10 -1
          66: 0100007F:A6
        """

    @Test(arguments: [
        ("0100007F:A684", "0100007F:2221", 1000), ("0100007F:A61A", "0100007F:2221", nil),
        ("0100007F:A685", "0100007F:2221", nil), ("0100007F:A684", "0100007F:2222", nil),
        // The same port of another of this machine's addresses is another connection.
        ("0200007F:A684", "0100007F:2221", nil), ("0100007F:A684", "0200007F:2221", nil),
    ])
    func theOwnerIsThatOfTheConnectedSocket(client: String, server: String, user: Int?) {
        #expect(SocketOwner.user(in: table, of: client, connectedTo: server) == user.map { UInt32($0) })
    }

    @Test func anIPv4ConnectionMayStandInTheTableOfIPv6() {
        let before = "0000000000000000FFFF0000"
        let line = "   1: \(before)0100007F:A684 \(before)0100007F:2221 01 0:0 00:0 0  1000        0 1"
        let user = SocketOwner.user(in: "head\n\(line)", of: "0100007F:A684", connectedTo: "0100007F:2221")
        #expect(user == 1000)
    }

    @Test(arguments: [
        ("127.0.0.1", "0100007F:2221"), ("127.0.0.2", "0200007F:2221"), ("::ffff:127.0.0.1", "0100007F:2221"),
        ("::1", "00000000000000000000000001000000:2221"),
    ])
    func addressesAreWrittenAsInTheTables(address: String, text: String) throws {
        #expect(SocketOwner.text(try SocketAddress(ipAddress: address, port: 0x2221)) == text)
    }
}
