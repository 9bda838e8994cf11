import Testing

@testable import Intake

@Suite("InotifyEvent")
struct InotifyEventTests {
    @Test("names are raw bytes without their padding, and half an event is left alone")
    func parse() {
        func event(_ watch: Int32, _ mask: UInt32, _ name: [UInt8]) -> [UInt8] {
            [watch.littleEndian.bytes, mask.littleEndian.bytes, UInt32(0).bytes, UInt32(name.count).bytes].flatMap {
                $0
            }
                + name
        }
        let bytes = event(3, 0x100, [0xFF, 0x0A, 0x61, 0]) + event(-1, 0x4000, []) + [1, 2, 3]
        let events = bytes.withUnsafeBytes { InotifyEvent.parse($0) }
        #expect(events.map(\.watch) == [3, -1])
        #expect(events.map(\.name) == [[0xFF, 0x0A, 0x61], []])
        #expect(events.map(\.isOverflow) == [false, true])
        #expect(events.map(\.isAppearance) == [true, false])
    }
}

extension FixedWidthInteger {
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }
}
