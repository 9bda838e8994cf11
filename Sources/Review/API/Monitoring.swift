import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Storage
import Supervisor

/// What programs ask that watch Quiver: its numbers for Prometheus, and whether it lives and works.
struct Monitoring: Sendable {
    let library: ReviewLibrary
    /// What this process measures itself, beside the supervisor.
    let own: Measurements

    /// The addresses, and whether each needs no sign-in: that the server lives is no secret, numbers of photos are one.
    static let paths = ["/metrics": false, "/health/live": true, "/health/ready": true]

    /// The answer at one of the addresses.
    func response(at path: String) async throws -> Response {
        if path == "/health/live" { return Self.plain(.ok, "lives\n") }
        // Of a queue that several hosts share any of them may work it.
        let (live, hosts) = (await library.live(), await library.hosts())
        if path == "/health/ready" {
            let isPaused = try await library.read { try $0.jobs.isPaused() }
            let health = QueueHealth(live, hosts: hosts, isPaused: isPaused)
            return Self.plain(health == .works ? .ok : .serviceUnavailable, "\(health)\n")
        }
        let measured = live == nil ? [] : await library.measurements()
        let metrics = try await library.read {
            try QueueMetrics(
                $0.jobs, live: live, hosts: hosts, hooks: $0.outbox.overview(), measured: measured + own.all)
        }
        return Self.plain(.ok, metrics.text(at: Int64(Date().timeIntervalSince1970 * 1000)))
    }

    private static func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
