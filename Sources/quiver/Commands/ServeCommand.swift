import ArgumentParser
import Foundation
import Logging
import Reading
import Review
import ServiceLifecycle
import Settings
import Supervisor
import Synchronization
import SystemValues

/// `quiver serve`: the page for review in the browser.
struct ServeCommand: AsyncParsableCommand, Stoppable {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Open the queue and the scores to a browser: look, correct, confirm.",
        discussion: """
            The page is at http://127.0.0.1:\(ServerOptions.usualPort)/ and answers this machine's user only. To let a phone or \
            another machine in, make a token once with 'quiver serve --token', then open it to the network: \
            quiver serve --host 0.0.0.0 . It prints its addresses, and a code that signs a phone in. 'quiver token' makes \
            tokens that are good for less.

            With --uploads it takes photos from browsers and programs and puts them into a folder that 'quiver watch' watches.

            Works beside 'quiver run' and 'quiver watch', and without them. Stop it with Ctrl-C.

            Exit status: 0 stopped, 2 the page cannot be served, 64 wrong usage.
            """)

    @OptionGroup var options: QueueOptions
    @OptionGroup var server: ServeOptions

    @Flag(name: .customLong("token"), help: "Make a new token, print it, keep its hash beside the queue, and stop.")
    var makesToken = false

    func run() async throws {
        let settings = try options.settings(server.given).settings
        let control = try QueueControl(settings)
        if makesToken { return try ServeOptions.makeToken(beside: control.location) }
        let stop = Stopping.request
        let sheets = SheetService(control, until: stop) { Terminal.talk("warning: \($0)") }
        let (opening, opened) = AsyncStream<Void>.makeStream()
        let page = try server.service(settings, control) { opened.finish() }
        let heartbeat = Heartbeat(until: stop, start: { for await _ in opening {} }) {
            await ReviewServer.answers()
            return "serves the page"
        }
        var services: [any Service] = [sheets, page]
        if let heartbeat { services.append(heartbeat) }
        try await Serving.run(services, until: stop)
    }
}

/// How the page is served, for `serve` and for `watch --serve`.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The address to listen at; any but this machine's own needs a token.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port to listen at; 0 for a free one.", valueName: "port"))
    var port = ServerOptions.usualPort

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp(
            "A name that browsers may call this machine by, beside its addresses; as often as needed.",
            valueName: "name"))
    var names: [String] = []

    @Option(help: ArgumentHelp("A certificate as a PEM file, for HTTPS; needs --key.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The certificate's private key as a PEM file.", valueName: "file"))
    var key: String?

    @Flag(help: "Take photos that browsers and programs send, and put them into the watched folder.")
    var uploads = false

    /// The options that stand for settings.
    var given: [SettingsOption] {
        SettingsOption.given([("--uploads", "serve.uploads.on", uploads ? "true" : nil)])
    }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key go together.")
        }
    }

    /// The service that serves the page.
    ///
    /// - Parameter onReady: Called once the page can be opened.
    func service(
        _ settings: Settings, _ control: QueueControl, measurements: Measurements = Measurements(),
        onReady: @escaping @Sendable () -> Void = {}
    ) throws -> ReviewServer {
        let tls = certificate.flatMap { certificate in
            key.map { ServerOptions.TLSFiles(certificate: certificate, key: $0) }
        }
        let server = try ServerOptions(
            host: host, port: port, names: names, tokens: TokenFile(beside: control.location), tls: tls)
        return ReviewServer(settings, control: control, options: server, measurements: measurements) { page in
            ServedPort.note(page.port)
            PageText.say(page)
            onReady()
        }
    }

    /// Makes a token, keeps its hash for this user alone, and prints it once.
    static func makeToken(beside queue: QueueLocation) throws {
        Terminal.say(try TokenFile(beside: queue).makeToken())
        Terminal.talk(
            """
            With this token one can look at the photos and change scores. It is not shown again; the page asks for it.
            The earlier one and all browsers that signed in count no longer; tokens of 'quiver token' stay.
            Next: quiver serve --host 0.0.0.0
            """)
    }
}

/// The port that the page is at, for a program that is to serve it at the same address.
enum ServedPort {
    private static let port = Mutex<Int?>(nil)

    static func note(_ number: Int) { port.withLock { $0 = number } }

    /// Arguments that name the page's port where they asked for a free one.
    static func kept(in arguments: [[UInt8]]) -> [[UInt8]] {
        guard let number = port.withLock({ $0 }) else { return arguments }
        var kept = arguments
        for (index, word) in arguments.enumerated() {
            let value = Array("\(number)".utf8)
            if word == Array("--port=0".utf8) { kept[index] = Array("--port=".utf8) + value }
            if word == Array("0".utf8), index > 0, arguments[index - 1] == Array("--port".utf8) { kept[index] = value }
        }
        return kept
    }
}

/// Runs services until they are stopped, or until one ends.
enum Serving {
    static func run(_ services: [any Service], until stop: StopRequest) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
                logger: Logger(label: "quiver.serve") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                await stop.wait()
                if stop.cause != nil { await group.triggerGracefulShutdown() }
            }
            tasks.addTask { try await group.run() }
            // The one that ends first is the group, unless a stop has been asked for; then it ends next.
            try await tasks.next()
            if stop.cause != nil { try await tasks.next() }
            tasks.cancelAll()
        }
    }
}

/// What `serve` prints once the page can be opened: its addresses, and how a phone signs in.
enum PageText {
    /// The light margin around the code, which readers need.
    private static let margin = 2

    /// Prints it; the link is for the user at the terminal, and for no log.
    static func say(_ page: ServedPage) {
        for address in page.addresses { Terminal.talk("the page is at \(address)") }
        guard let link = page.link, Terminal.isInteractive else { return }
        if let code = try? QRCode(link), let lines = lines(of: code, width: Terminal.width) {
            Terminal.talk("to sign in on a phone, scan this within \(page.minutes) minutes; it is good once:")
            Terminal.talk(lines.joined(separator: "\n"))
        }
        Terminal.talk("or open \(link)")
    }

    /// The code as lines of half blocks, two rows of modules a line; nil where the terminal is too narrow.
    ///
    /// Dark on light whatever the terminal's own colours are: not every reader takes a code the other way round.
    static func lines(of code: QRCode, width: Int) -> [String]? {
        guard code.side + 2 * margin <= width else { return nil }
        let range = -margin..<(code.side + margin)
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let blocks = range.map { x in
                switch (code.isDark(x: x, y: y), code.isDark(x: x, y: y + 1)) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return ShownText.mark("30;107") + blocks.joined() + ShownText.mark("0")
        }
    }
}
