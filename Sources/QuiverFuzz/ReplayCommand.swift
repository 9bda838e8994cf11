import ArgumentParser
import SystemPackage

/// Works files from bytes to pixels and back, one line a file.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Work files as a worker does, without a model, and say how each ended.")

    @Option(help: "The most pixels that a picture may have.")
    var pixels = 4_000_000

    @Argument(help: "The files; without any, their names are read from standard input, one a line.")
    var files: [String] = []

    func run() throws {
        let way = PhotoWay(pixels: pixels)
        if files.isEmpty {
            while let name = readLine() { print(way.outcome(of: FilePath(name)), name) }
        } else {
            for name in files { print(way.outcome(of: FilePath(name)), name) }
        }
    }
}
