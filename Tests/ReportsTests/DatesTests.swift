import Foundation
import Scoring
import Testing

@testable import Reports

@Suite("When a session was shot")
struct DatesTests {
    private func session(_ times: [Int64?]) -> Session {
        let ends = times.enumerated().map { index, time in
            Session.End(number: index + 1, photos: [Samples.photo("a.jpg", captured: time)], arrows: [])
        }
        return Session(
            name: "a", rounds: [Session.Round(number: 1, name: "", system: .olympic, arrowsPerEnd: 3, ends: ends)])
    }

    @Test("from the first photo to the last, in any order")
    func span() {
        let dates = Dates(session([Samples.time(9), nil, Samples.time(0)]))
        #expect(dates?.text == "1 May 2026, 12:00 to 12:36")
    }

    @Test("one moment, a night, none at all")
    func others() throws {
        #expect(Dates(session([Samples.time(0)]))?.text == "1 May 2026, 12:00")
        let night = Dates(session([Samples.time(0), Samples.time(200)]))
        #expect(night?.text == "1 May 2026, 12:00 to 2 May 2026, 1:20")
        #expect(Dates(session([nil])) == nil)
    }
}
