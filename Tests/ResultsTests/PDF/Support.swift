import Foundation
import Results
import TestSupport

/// Documents as files, for programs that read them.
enum Documents {
    static func bytes(_ pages: [PDFPage], _ information: PDFInformation = PDFInformation()) throws -> [UInt8] {
        let sink = Sink()
        var document = try PDFDocument(information) { sink.bytes += $0 }
        for page in pages { try document.add(page) }
        try document.finish()
        return sink.bytes
    }

    static func write(_ pages: [PDFPage], _ information: PDFInformation = PDFInformation()) throws -> URL {
        try write(bytes(pages, information))
    }

    static func write(_ bytes: [UInt8]) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("quiver-\(UUID().uuidString).pdf")
        try Data(bytes).write(to: url)
        return url
    }

    static func remove(_ url: URL) { try? FileManager.default.removeItem(at: url) }

    /// A white page that needs no file.
    static func blank(width: Int = 600, height: Int = 800) throws -> PDFPicture {
        try PDFPicture(jpeg: WhiteJPEG.bytes(width: width, height: height))
    }

    final class Sink {
        var bytes: [UInt8] = []
    }
}

/// A program of the machine's own.
enum Tool {
    static func isThere(_ name: String) -> Bool { path(name) != nil }

    private static func path(_ name: String) -> String? {
        ["/usr/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    struct Failed: Error {
        let status: Int32
        let talk: String
    }

    /// What a program writes to its standard output.
    static func run(_ name: String, _ arguments: [String]) throws -> Data {
        guard let path = path(name) else { throw Failed(status: 127, talk: "\(name) is missing") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let (output, talk) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = talk
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let words = talk.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit(within: 600)
        guard process.terminationStatus == 0 else {
            throw Failed(status: process.terminationStatus, talk: String(decoding: words + data, as: UTF8.self))
        }
        return data
    }
}
