import Testing

@testable import Supervisor

@Suite struct SteadyTimeTests {
    private static let today = SteadyTime.credible + 200_000_000_000

    @Test func aClockThatIsSetBackOrForwardMovesNothing() {
        var time = SteadyTime(wall: Self.today, boot: 500)
        for wall in [Self.today - 86_400_000, 5, Self.today + 86_400_000] {
            #expect(time.now(wall: wall, boot: 700) == Self.today + 200)
        }
    }

    /// A machine without a battery for its clock.
    @Test func aClockThatBeginsIn1970CountsFromWhenItIsSet() {
        var time = SteadyTime(wall: 40_000, boot: 500)
        #expect(time.now(wall: 40_200, boot: 700) == 40_200)
        #expect(time.now(wall: Self.today, boot: 900) == Self.today)
        #expect(time.now(wall: 40_600, boot: 1100) == Self.today + 200)
    }
}
