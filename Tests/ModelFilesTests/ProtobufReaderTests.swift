import Testing

@testable import ModelFiles

@Suite("Protobuf fields")
struct ProtobufReaderTests {
    private func fields(_ bytes: [UInt8]) throws -> [Int] {
        try bytes.withUnsafeBytes { buffer in
            var reader = ProtobufReader(buffer)
            var numbers: [Int] = []
            while let field = try reader.next() { numbers.append(field.number) }
            return numbers
        }
    }

    @Test("come in order, whatever their kind")
    func kinds() throws {
        let fixed = [0x11] + [UInt8](repeating: 0, count: 8) + [0x1D] + [UInt8](repeating: 0, count: 4)
        #expect(try fields([0x08, 0x96, 0x01] + fixed + [0x22, 0x01, 0x61]) == [1, 2, 3, 4])
        #expect(try fields([]) == [])
    }

    @Test(
        "are refused where they are cut off or are none",
        arguments: [
            [0x08], [0x0A, 0x05, 0x61], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            [0x11, 0x00],
            [0x0B], [0x00, 0x01], [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]])
    func damaged(bytes: [UInt8]) {
        #expect(throws: ProtobufReader.Damaged.self) { try fields(bytes) }
    }
}
