import CCurl
import Foundation
import SystemPackage
import SystemValues

/// One POST by libcurl, which nothing else calls.
///
/// It goes by no proxy, follows no redirect, and reads no more of an answer than its beginning. Calls block.
struct CurlRequest {
    let address: String
    /// `NAME: VALUE`, none of which holds the end of a line.
    let headers: [String]
    let body: [UInt8]
    let limit: Duration
    var authorities: FilePath?
    let internals: InternalAddresses
    /// The only port that is connected to.
    let port: UInt16
    let isStopped: @Sendable () -> Bool

    /// What came of it.
    struct Result {
        /// The status of HTTP; nil where no answer came.
        var status: Int?
        var output: [UInt8] = []
        var redirect: String?
        var retryAfter: Duration?
        /// Addresses that were not connected to.
        var refused: [IPAddress] = []
        var isStopped = false
        /// Why no answer came, in libcurl's words.
        var reason = ""
    }

    /// Bytes of an answer's body that are read; what comes behind them is not waited for.
    private static let mostRead = HookAnswer.mostOutput
    /// The longest pause, in seconds, that a receiver may ask for: it may name any number.
    private static let longestPause = 86_400

    /// What libcurl's calls back see and change, on the thread of the request.
    private final class Context {
        let request: CurlRequest
        var output: [UInt8] = []
        var refused: [IPAddress] = []
        var isStopped = false

        init(_ request: CurlRequest) { self.request = request }
    }

    /// Once for the process; whether libcurl can be used.
    private static let isReady = ccurl_start() == CURLE_OK

    /// Sends and waits for the answer.
    func perform() -> Result {
        guard Self.isReady, let curl = curl_easy_init() else { return Result(reason: "libcurl cannot be started") }
        defer { curl_easy_cleanup(curl) }
        var list: UnsafeMutablePointer<curl_slist>?
        // Neither is wanted: no answer before the body, and no body in pieces.
        for header in headers + ["Expect:", "Transfer-Encoding:"] { list = curl_slist_append(list, header) }
        defer { curl_slist_free_all(list) }
        let context = Context(self)
        return withExtendedLifetime(context) {
            let pointer = Unmanaged.passUnretained(context).toOpaque()
            let code = set(curl, list, pointer)
            guard code == CURLE_OK else { return Result(reason: Self.words(code)) }
            return result(of: curl_easy_perform(curl), curl, context)
        }
    }

    private func result(of code: CURLcode, _ curl: UnsafeMutableRawPointer, _ context: Context) -> Result {
        let status = ccurl_status(curl)
        // A body that is longer than what is kept was broken off, and its status counts.
        let isCut = code == CURLE_WRITE_ERROR && context.output.count >= Self.mostRead
        var result = Result(output: context.output, refused: context.refused, isStopped: context.isStopped)
        result.reason = Self.words(code)
        guard code == CURLE_OK || isCut, status > 0 else { return result }
        result.status = Int(status)
        result.redirect = ccurl_redirect(curl).map { String(cString: $0) }
        let seconds = min(Int(ccurl_retry_after(curl)), Self.longestPause)
        if seconds > 0 { result.retryAfter = .seconds(seconds) }
        return result
    }

    private static func words(_ code: CURLcode) -> String { String(cString: curl_easy_strerror(code)) }

    private func set(
        _ curl: UnsafeMutableRawPointer, _ list: UnsafeMutablePointer<curl_slist>?, _ context: UnsafeMutableRawPointer
    ) -> CURLcode {
        let milliseconds = max(1, Int(limit / .milliseconds(1)))
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_POST, 1), (CURLOPT_TIMEOUT_MS, milliseconds),
            (CURLOPT_CONNECTTIMEOUT_MS, milliseconds), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            // A name server that stands still is not waited for once the time is over.
            (CURLOPT_QUICK_EXIT, 1),
        ]
        var texts: [(CURLoption, String?)] = [
            (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_URL, address), (CURLOPT_PROXY, ""),
        ]
        // The system's folder of authorities would count beside the file.
        if let authorities { texts += [(CURLOPT_CAINFO, authorities.string), (CURLOPT_CAPATH, nil)] }
        let settings: [() -> CURLcode] =
            texts.map { option, text in { ccurl_set_text(curl, option, text) } }
            + numbers.map { option, number in { ccurl_set_number(curl, option, number) } }
            + [
                { ccurl_set_body(curl, body, body.count) }, { ccurl_set_headers(curl, list) },
                { ccurl_set_reader(curl, Self.read, context) }, { ccurl_set_opener(curl, Self.open, context) },
                { ccurl_set_watch(curl, Self.watch, context) },
            ]
        for setting in settings {
            let code = setting()
            if code != CURLE_OK { return code }
        }
        return CURLE_OK
    }

    private static func context(_ pointer: UnsafeMutableRawPointer?) -> Context? {
        pointer.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps the beginning of an answer.
    private static let read: curl_write_callback = { bytes, size, count, pointer in
        guard let context = context(pointer), let bytes else { return ccurl_no_more() }
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        context.output += part.prefix(mostRead - context.output.count)
        return context.output.count >= mostRead ? ccurl_no_more() : size * count
    }

    /// Makes the socket to an address that a name led to, or refuses it.
    private static let open: curl_opensocket_callback = { pointer, purpose, address in
        guard let context = context(pointer), let address, purpose == CURLSOCKTYPE_IPCXN,
            let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
        else { return ccurl_no_socket() }
        let end = UnsafeRawPointer(address) + offset
        guard let target = IPAddress(end, family: address.pointee.family) else { return ccurl_no_socket() }
        // Of both families the port stands at the same place.
        let port = UInt16(bigEndian: (end + 2).loadUnaligned(as: UInt16.self))
        guard port == context.request.port, !context.request.internals.refuses(target) else {
            context.refused.append(target)
            return ccurl_no_socket()
        }
        return ccurl_socket(address)
    }

    /// Is asked about once a second, and more often while bytes flow.
    private static let watch: curl_xferinfo_callback = { pointer, _, _, _, _ in
        guard let context = context(pointer) else { return 1 }
        context.isStopped = context.request.isStopped()
        return context.isStopped ? 1 : 0
    }
}
