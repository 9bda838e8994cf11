import Foundation
import TestSupport
import Testing

@testable import Settings

/// The hours in which photos begin, by a clock of a zone and at moments of the test's own.
@Suite struct WorkHoursTests {
    private static func clock(_ zone: String) throws -> LocalClock {
        let zone = try #require(TimeZone(identifier: zone))
        return LocalClock { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
    }

    private static func time(_ text: String) throws -> Int64 {
        Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1000
    }

    private static func text(_ time: Int64?) -> String? {
        time.map { Date(timeIntervalSince1970: Double($0) / 1000).formatted(.iso8601) }
    }

    @Test(arguments: [
        ("2026-11-26T20:59:59Z", false, "2026-11-26T21:00:00Z"), ("2026-11-26T21:00:00Z", true, "2026-11-27T05:00:00Z"),
        ("2026-11-27T04:59:59Z", true, "2026-11-27T05:00:00Z"), ("2026-11-27T05:00:00Z", false, "2026-11-27T21:00:00Z"),
        // The nights in which the clock is set forward and back: an hour less and an hour more.
        ("2026-03-28T21:00:00Z", true, "2026-03-29T04:00:00Z"), ("2026-10-24T20:00:00Z", true, "2026-10-25T05:00:00Z"),
    ])
    func aNightGoesOverMidnightAndOverChangesOfSummerTime(now: String, isOpen: Bool, change: String) throws {
        let (hours, clock) = (try #require(WorkHours("22:00-06:00")), try Self.clock("Europe/Berlin"))
        let now = try Self.time(now)
        #expect(hours.isOpen(at: now, clock) == isOpen)
        #expect(Self.text(hours.change(after: now, clock)) == change)
    }

    @Test(arguments: [
        // What the clock shows twice happens twice.
        (
            "02:00-02:30", "Europe/Berlin", "2026-10-24T20:00:00Z",
            ["2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z"]
        ),
        // What it never shows does not happen.
        (
            "02:00-02:30", "Europe/Berlin", "2026-03-28T03:00:00Z",
            ["2026-03-30T00:00:00Z", "2026-03-30T00:30:00Z"]
        ),
        // Hours that begin in the gap begin at its end.
        (
            "02:30-04:00", "Europe/Berlin", "2026-03-29T00:00:00Z",
            ["2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"]
        ),
        // Lord Howe's clock is set by half an hour: 2:00 is 1:30 again.
        (
            "01:30-02:00", "Australia/Lord_Howe", "2026-04-04T12:00:00Z",
            ["2026-04-04T14:30:00Z", "2026-04-04T15:30:00Z"]
        ),
        (
            "mon-fri 18:00-07:00, sat, sun 00:00-24:00", "Europe/Berlin", "2026-11-26T12:00:00Z",
            [
                "2026-11-26T17:00:00Z", "2026-11-27T06:00:00Z", "2026-11-27T17:00:00Z", "2026-11-29T23:00:00Z",
                "2026-11-30T17:00:00Z",
            ]
        ),
    ])
    func theHoursAreWhatTheClockShows(hours: String, zone: String, start: String, changes: [String]) throws {
        let (hours, clock) = (try #require(WorkHours(hours)), try Self.clock(zone))
        var time = try Self.time(start)
        var isOpen = hours.isOpen(at: time, clock)
        for change in changes {
            time = try #require(hours.change(after: time, clock))
            #expect(Self.text(time) == change)
            #expect(hours.isOpen(at: time, clock) != isOpen, "\(change)")
            isOpen.toggle()
        }
    }

    /// Minute by minute, over every change of a year's clocks.
    @Test(arguments: [
        "Europe/Berlin", "America/St_Johns", "Africa/Casablanca", "Australia/Lord_Howe", "Asia/Kathmandu",
    ])
    func everyChangeIsForeseen(zone: String) throws {
        let clock = try Self.clock(zone)
        let texts = ["22:00-06:00", "01:00-03:00", "sat 23:30-02:15, tue 00:00-00:01", "mon-fri 18:00-07:00"]
        for hours in try texts.map({ try #require(WorkHours($0)) }) {
            for start in ["2026-02-13", "2026-03-06", "2026-03-27", "2026-04-03", "2026-10-02", "2026-10-30"] {
                let begin = try Self.time("\(start)T00:00:00Z")
                var (isOpen, next) = (hours.isOpen(at: begin, clock), hours.change(after: begin, clock))
                var wrong: [Int64] = []
                for time in stride(from: begin + 60_000, to: begin + 4 * 86_400_000, by: 60_000) {
                    let isOpenNow = hours.isOpen(at: time, clock)
                    if (next == time) != (isOpenNow != isOpen) { wrong.append(time) }
                    if isOpenNow != isOpen { next = hours.change(after: time, clock) }
                    isOpen = isOpenNow
                }
                #expect(wrong.isEmpty, "\(hours.texts): \(wrong.prefix(3))")
            }
        }
    }

    @Test(arguments: [
        "", "22:00", "22-06", "22:00-22:00", "25:00-26:00", "24:00-01:00", "mon", "may 10:00-11:00", "10:00-11:00,",
        "10:60-11:00", "mon 10:00 - 11:00", "1:0-2:00", "00:00-24:01", "+1:00-2:00",
    ])
    func whatIsNoTimeOfTheDayIsRefused(text: String) throws {
        #expect(WorkHours(text) == nil)
        let error = try Loading.failure(#"{ "when": { "hours": "\#(text)" } }"#)
        #expect(error.map { "\($0)" }?.contains("22:00-06:00") == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        (#""22:00-06:00""#, ["22:00-06:00"]),
        (#""Sat, sun 9:00-12:00, 22:00-06:00""#, ["sat, sun 9:00-12:00", "22:00-06:00"]),
        (#"["mon 10:00-11:00", "fri-mon 12:00-13:00"]"#, ["mon 10:00-11:00", "fri-mon 12:00-13:00"]),
    ])
    func oneTextOrSeveralAreRead(json: String, texts: [String]) throws {
        let file = #"{ "when": { "hours": \#(json) } }"#
        #expect(try Loading(file: file).load().settings.when.hours?.texts == texts)
        #expect(try JSONSchemaCheck.problems(of: file, against: Settings.schema).isEmpty)
        // As it is shown it is read again.
        let again = try #require(WorkHours(texts))
        #expect(again == WorkHours(texts.joined(separator: ", ")))
    }

    @Test func noHoursAreNoneFromEverywhere() throws {
        let file = #"{ "when": { "hours": "22:00-06:00", "load": 2.5, "newFirst": false } }"#
        let loading = try Loading(file: file)
        let when = try loading.load().settings.when
        #expect(when.hours != nil && when.load == 2.5 && !when.newFirst)
        let now = [SettingsOption("--now", "when.hours", "none"), SettingsOption("--now", "when.load", "none")]
        #expect(try loading.load(now).settings.when.hours == nil)
        #expect(try loading.load(now).settings.when.load == nil)
        let environment = ["QUIVER_WHEN_HOURS": "sat, sun 00:00-24:00", "QUIVER_WHEN_LOAD": "3"]
        let told = try loading.load(environment: environment).settings.when
        #expect(told.hours?.texts == ["sat, sun 00:00-24:00"] && told.load == 3)
        #expect(try Loading().load().settings.when == Settings.When())
    }

    @Test(arguments: [
        ("2026-11-26T21:00:00Z", "22:00"), ("2026-11-28T21:00:00Z", "Sat 22:00"),
        ("2026-12-24T21:05:00Z", "2026-12-24 22:05"),
    ])
    func aMomentIsToldShortly(time: String, text: String) throws {
        let clock = try Self.clock("Europe/Berlin")
        #expect(clock.text(of: try Self.time(time), at: try Self.time("2026-11-26T12:00:00Z")) == text)
    }
}
