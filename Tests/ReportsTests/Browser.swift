import Dispatch
import Foundation
import RegexBuilder
import SystemPackage
import TestSupport

/// A real browser without a window, which opens a page and gives back what became of it.
///
/// Where this machine has none the tests skip aloud; on continuous integration (`CI=true`) they fail instead.
enum Browser {
    static let path: FilePath? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
        let candidates = names.flatMap { name in folders.map { $0 + "/" + name } }
        if let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) { return FilePath(found) }
        print("No Chromium on PATH: install the package 'chromium' to test the report in a browser.")
        return nil
    }()

    /// True where tests in a browser must run.
    static var isAvailable: Bool { path != nil || ProcessInfo.processInfo.environment["CI"] == "true" }

    /// A page on a screen of some width.
    struct Frame {
        let page: String
        let width: Int
    }

    /// What a script of the test's own sends from each page to the document around them all, decoded.
    ///
    /// The pages stand in frames as wide as the screens to be tried, because a window has a least width and a browser
    /// takes seconds to start. The script sends its answer in Base64, so that no escaping changes it on its way.
    static func open<Answer: Decodable>(
        _ frames: [Frame], isDark: Bool = false, script: String, answering: Answer.Type
    ) async throws -> [Answer] {
        guard let path else { throw Missing() }
        let folder = try TemporaryFolder()
        for (index, frame) in frames.enumerated() {
            let page = with(script, in: frame.page)
            try page.write(to: folder["\(index).html"], atomically: true, encoding: .utf8)
        }
        try around(frames).write(to: folder["around.html"], atomically: true, encoding: .utf8)
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--disable-background-networking", "--user-data-dir=" + folder["profile"].path, "--window-size=1600,1000",
            "--virtual-time-budget=10000", "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", "--dump-dom",
            folder["around.html"].absoluteString,
        ]
        let result = try await run(path, arguments, in: folder)
        return try frames.indices.map { index in
            let answer = Regex {
                "<pre id=\"answer-\(index)\">"; Capture { OneOrMore(.any, .reluctant) }; "</pre>"
            }
            guard let match = result.output.firstMatch(of: answer),
                let data = Data(base64Encoded: String(match.1))
            else { throw Failed(talk: result.talk) }
            return try JSONDecoder().decode(Answer.self, from: data)
        }
    }

    /// Runs the browser on a thread that may wait; it writes to files, so that no pipe fills up.
    private static func run(
        _ program: FilePath, _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> (output: String, talk: String) {
        let (output, talk) = (folder["output"], folder["talk"])
        let status = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Int32, any Error>) in
            DispatchQueue(label: "browser").async {
                do {
                    let process = Process()
                    process.executableURL = URL(fileURLWithPath: program.string)
                    process.arguments = arguments
                    for file in [output, talk] { try Data().write(to: file) }
                    process.standardOutput = try FileHandle(forWritingTo: output)
                    process.standardError = try FileHandle(forWritingTo: talk)
                    try process.run()
                    process.waitUntilExit(within: 1200)
                    done.resume(returning: process.terminationStatus)
                } catch {
                    done.resume(throwing: error)
                }
            }
        }
        let said = String(decoding: try Data(contentsOf: talk), as: UTF8.self)
        guard status == 0 else { throw Failed(talk: "status \(status): \(said)") }
        return (String(decoding: try Data(contentsOf: output), as: UTF8.self), said)
    }

    /// The document around the pages, which keeps their answers.
    private static func around(_ frames: [Frame]) -> String {
        let frames = frames.enumerated().map { index, frame in
            "<iframe name=\"\(index)\" src=\"\(index).html\" width=\"\(frame.width)\" height=\"900\" style=\"border:0\"></iframe>"
        }
        return """
            <!DOCTYPE html><body><script>addEventListener('message', event => {
            const answer = document.createElement('pre');
            answer.id = 'answer-' + event.data.frame;
            answer.textContent = event.data.answer;
            document.body.append(answer);
            })</script>\(frames.joined())
            """
    }

    /// The page with the script at its end, and a policy that lets only this in beside what the page's own allows.
    ///
    /// Pictures are loaded at once, since a browser without a window may never come to the lazy ones.
    private static func with(_ script: String, in page: String) -> String {
        let policy = "default-src &#39;none&#39;"
        return page.replacing(policy, with: policy + "; script-src &#39;unsafe-inline&#39;")
            .replacing("loading=\"lazy\"", with: "loading=\"eager\"")
            .replacing(/<body[^>]*>/) { $0.output + "<script>" + watch + "</script>" }
            .replacing("</body>", with: "<script>" + script + "</script></body>")
    }

    /// Notes errors and refused requests from the first moment on.
    private static let watch = """
        window.trouble = [];
        addEventListener('error', e => trouble.push('error: ' + (e.message || e.target.tagName)), true);
        addEventListener('securitypolicyviolation', e => trouble.push('refused: ' + e.blockedURI));
        """

    struct Missing: Error, CustomStringConvertible {
        let description = "there is no Chromium on PATH; install the package 'chromium'"
    }

    struct Failed: Error, CustomStringConvertible {
        let talk: String
        var description: String { "the page gave no answer; the browser said: \(talk.suffix(2_000))" }
    }
}
