import Findings
import Foundation
import Settings
import SystemPackage
import TestSupport
import Testing

@testable import Supervisor
@testable import WorkerProtocol

/// What is taken of the process that makes words into a vector, played by shell scripts.
@Suite struct SearchedWordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func search(_ script: String, names: [String] = ["look"], detector: String? = nil) throws -> SearchedWords {
        let program = folder["worker"]
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
        var settings = Settings()
        settings.detectors = names.map { name in
            var detector = Settings.Detector()
            (detector.name, detector.task, detector.words) = (name, .embed, "/pair/words.onnx")
            return detector
        }
        return try SearchedWords(
            "snow", settings: settings, detector: detector,
            process: AskedProcess(
                program: program.path, limit: .seconds(60),
                environment: ["PATH": "/usr/bin:/bin", "LANG": "C", "PGPASSWORD": "secret", "QUIVER_QUEUE": "secret"]))
    }

    /// As of workers of photos.
    @Test func theProcessIsToldNoSecrets() throws {
        let vector = try #require(Embedding([3, 4]))
        let line = String(decoding: try JSONEncoder.lines.encode(WordsAnswer(vector, left: 0)), as: UTF8.self)
        _ = try search("cat > /dev/null; env > '\(folder["environment"].path)'; echo '\(line)'")
        let told = try String(contentsOf: folder["environment"], encoding: .utf8)
        #expect(told.contains("LANG=C") && !told.contains("secret"))
    }

    @Test func theVectorIsTaken() throws {
        let vector = try #require(Embedding([3, 4]))
        let line = String(decoding: try JSONEncoder.lines.encode(WordsAnswer(vector, left: 2)), as: UTF8.self)
        let words = try search("cat > '\(folder["question"].path)'; echo '\(line)'")
        #expect(words.vector == vector && words.left == 2 && words.detector == "look")
        let question = try JSONDecoder().decode(WordsQuestion.self, from: Data(contentsOf: folder["question"]))
        #expect(question.text == "snow" && question.detector.words == "/pair/words.onnx")
    }

    @Test(
        arguments: [
            ("echo nonsense", "gave no answer"), ("echo '{\"left\": 0}'", "gave no vector"),
            ("echo '{\"left\": 0, \"vector\": \"AAAA\"}'", "gave no answer"),
            ("head -c 2000000 /dev/zero", "gave no answer"), ("echo late >&2; exit 2", "late"),
            (
                "echo '{\"left\": 0, \"failure\": {\"code\": \"a\", \"message\": \"it is broken\", \"fault\": \"input\"}}'",
                "it is broken"
            ),
        ])
    func otherAnswersAreRefused(script: String, sentence: String) throws {
        let error = #expect(throws: PipelineError.self) { try search(script) }
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [([], nil, "no detector has"), (["a", "b"], nil, "--detector"), (["a"], "c", "\"c\" has")]
            as [([String], String?, String)])
    func theDetectorMustBeKnown(names: [String], detector: String?, sentence: String) throws {
        let error = #expect(throws: PipelineError.self) { try search("exit 3", names: names, detector: detector) }
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }
}
