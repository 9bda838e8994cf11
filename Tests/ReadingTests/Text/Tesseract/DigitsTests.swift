import Testing

@testable import Reading

@Suite("Digits in tables")
struct DigitsTests {
    @Test(arguments: [
        ("Al7", "A17"), ("l2.50", "12.50"), ("A12", "A12"), ("All", "All"), ("l", "l"), ("total", "total"), ("", ""),
        ("Bl-4", "B1-4"), ("AAl7", "AAl7"), ("3l", "31"), ("al7", "al7"),
    ])
    func anLBesideADigitIsAOne(read: String, meant: String) {
        #expect(ReadLine.withDigits(read) == meant)
    }
}
