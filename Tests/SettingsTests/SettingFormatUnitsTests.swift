import Testing

@testable import Settings

@Suite struct SettingFormatUnitsTests {
    @Test(arguments: [
        ("2s", 2_000_000_000), ("500ms", 500_000_000), ("1m", 60_000_000_000), ("0.1s", 100_000_000),
        ("1.5 h", 5_400_000_000_000),
        ("0.25ns", nil), ("2", nil), ("s", nil), ("-1s", nil), ("2 sec", nil), ("2S", nil), ("1e3s", nil), ("", nil),
        ("999999999999999d", nil), ("2s ", nil),
    ])
    func parsesTime(text: String, nanoseconds: Int?) {
        #expect(Units.parse(text, Units.time) == nanoseconds)
    }

    @Test(arguments: [
        ("2GiB", 2 << 30), ("512MiB", 512 << 20), ("1.5KiB", 1_536), ("10MB", 10_000_000), ("7B", 7), ("1.1B", nil),
        ("2gib", nil),
        ("9999999TiB", nil),
    ])
    func parsesSizes(text: String, bytes: Int?) {
        #expect(Units.parse(text, Units.size + Units.decimalSize) == bytes)
    }

    @Test(arguments: ["2s", "500ms", "1m", "90s", "5m", "1h", "0s", "1d", "36h"])
    func showsTimeAsItIsWritten(text: String) throws {
        let nanoseconds = try #require(Units.parse(text, Units.time))
        #expect(SettingFormat<Duration>.show(.nanoseconds(nanoseconds)) == text)
    }

    @Test(arguments: ["2GiB", "512MiB", "1536B", "0B"])
    func showsSizesAsTheyAreWritten(text: String) throws {
        #expect(Units.show(try #require(Units.parse(text, Units.size)), Units.size) == text)
    }
}
