import Foundation
import Glibc
import JSONTree
import TestSupport

/// A real browser that a test drives, by the W3C's WebDriver protocol.
///
/// Where this machine has none the tests skip aloud; on continuous integration (`CI=true`) they fail instead.
final class WebDriver: Sendable {
    static let isAvailable: Bool = {
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        guard program("chromedriver") != nil, program("chromium") != nil else {
            print("No chromedriver on PATH: install 'chromium' and 'chromium-driver' to test the review in a browser.")
            return false
        }
        return true
    }()

    private static func program(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + name }.first(where: FileManager.default.isExecutableFile(atPath:))
    }

    private let driver: Process
    private let base: String
    private let folder: TemporaryFolder

    /// Starts a driver and a browser without a window; once more where the browser stands still before it has begun, or its
    /// driver has given it up, as on a machine that is busy.
    init() async throws {
        do {
            (driver, base, folder) = try await Self.started()
        } catch {
            print("A browser did not start, and is started again: \(error)")
            (driver, base, folder) = try await Self.started()
        }
    }

    private static func started() async throws -> (driver: Process, base: String, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        guard let program = program("chromedriver") else { throw Failed("chromedriver is not on PATH") }
        let driver = Process()
        driver.executableURL = URL(fileURLWithPath: program)
        driver.arguments = ["--port=0"]
        let talk = folder["driver"]
        try Data().write(to: talk)
        driver.standardOutput = try FileHandle(forWritingTo: talk)
        driver.standardError = FileHandle.nullDevice
        try driver.run()
        do {
            let port = try await eventually("chromedriver started") { () -> Int? in
                let said = try String(contentsOf: talk, encoding: .utf8)
                return said.firstMatch(of: #/started successfully on port (\d+)/#).flatMap { Int($0.1) }
            }
            let root = "http://127.0.0.1:\(port)"
            let arguments = [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                "--disable-background-networking", "--lang=en", "--user-data-dir=" + folder["profile"].path,
            ]
            let answer = try await send(
                "POST", root + "/session",
                [
                    "capabilities": [
                        "alwaysMatch": [
                            "browserName": "chrome",
                            // Of the driver's own a script has 30 s, and a page that loads five minutes.
                            "timeouts": ["script": 280_000, "pageLoad": 280_000],
                            "goog:chromeOptions": ["args": .array(arguments.map { .string($0) })],
                        ]
                    ]
                ])
            guard case .string(let id)? = answer["sessionId"] else { throw Failed("no session: \(answer.line)") }
            return (driver, root + "/session/" + id, folder)
        } catch {
            end(driver, in: folder)
            throw error
        }
    }

    deinit { stop() }

    private func stop() { Self.end(driver, in: folder) }

    /// Ends the driver and its browser; a signal that asks may be blocked in what a test starts.
    private static func end(_ driver: Process, in folder: TemporaryFolder) {
        if driver.isRunning { kill(driver.processIdentifier, SIGKILL) }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = pid_t(name), let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
                String(decoding: line, as: UTF8.self).contains(folder.url.path)
            else { continue }
            kill(process, SIGKILL)
        }
    }

    /// Closes the browser.
    func quit() async {
        _ = try? await Self.send("DELETE", base, nil)
        stop()
    }

    struct Failed: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

extension WebDriver {
    /// Opens an address.
    func open(_ address: String) async throws { try await post("/url", ["url": .string(address)]) }

    /// The windows that are open, by names that the driver gives them.
    func windows() async throws -> [String] { try await get("/window/handles").items.compactMap(\.text) }

    /// Does what follows in another window.
    func look(at window: String) async throws { try await post("/window", ["handle": .string(window)]) }

    /// Loads the page once more.
    func reload() async throws { try await post("/refresh", [:]) }

    /// Runs a script's body in the page, with arguments; a promise is waited for.
    @discardableResult
    func run(_ script: String, _ arguments: JSONValue...) async throws -> JSONValue {
        try await post("/execute/sync", ["script": .string(script), "args": .array(arguments)])
    }

    /// A command of Chromium's own protocol.
    @discardableResult
    func command(_ name: String, _ parameters: JSONValue) async throws -> JSONValue {
        try await post("/goog/cdp/execute", ["cmd": .string(name), "params": parameters])
    }

