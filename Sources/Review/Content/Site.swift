import Foundation
import HTTPTypes
import Hummingbird
import JSONTree
import SystemValues

/// The files of the page, which are built into the program.
///
/// Only the page itself and its service worker have addresses that stay. All else lies below a prefix that the content
/// of all files gives, so that a browser asks for a file once, and a page never mixes files of two programs.
struct Site: Sendable {
    /// A file of the page.
    struct File: Sendable {
        let type: String
        let bytes: [UInt8]
    }

    /// The page of this program: its own files, and what the reports give.
    static let built = Site(ReportFiles.added(to: siteFiles))

    /// Every file, by its path below the folder.
    let files: [String: File]
    /// What the addresses of the files begin with, as in `/site/0123456789abcdef`.
    let prefix: String
    /// All files in one document, which the service worker keeps.
    private let all: File

    /// What stands for the prefix in the files that have addresses of their own.
    private static let placeholder = "%site%"
    /// The files with addresses of their own, by these.
    static let own = ["/": "index.html", "/sw.js": "sw.js"]
    /// Where all files are had at once, below the prefix.
    private static let nameOfAll = "all"

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
        "png": "image/png",
    ]

    /// - Parameter lines: A line for each file: its path, a blank, and its bytes in base64.
    init(_ lines: String) {
        var (files, list): ([String: File], [JSONValue]) = ([:], [])
        var hash = SHA256()
        for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
            hash.update(line)
            guard let blank = line.lastIndex(of: UInt8(ascii: " ")) else { continue }
            let (path, base64) = (String(Substring(line[..<blank])), String(Substring(line[blank...].dropFirst())))
            guard let data = Data(base64Encoded: base64) else { continue }
            let type = Self.types[String(path.split(separator: ".").last ?? "")] ?? "application/octet-stream"
            files[path] = File(type: type, bytes: Array(data))
            list.append(["path": .string(path), "type": .string(type), "base64": .string(base64)])
        }
        self.files = files
        prefix = "/site/" + hash.finish().prefix(8).hexadecimal
        all = File(type: "application/json", bytes: Array(JSONValue.array(list).line.utf8))
    }

    /// The answer to a path.
    ///
    /// - Throws: ``Problem`` where there is nothing, as for a page that another program has served.
    func response(to path: String, ifNoneMatch: String?) throws -> Response {
        if let name = Self.own[path], let file = files[name] {
            let text = String(decoding: file.bytes, as: UTF8.self).replacing(Self.placeholder, with: prefix)
            return Answer.tagged(Array(text.utf8), file.type, "no-cache", ifNoneMatch)
        }
        let name = path.hasPrefix(prefix + "/") ? String(path.dropFirst(prefix.count + 1)) : ""
        guard let file = name == Self.nameOfAll ? all : files[name] else {
            throw Problem(
                .notFound, code: .unknown, "This version of the page has no such file; load the page again.")
        }
        return Response(
            status: .ok, headers: [.contentType: file.type, .cacheControl: "public, max-age=31536000, immutable"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }
}
