import CCurl
import Foundation
import Settings
import SystemPackage
import SystemValues

/// Sends each message to an address by POST.
///
/// What a name leads to is looked at when the socket is made, so that no name, redirect or changing DNS leads inside. A
/// receiver has the message where it answers with a status from 200 to 299; redirects are not followed.
public struct HookSending: HookChannel {
    let hook: Settings.Hook
    let address: HookAddress
    let version: String
    /// Seconds since 1970.
    var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }

    /// The channel of a hook with an address.
    public init(_ hook: Settings.Hook, to address: HookAddress, version: String) {
        self.hook = hook
        self.address = address
        self.version = version
    }

    /// What its deliveries share; see `HookChannel`.
    public var place: String { "\(address.host):\(address.port)" }

    /// Why nothing can be delivered; see `HookChannel`.
    public func trouble() -> String? {
        do throws(HookTrouble) {
            _ = try signature()
        } catch {
            return error.sentence
        }
        if let file = hook.authorities, (try? Syscalls.status(file, follow: true)) == nil {
            return "there is no file \(PercentEscape.printable(file)) of authorities"
        }
        guard let literal = IPAddress(address.host), internals.refuses(literal) else { return nil }
        return Self.sentence(refusing: [literal], of: address)
    }

    private var internals: InternalAddresses { InternalAddresses(allowed: hook.internals) }

    private func signature() throws(HookTrouble) -> HookSignature? {
        guard let file = hook.secretFile else { return nil }
        return try HookSignature(file)
    }

    /// Delivers a message; see `HookChannel`.
    public func deliver(_ message: HookMessage, until isStopped: @escaping @Sendable () -> Bool) -> HookAnswer {
        let (body, time) = (message.body, now())
        let signed: [(name: String, value: String)]
        do throws(HookTrouble) {
            signed = try signature()?.headers(key: message.key, time: time, body: body) ?? []
        } catch {
            return HookAnswer(.refused(error.sentence))
        }
        let headers =
            [
                ("Content-Type", "application/json"), ("Idempotency-Key", message.key),
                ("webhook-id", message.key), ("webhook-timestamp", "\(time)"),
                ("Quiver-Hook", message.hook), ("Quiver-Event", message.event),
                ("Quiver-Attempt", "\(message.attempt)"), ("User-Agent", "quiver/\(version)"),
            ] + signed
        let request = CurlRequest(
            address: address.description, headers: headers.map { "\($0): \($1)" }, body: body, limit: hook.timeout,
            authorities: hook.authorities, internals: internals, port: UInt16(address.port), isStopped: isStopped)
        return Self.answer(to: request, at: address)
    }

    /// Says what came of a request.
    private static func answer(to request: CurlRequest, at address: HookAddress) -> HookAnswer {
        let result = request.perform()
        if !result.refused.isEmpty, result.status == nil {
            return HookAnswer(.refused(sentence(refusing: result.refused, of: address)))
        }
        guard let status = result.status else {
            guard !result.isStopped else { return HookAnswer(.stopped) }
            var answer = HookAnswer(
                .refused("\(address.origin) does not answer: \(result.reason)"), output: result.output)
            answer.isOfPlace = true
            return answer
        }
        var answer = HookAnswer(.delivered, status: .http(status), output: result.output, retryAfter: result.retryAfter)
        switch status {
        case 200...299: break
        case 300...399:
            let target = result.redirect.map { " to \($0.quotable)" } ?? ""
            answer.ending = .refused(
                "\(address.origin) redirects\(target), which is not followed; name the new address")
        default: answer.ending = .refused("\(address.origin) answers with status \(status)")
        }
        return answer
    }

    private static func sentence(refusing addresses: [IPAddress], of address: HookAddress) -> String {
        let list = addresses.map(\.description).joined(separator: ", ")
        let isOne = addresses.count == 1
        return
            "\(address.origin) leads to \(list), \(isOne ? "an internal address" : "internal addresses"); where that is "
            + "meant, say \"internal\": [\"\(addresses.first?.description ?? "")\"]"
    }
}
