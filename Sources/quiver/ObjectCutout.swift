import ArgumentParser
import Findings
import Foundation
import Geometry
import Results
import Settings
import Supervisor
import SystemPackage
import SystemValues

/// Objects of one photo that are cut out of it together, into a file that the user names.
struct ObjectCutout {
    private let record: Record
    private let page: Int
    private let wish: CutoutWish
    private let style: Settings.Cutout

    /// - Parameter background: What lies behind them, as the user wrote it; nil for nothing.
    init(of record: Record, _ objects: ChosenObjects, background: String?, isWhole: Bool) throws {
        guard let first = objects.lifted.first else { throw ValidationError("There is no object to cut out.") }
        var style = Settings.Cutout()
        style.croppedToInstances = !isWhole
        if let background {
            style.background = try Self.ground(background)
        }
        self.record = record
        self.style = style
        page = objects.page
        wish = CutoutWish(
            mask: objects.lifted.dropFirst().reduce(first) { $0.union($1) ?? $0 }, isCropped: style.croppedToInstances,
            ground: style.background)
    }

    /// A word, a colour, or a picture's path.
    private static func ground(_ text: String) throws -> CutoutGround {
        if let ground = CutoutGround(word: text) { return ground }
        guard !text.hasPrefix("#") else {
            throw ValidationError("--background \(text.forTerminal) is no colour; one is written as '#ffffff'.")
        }
        let file = RawArguments.path(text, of: "--background")
        guard FileManager.default.isReadableFile(atPath: file.string) else {
            throw ValidationError(
                "--background: \(EscapedName.printable(file)) is no picture that can be read; name one, a colour such as "
                    + "'#ffffff', blur or grey.")
        }
        return .picture(FilePath(FileManager.default.currentDirectoryPath).pushing(file).lexicallyNormalized().string)
    }

    /// Has a confined worker make the picture, and writes it.
    func write(to file: FilePath, results: FilePath) async throws {
        guard !FileManager.default.fileExists(atPath: file.string) else {
            throw ValidationError("\(EscapedName.printable(file)) is there already; name another file, or remove it.")
        }
        let photo = record.source.file(Settings.rootNames(of: results))
        guard Self.sha256(of: photo) == record.source.sha256 else {
            throw ValidationError(
                "\(EscapedName.printable(photo)) is not the photo that was looked at any more; run it again, then cut it out."
            )
        }
        // A page of a PDF is as large as the limits say, and the mask is of that size.
        let maker = PictureMaker(Settings.of(results) ?? Settings(), output: results, cutout: style)
        let wish = PictureWish(photo: photo, annotated: nil, region: nil, longestSide: 0, cutout: wish, page: page)
        guard let made = try await maker.make([wish])[wish] else {
            throw ValidationError(
                "\(EscapedName.printable(photo)) could not be cut out: it cannot be decoded, or the cutout is larger than 47 "
                    + "MiB; then leave out --whole, or use 'output.cutouts'.")
        }
        guard FileManager.default.createFile(atPath: file.string, contents: Data(made.file)) else {
            throw ValidationError("\(EscapedName.printable(file)) cannot be written; name another place.")
        }
    }

    /// The SHA-256 of a file in hexadecimal; nil where it cannot be read.
    private static func sha256(of path: FilePath) -> String? {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: [.nonBlocking, .closeOnExec]) else {
            return nil
        }
        let handle = FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: true)
        var hash = SHA256()
        while let part = try? handle.read(upToCount: 1 << 20), !part.isEmpty { hash.update(part) }
        return hash.finish().hexadecimal
    }
}