    /// Makes the screen so large, a phone's where it has touch.
    func screen(_ width: Int, _ height: Int, scale: Double = 1, isTouch: Bool = false, isDark: Bool = false)
        async throws
    {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(width), "height": .integer(height), "deviceScaleFactor": .number(scale),
                "mobile": .bool(isTouch),
            ])
        try await command("Emulation.setTouchEmulationEnabled", ["enabled": .bool(isTouch)])
        try await command(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .string(isDark ? "dark" : "light")]]])
    }

    /// Cuts the connection, or restores it: one that takes so many bytes a second, or all that it can.
    func setOffline(_ isOffline: Bool, bytesPerSecond: Int = -1) async throws {
        try await command("Network.enable", [:])
        try await command(
            "Network.emulateNetworkConditions",
            [
                "offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1,
                "uploadThroughput": .integer(bytesPerSecond),
            ])
    }

    /// Gives files to a field that asks for them, as if they were chosen in the browser's own window.
    func choose(_ files: [URL], in selector: String) async throws {
        let found = try await post("/element", ["using": "css selector", "value": .string(selector)])
        guard case .object(let members) = found, let element = members.first?.value.text else {
            throw Failed("no \(selector)")
        }
        try await post(
            "/element/\(element)/value", ["text": .string(files.map(\.path).joined(separator: "\n"))])
    }

    /// Puts the page to sleep as a locked screen does, for so long; it is looked at again afterwards.
    func lockScreen(seconds: Double) async throws {
        let own = try await windows()
        try await command("Page.setWebLifecycleState", ["state": "frozen"])
        try await Task.sleep(for: .seconds(seconds))
        try await command("Page.setWebLifecycleState", ["state": "active"])
        // A page that was frozen is seen again once another one was in front of it.
        let other = try await post("/window/new", ["type": "tab"])["handle"]?.text ?? ""
        try await look(at: other)
        _ = try await Self.send("DELETE", base + "/window", nil)
        try await look(at: own.first ?? "")
    }

    /// What is on the screen, as a PNG.
    func screenshot() async throws -> Data {
        guard case .string(let text) = try await get("/screenshot"), let data = Data(base64Encoded: text) else {
            throw Failed("no screenshot")
        }
        return data
    }

    /// Moves of one pointer, in pixels of the page, and what its button does.
    enum Pointing {
        case move(Double, Double)
        case down, up
        case rest(milliseconds: Int)
    }

    /// Does with a mouse or a finger what a person would.
    func point(_ steps: [Pointing], isTouch: Bool = false) async throws {
        let actions = steps.map { step -> JSONValue in
            switch step {
            case .move(let x, let y):
                [
                    "type": "pointerMove", "duration": 30, "x": .integer(Int(x.rounded())),
                    "y": .integer(Int(y.rounded())),
                ]
            case .down: ["type": "pointerDown", "button": 0]
            case .up: ["type": "pointerUp", "button": 0]
            case .rest(let time): ["type": "pause", "duration": .integer(time)]
            }
        }
        try await post(
            "/actions",
            [
                "actions": [
                    [
                        "type": "pointer", "id": .string(isTouch ? "finger" : "mouse"),
                        "parameters": ["pointerType": .string(isTouch ? "touch" : "mouse")], "actions": .array(actions),
                    ]
                ]
            ])
    }

    /// Presses keys one after the other; a modifier is held for those behind it until it comes again.
    func press(_ keys: String...) async throws {
        var (actions, held): ([JSONValue], Set<String>) = ([], [])
        for key in keys {
            let value = Self.keys[key] ?? key
            if Self.modifiers.contains(key) {
                let isHeld = held.remove(key) != nil
                if !isHeld { held.insert(key) }
                actions.append(["type": isHeld ? "keyUp" : "keyDown", "value": .string(value)])
            } else {
                actions += [["type": "keyDown", "value": .string(value)], ["type": "keyUp", "value": .string(value)]]
            }
        }
        try await post("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
    }

    private static let modifiers: Set = ["Shift", "Alt", "Control"]
    private static let keys = [
        "Enter": "\u{E007}", "Tab": "\u{E004}", "Delete": "\u{E017}", "Escape": "\u{E00C}", "ArrowLeft": "\u{E012}",
        "ArrowUp": "\u{E013}", "ArrowRight": "\u{E014}", "ArrowDown": "\u{E015}", "Shift": "\u{E008}",
        "Alt": "\u{E00A}",
        "Control": "\u{E009}", " ": " ",
    ]
}

extension WebDriver {
    private func get(_ path: String) async throws -> JSONValue { try await Self.send("GET", base + path, nil) }

    @discardableResult
    private func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await Self.send("POST", base + path, body)
    }

    private static func send(_ method: String, _ address: String, _ body: JSONValue?) async throws -> JSONValue {
        let parts = address.dropFirst("http://".count).split(separator: "/", maxSplits: 1)
        let text = body?.line ?? ""
        // Foundation's client does not take what chromedriver answers.
        let request =
            "\(method) /\(parts.count > 1 ? parts[1] : "") HTTP/1.1\r\nHost: \(parts[0])\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n" + text
        let host = String(parts[0])
        let bytes = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "webdriver").async {
                // A browser that stands still fails its test, and does not hold up all others.
                continuation.resume(
                    with: Result { try RawHTTP.exchange("http://" + host, request, within: 300) })
            }
        }
        let answer = try JSONParser.parse(bytes).value["value"] ?? nil
        if case .string(let error)? = answer["error"] {
            throw Failed("\(error): \(answer["message"]?.line.prefix(600) ?? "")")
        }
        return answer
    }
}

/// Asks again and again until there is an answer; fails, saying what was waited for, when the time is over.
///
/// The time is far longer than anything takes: it only ends a test that hangs. Other tests may hold the threads of a small
/// machine for minutes, so that a turn may begin when the time is over already; it counts all the same.
func eventually<Answer>(
    _ what: @autoclosure () -> String, within seconds: Double = 300, _ ask: () async throws -> Answer?
) async throws -> Answer {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
        let isLast = ContinuousClock.now >= end
        if let answer = try await ask() { return answer }
        if isLast { throw WebDriver.Failed("it did not come true within \(seconds) s: \(what())") }
        try await Task.sleep(for: .milliseconds(20))
    }
}
