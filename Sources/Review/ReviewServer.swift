import Control
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import Results
import ServiceLifecycle
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// The web page for review, with its API: a service of the run's group, or alone.
///
/// It looks at the queue through readers of its own and has changes made by the process that writes it, over the socket
/// beside the queue; so it is the same whether a supervisor runs in this process, in another one, or nowhere.
public struct ReviewServer: Service {
    private let options: ServerOptions
    private let control: QueueControl
    private let output: FilePath
    private let settings: Settings
    private let measurements: Measurements
    private let onReady: @Sendable (_ page: ServedPage) -> Void

    /// How long a connection may be silent between requests.
    static let patience = TimeAmount.seconds(60)

    /// - Parameters:
    ///   - measurements: Where it measures what it does.
    ///   - onReady: Is handed the page's place, once it can be opened.
    public init(
        _ settings: Settings, control: QueueControl, options: ServerOptions,
        measurements: Measurements = Measurements(),
        onReady: @escaping @Sendable (_ page: ServedPage) -> Void
    ) {
        self.settings = settings
        self.control = control
        self.options = options
        self.measurements = measurements
        output = settings.output.path
        self.onReady = onReady
    }

    /// Returns once each of the loops that serve clients has answered.
    public static func answers() async {
        for loop in EventLoopGroupProvider.singleton.eventLoopGroup.makeIterator() { try? await loop.submit {}.get() }
    }

    /// Serves until it is told to stop; requests that have begun are answered.
    ///
    /// - Throws: ``ServerError`` where the address cannot be had.
    public func run() async throws {
        let (feed, cache) = (LiveFeed(PhotoAddresses(control.location.rootNames)), AnswerCache())
        let follower = RunFollower(control, feed: feed, cache: cache)
        let library = ReviewLibrary(
            control, rounds: settings.knownRounds, confidenceLevels: settings.output.confidenceLevels
        ) { event in
            guard case .reviewed(let photo, session: _) = event else { return }
            feed.tellReview(of: photo)
        }
        let pictures = PictureService(PictureMaker(settings, output: output))
        let summaries = JobSummaries(threshold: settings.detectors.first?.confidence ?? 0.35)
        // It looks where the watched folders lead, which may be a share that is silent.
        let door = try await BlockingLane("quiver.uploads").perform { [settings, measurements] in
            UploadDoor(settings, library, measurements: measurements)
        }
        let api =
            SessionsAPI(library: library).operations
            + RoundsAPI(library: library).operations
            + PhotosAPI(library: library, pictures: pictures).operations
            + AcceptanceAPI(library: library, summaries: summaries).operations
            + BulkAPI(library: library, output: output).operations
            + SetsAPI(library: library).operations
            + TilesAPI(library: library, output: output).operations
            + AlikeAPI(library: library, alike: AlikeService(control, output: output)).operations
            + JobsAPI(library: library, pictures: pictures, summaries: summaries, output: output).operations
            + QueueAPI(
                library: library, meter: follower.meter, feed: feed, output: EscapedName.printable(output),
                photos: EndedPhotos(control)
            ).operations + SearchAPI(library: library, search: SearchService(control, output: output)).operations
            + UploadsAPI(library: library, door: door).operations
        let gate = options.gate(besideQueue: control.location)
        var routes = Routes(api: api, gate: gate, cache: cache, identity: { try await library.identity() })
        routes.monitoring = Monitoring(library: library, own: measurements)
        let router = routes.router
        var logger = Logger(label: "quiver.serve") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let application = Application(
            router: router, server: try server(behind: gate.doors),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Doors.most, logger: logger)),
            onServerRunning: { [options, onReady] channel in
                onReady(
                    ServedPage(
                        options, port: channel.localAddress?.port ?? options.port,
                        code: gate.access?.invitation.make()))
            },
            logger: logger)
        follower.start()
        defer {
            follower.stop()
            feed.finish()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await feed.run { await cache.forget() } }
            if door.store != nil {
                group.addTask { await door.maintain() }
            }
            group.addTask {
                do { try await application.run() } catch let error as IOError { throw ServerError(error, options) }
            }
            _ = try await group.next()
            group.cancelAll()
        }
        await door.store?.close()
    }

    private func server(behind doors: Doors) throws -> HTTPServerBuilder {
        let http = HTTP1Channel.Configuration(
            idleTimeout: Self.patience,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 64))
        let tls = try options.tls?.configuration
        return HTTPServerBuilder { responder in
            let plain = HTTP1Channel(
                responder: { (request, writer: consuming ResponseWriter, channel) in
                    let connection = doors.connection(of: channel)
                    connection?.beginAnswer()
                    defer { connection?.endAnswer() }
                    // A client that asks first sends its photo at once then, and not after a second.
                    if request.headers[.expect] == "100-continue" {
                        try await writer.writeInformationalHead(HTTPResponse(status: .continue))
                    }
                    try await responder(request, writer, channel)
                }, configuration: http)
            guard let tls else { return GuardedChannel(base: plain, doors: doors) }
            return GuardedChannel(base: try TLSChannel(plain, tlsConfiguration: tls), doors: doors)
        }
    }
}

extension ServerOptions.TLSFiles {
    /// What is offered to clients: nothing older than TLS 1.2, and only ciphers that keep a secret when the key is lost.
    ///
    /// - Throws: ``ServerError`` where the files do not serve.
    fileprivate var configuration: TLSConfiguration {
        get throws {
            do {
                let chain = try NIOSSLCertificate.fromPEMFile(certificate).map {
                    NIOSSLCertificateSource.certificate($0)
                }
                let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
                var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
                configuration.minimumTLSVersion = .tlsv12
                configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
                // The server would notice only when it listens, without a sentence.
                _ = try NIOSSLContext(configuration: configuration)
                return configuration
            } catch {
                throw ServerError(
                    .certificate,
                    "the certificate \(certificate) and the key \(key) cannot be used; both must be PEM files that belong together: \(error)"
                )
            }
        }
    }
}
