import Scoring
import Testing

@Suite struct CameraClockTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00", Int64(0)), ("2026-11-14T11:16:00", 1_794_654_960_000),
        ("2000-02-29T23:59:59", 951_868_799_000), ("1969-12-31T23:59:59", -1000),
        ("9999-12-31T23:59:59", 253_402_300_799_000), ("0001-01-01T00:00:00", -62_135_596_800_000),
    ])
    func aTimeIsReadAndWritten(_ text: String, milliseconds: Int64) {
        #expect(CameraClock.milliseconds(text) == milliseconds)
        #expect(CameraClock.text(milliseconds) == text)
        #expect(CameraClock.day(milliseconds) == text.prefix(10))
    }

    /// A phone that names its offset and a camera that does not show the same clock.
    @Test(arguments: ["", "+09:00", "-06:00", "Z"])
    func anOffsetMovesNothing(_ offset: String) {
        #expect(CameraClock.milliseconds("2026-11-14T11:16:00" + offset) == 1_794_654_960_000)
    }

    @Test(arguments: [
        "", "2026-11-14", "2026-13-01T00:00:00", "2026-00-01T00:00:00", "2026-01-32T00:00:00", "2026-01-01T24:00:00",
        "2026-01-01T00:60:00", "99999999999999999999-01-01T00:00:00",
    ])
    func whatIsNoTimeIsNone(_ text: String) {
        #expect(CameraClock.milliseconds(text) == nil)
    }

    @Test func millisecondsAreShownWhereThereAreAny() {
        #expect(CameraClock.text(123) == "1970-01-01T00:00:00.123")
    }

    @Test(arguments: [Int64.min, .max, 0]) func noNumberIsTooLarge(_ milliseconds: Int64) {
        #expect(!CameraClock.text(milliseconds).isEmpty)
    }
}
