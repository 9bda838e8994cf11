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

/// The web page for review, with its API: a service of the run's group, or alone.
///
/// It looks at the queue through readers of its own and has changes made by the process that writes it, over the socket
/// beside the queue; so it is the same whether a supervisor runs in this process, in another one, or nowhere.
public struct ReviewServer: Service {
    private let options: ServerOptions
    private let control: QueueControl
    private let output: FilePath
    private let settings: Settings
    private let onReady: @Sendable (_ address: String) -> Void

    /// Connections at the same time; more wait until one ends.
    static let mostConnections = 1_000
    /// How long a connection may be silent between requests.
    static let patience = TimeAmount.seconds(60)

    /// - Parameters:
    ///   - onReady: Is told the address that the page is at, once it can be opened.
    public init(
        _ settings: Settings, control: QueueControl, options: ServerOptions,
        onReady: @escaping @Sendable (_ address: String) -> Void
    ) {
        self.settings = settings
        self.control = control
        self.options = options
        output = settings.output.path
        self.onReady = onReady
    }

    /// Serves until it is told to stop; requests that have begun are answered.
    ///
    /// - Throws: ``ServerError`` where the address cannot be had.
    public func run() async throws {
        let (feed, cache) = (LiveFeed(), AnswerCache())
        let follower = RunFollower(queue: control.queueFile, feed: feed, cache: cache)
        let library = ReviewLibrary(control) { event in
            guard case .reviewed(let photo, _) = event else { return }
            feed.tell(.session(photo: photo.map { NameIndex.id(of: $0) }))
        }
        let pictures = PictureService(PictureMaker(settings, output: output))
        let api =
            SessionsAPI(library: library).operations
            + PhotosAPI(library: library, pictures: pictures).operations
            + JobsAPI(
                library: library, pictures: pictures,
                summaries: JobSummaries(threshold: settings.detectors.first?.confidence ?? 0.35),
                output: output
            ).operations
            + QueueAPI(
                library: library, meter: follower.meter, feed: feed, output: EscapedName.printable(output)
            ).operations
        let router = Routes(api: api, gate: options.gate, token: options.token, isTLS: options.tls != nil, cache: cache)
            .router
        var logger = Logger(label: "quiver.serve") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let application = Application(
            router: router, server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections, logger: logger)),
            onServerRunning: { [options, onReady] channel in
                onReady(options.address(port: channel.localAddress?.port ?? options.port))
            },
            logger: logger)
        follower.start()
        defer {
            follower.stop()
            feed.finish()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await feed.run() }
            group.addTask {
                do { try await application.run() } catch let error as IOError { throw ServerError(error, options) }
            }
            _ = try await group.next()
            group.cancelAll()
        }
    }

    private func server() throws -> HTTPServerBuilder {
        let http = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                idleTimeout: Self.patience,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 64)))
        guard let tls = options.tls else { return http }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(tls.certificate).map {
                NIOSSLCertificateSource.certificate($0)
            }
            let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(file: tls.key, format: .pem))
            let configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
            // The server would notice only when it listens, without a sentence.
            _ = try NIOSSLContext(configuration: configuration)
            return try HTTPServerBuilder.tls(http, tlsConfiguration: configuration)
        } catch {
            throw ServerError(
                .certificate,
                "the certificate \(tls.certificate) and the key \(tls.key) cannot be used; both must be PEM files that belong together: \(error)"
            )
        }
    }
}
