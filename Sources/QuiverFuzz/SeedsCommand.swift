import ArgumentParser
import CVips
import Foundation
import Imaging

/// Writes the small pictures that mutations start from.
struct SeedsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seeds", abstract: "Write a small picture of every kind that libvips writes here.")

    @Argument(help: "The folder; it is made where it is missing.")
    var folder: String

    func run() throws {
        try Imaging.start()
        let folder = URL(fileURLWithPath: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var written = 0
        for (number, seed) in Seed.all.enumerated() {
            // A kind that this libvips cannot write, for want of an encoder, is no seed here.
            guard let bytes = seed.encoded() else { continue }
            try Data(bytes).write(to: folder.appendingPathComponent("\(number)-\(seed.name)\(seed.type)"))
            written += 1
        }
        print("\(written) of \(Seed.all.count) seeds in \(folder.path)")
    }
}
