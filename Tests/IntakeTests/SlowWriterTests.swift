import Synchronization
import Testing

@testable import Intake

/// Whatever a slow writer does, the last thing taken in is the photo as it lies there in the end.
@Suite("Slow writers", .timeLimit(.minutes(30)))
struct SlowWriterTests {
    /// Seconds between two steps of a writer; the settle time is 2 s, the patience 60 s.
    static let pauses = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 90]

    /// What became of some combinations.
    struct Tally: Equatable {
        var combinations = 0
        /// The last thing taken is not what lies there, or nothing was taken.
        var wrong = 0
        /// A hash that is of no content that ever lay there.
        var torn = 0
        /// Something was taken before the writer had ended, and superseded.
        var superseded = 0
        /// The same where it could have been known.
        var rash = 0
    }

    @Test("the final content is taken in the end, without a person", arguments: SlowWriter.allCases)
    func matrix(writer: SlowWriter) async throws {
        var tally = Tally()
        for format in TinyPicture.allCases {
            for seconds in Self.pauses {
                for intake in SlowWriterScene.Intake.allCases {
                    try await play(writer, format, seconds, intake, &tally)
                }
            }
        }
        print("slow writer \(writer): \(tally)")
        #expect(tally.combinations == 7 * 9 * 5)
        #expect(tally.wrong == 0)
        #expect(tally.torn == 0)
        #expect(tally.rash == 0)
    }

    private func play(
        _ writer: SlowWriter, _ format: TinyPicture, _ seconds: Double, _ intake: SlowWriterScene.Intake,
        _ tally: inout Tally
    ) async throws {
        let pause: Duration = .milliseconds(Int(seconds * 1000))
        let scene = try SlowWriterScene(writer, format, pause: pause, losesEvents: intake == .eventsLost)
        switch intake {
        case .events, .eventsLost: try await scene.watch()
        case .polled: try await scene.watch(polled: true)
        // In the middle of the second pause.
        case .restarted: try await scene.watch(restartAt: .seconds(1) + pause * 3 / 2)
        case .collected: try await scene.collect()
        }
        try #require(scene.trouble == nil)
        let final = try #require(scene.final)
        let early = scene.taken.count { $0 != final }
        tally.combinations += 1
        tally.torn += scene.isUntorn ? 0 : 1
        tally.superseded += early > 0 ? 1 : 0
        // A collection takes what there is: it has no patience with files that look cut off.
        let isAwaited = intake != .collected && writer.isPatientlyAwaited
        if early > 0, seconds < 2 || isAwaited && seconds < 60 {
            tally.rash += 1
            Issue.record("rash: \(format), pauses of \(seconds) s, \(intake)")
        }
        if scene.taken.last != final {
            tally.wrong += 1
            Issue.record("wrong: \(format), pauses of \(seconds) s, \(intake)")
        }
    }
}
