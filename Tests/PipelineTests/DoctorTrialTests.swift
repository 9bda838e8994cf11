import Foundation
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// The process that tries the walls, played by shell scripts.
@Suite struct DoctorTrialTests {
    private func trial(_ script: String, limit: Duration = .seconds(600)) -> Doctor.Trial {
        var trial = Doctor.Trial()
        trial.program = "/bin/sh"
        trial.task = ["-c", script, "sh"]
        trial.limit = limit
        return trial
    }

    private static let answer = #"{"report":{"lines":[]},"main":{"attempts":[]},"older":{"attempts":[]}}"#

    /// More than a pipe holds on both of its outputs, the one that is read last first.
    @Test func aProcessThatTalksMuchIsHeardOut() throws {
        let outcome = try trial(
            "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero | tr '\\0' ' '; echo '\(Self.answer)'"
        )
        .run()
        #expect(outcome.report.lines.isEmpty && outcome.refusals == 0)
    }

    @Test func aProcessThatHangsIsEnded() throws {
        let error = try #require(throws: PipelineError.self) {
            try trial("exec sleep 600", limit: .milliseconds(200)).run()
        }
        #expect(error.message.contains("longer than"))
    }

    @Test func aProcessThatFailsIsQuoted() throws {
        let error = try #require(throws: PipelineError.self) {
            try trial("echo first >&2; echo last >&2; exit 3").run()
        }
        #expect(error.message == "last")
    }

    /// The name of a recognizer's file, what doctor makes of it, and the command that mends it.
    @Test(
        arguments: [
            ("ppocr_v6_rec", .well, nil), ("ppocr_v4_rec", .limited, "quiver model fetch ppocr_v6_rec"),
            ("my_own", .well, nil),
        ] as [(String, DoctorFinding.Verdict, String?)])
    func aModelThatANewerOneReplacedIsNamed(name: String, verdict: DoctorFinding.Verdict, remedy: String?) throws {
        let folder = try TemporaryFolder()
        let file = folder["\(name).onnx"]
        try Data(TinyModels.onnx()).write(to: file)
        var settings = Settings()
        settings.detectors[0].name = "words"
        settings.detectors[0].task = .text
        settings.detectors[0].text.recognizer = FilePath(file.path)
        let found = try #require(Diagnosis(settings).examine().first { $0.need == "recognizer words" })
        #expect(found.verdict == verdict && found.remedy == remedy, "\(found.found)")
        #expect(found.found.contains("ppocr_v6_rec") == (name != "my_own"))
    }
}
