import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Settings
import Supervisor
import SystemPackage

/// Numbers and health at a port or a socket of their own, beside the work: nothing else is told there, and nothing taken.
///
/// A place that cannot be had costs no photo: that is said once, and it is tried again.
public struct MetricsServer: Service {
    private let address: MetricsAddress
    private let control: QueueControl
    private let own: Measurements
    private let warn: @Sendable (String) -> Void

    /// How long after a failure it is tried again.
    private static let pause = Duration.seconds(10)
    /// Connections at a time: who watches asks a few times a minute.
    private static let mostConnections = 32

    /// - Parameters:
    ///   - own: What this process measures beside its supervisor.
    ///   - warn: Is told why no client can ask.
    public init(
        at address: MetricsAddress, _ control: QueueControl, own: Measurements = Measurements(),
        warn: @escaping @Sendable (String) -> Void
    ) {
        (self.address, self.control, self.own, self.warn) = (address, control, own, warn)
    }

    /// Answers until it is told to stop.
    public func run() async throws {
        let monitoring = Monitoring(library: ReviewLibrary(control) { _ in }, own: own)
        var hasSaid = false
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await serve(monitoring)
                return
            } catch  where !(error is CancellationError) {
                let why =
                    address.isOtherFile
                    ? "another file has that name"
                    : (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
                if !hasSaid {
                    warn(
                        "numbers and health cannot be asked for at \(address.text): \(why); "
                            + "name another place with metrics.listen")
                }
                hasSaid = true
            }
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.pause) }
        }
    }

    private func serve(_ monitoring: Monitoring) async throws {
        let name = try address.socket.map(SocketName.init)
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        for path in Monitoring.paths.keys {
            router.get(RouterPath(path)) { _, _ in
                do { return try await monitoring.response(at: path) } catch { return Problem(error).response() }
            }
        }
        var logger = Logger(label: "quiver.metrics") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let application = Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: ReviewServer.patience)),
            configuration: ApplicationConfiguration(
                address: address.binding, serverName: nil,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections, logger: logger)),
            onServerRunning: { _ in name?.settle() }, logger: logger)
        defer { name?.leave() }
        try await application.run()
    }
}

extension MetricsAddress {
    /// As the server's library has it.
    fileprivate var binding: BindAddress {
        switch self {
        case .port(let port, let host): .hostname(host, port: port)
        case .socket(let path): .unixDomainSocket(path: path.string)
        }
    }

    /// Whether there is something at the socket's place that is no socket.
    fileprivate var isOtherFile: Bool {
        guard let socket else { return false }
        var state = stat()
        return socket.withPlatformString { lstat($0, &state) } == 0 && state.st_mode & S_IFMT != S_IFSOCK
    }
}
