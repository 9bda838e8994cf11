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

    @Test(arguments: [(0xA684, 0x2221, 1000), (0xA61A, 0x2221, nil), (0xA685, 0x2221, nil), (0xA684, 0x2222, nil)])
    func theOwnerIsThatOfTheConnectedSocket(port: Int, peer: Int, user: Int?) {
        #expect(SocketOwner.user(in: table, ofPort: port, to: peer) == user.map { UInt32($0) })
    }
}
