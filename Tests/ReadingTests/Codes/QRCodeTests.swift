import Findings
import Testing

@testable import Reading

@Suite struct QRCodeTests {
    @Test(arguments: [
        "http://192.168.178.123:8737/#/signin?link=0123456789abcdef0123456789abcdef", "A", "https://[fd00::1]:8737/",
        String(repeating: "long ", count: 200),
    ])
    func whatIsDrawnIsReadAgain(text: String) throws {
        let code = try QRCode(text)
        let (scale, margin) = (4, 4)
        let width = (code.side + 2 * margin) * scale
        let pixels = (0..<width).flatMap { y in
            (0..<width).flatMap { x in
                let isDark = code.isDark(x: x / scale - margin, y: y / scale - margin)
                return [UInt8](repeating: isDark ? 0 : 255, count: 3)
            }
        }
        let read = try pixels.withUnsafeBytes {
            try CodeReader(symbologies: [.qr]).codes(in: $0, size: PixelSize(width: width, height: width))
        }
        #expect(read.map(\.text) == [text])
    }

    @Test func aTextThatIsTooLongIsRefusedInASentence() {
        #expect(throws: ReadingError.self) { try QRCode(String(repeating: "x", count: 4_000)) }
    }
}
