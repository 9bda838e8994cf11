import Findings
import Testing

@testable import Reports

@Suite("Numbers in words")
struct NumbersTests {
    @Test(
        "fixed decimals, whatever the machine's language is",
        arguments: [
            (8.0333, 2, "8.03"), (8.0, 2, "8.00"), (0.005, 1, "0.0"), (-0.04, 1, "0.0"), (-1.25, 1, "−1.3"),
            (999.96, 1, "1000.0"),
            (.nan, 1, "–"), (.infinity, 0, "–"), (1e300, 0, "–"),
        ])
    func fixed(value: Double, decimals: Int, text: String) {
        #expect(Numbers.fixed(value, decimals) == text)
    }

    @Test("lengths have tenths only while they are short")
    func millimetres() {
        #expect(Numbers.millimetres(4.24) == "4.2\u{202F}mm")
        #expect(Numbers.millimetres(9.96) == "10\u{202F}mm")
        #expect(Numbers.millimetres(147.3) == "147\u{202F}mm")
    }

    @Test(
        "coordinates are short, and never anything else than a number",
        arguments: [
            (1.0, "1"), (-0.126, "-0.13"), (.nan, "0"), (-.infinity, "0"),
        ])
    func coordinate(value: Double, text: String) {
        #expect(Numbers.coordinate(value) == text)
    }

    @Test(
        "the hour on a clock's face",
        arguments: [
            (0.0, 3), (90, 6), (180, 9), (270, 12), (300, 1), (359, 3), (344, 2), (-90, 12), (.nan, 12),
        ])
    func hour(degrees: Double, hour: Int) {
        #expect(Direction.hour(degrees) == hour)
    }

    @Test(
        "where a group lies, as a sight is moved",
        arguments: [
            (Point(x: 53.2, y: -12.1), "53\u{202F}mm right, 12\u{202F}mm high"),
            (Point(x: -4.24, y: 0.2), "4.2\u{202F}mm left"),
            (Point(x: 0.1, y: 20), "20\u{202F}mm low"), (Point(x: 0, y: 0), "in the middle"),
        ])
    func offset(point: Point, text: String) {
        #expect(Words().offset(point) == text)
    }
}
