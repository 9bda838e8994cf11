import Findings
import Foundation
import PDF

/// Numbers that look like chance and are the same in each run (a linear congruential generator of Knuth's).
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

    /// From 0 up to 1.
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53)
    }
}

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

    /// A white page of black dots that needs no file.
    static func blank(width: Int = 600, height: Int = 800) throws -> PDFPicture {
        try PDFPicture(
            blackAndWhite: [UInt8](repeating: 255, count: width * height), size: PixelSize(width: width, height: height)
        )
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
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(status: process.terminationStatus, talk: String(decoding: words + data, as: UTF8.self))
        }
        return data
    }
}
