import Foundation
import Glibc
import Results
import Settings
import Storage
import SystemPackage
import SystemValues

extension Settings.Move {
    /// What lies between `done` and a photo's own folders: the year and the month in which it was taken, or nothing.
    ///
    /// - Parameters:
    ///   - captured: By the camera's clock, in the form of ISO 8601; nil where no camera says it.
    ///   - stamp: Its file's time counts then.
    func below(captured: String?, stamp: FileIdentity) -> FilePath {
        guard folders == .month else { return "" }
        if let match = captured?.prefixMatch(of: /([0-9]{4})-(0[1-9]|1[0-2])-/) {
            return FilePath(String(match.1)).appending(String(match.2))
        }
        var (moment, parts) = (time_t(stamp.mtimeNanoseconds / 1_000_000_000), tm())
        localtime_r(&moment, &parts)
        let month = parts.tm_mon + 1
        return FilePath("\(Int(parts.tm_year) + 1900)").appending((month < 10 ? "0" : "") + "\(month)")
    }
}

extension InputMove {
    /// What lies between `done` or `failed` and a photo's own folders at a place that is planned for it.
    static func below(_ planned: FilePath, of place: Place) -> FilePath {
        var rest = planned
        guard rest.removePrefix(FilePath(rawBytes: place.root)), let first = rest.components.first,
            folders.contains(first.string)
        else { return "" }
        let own = FilePath(rawBytes: place.path).components.count
        return FilePath(root: nil, rest.components.dropFirst().dropLast(own))
    }
}

/// The text beside a photo in `failed` that says why it is there (`move.reasons`).
///
/// Calls block.
enum MoveReason {
    /// How such a text begins, which tells it from other files.
    private static let mark = "Quiver: "

    /// Writes it; a file of its name that is there stays.
    static func write(_ failure: Record.Failure, beside photo: FilePath, below root: FilePath) throws(FolderError) {
        var way = photo
        guard way.removePrefix(root) else { return }
        let text = "\(mark)\(failure.message.forTerminal)\n\(failure.code), fault of \(failure.fault.rawValue)\n"
        do throws(FolderError) {
            let file = try RootFolder(root).open(name(beside: way), for: .creating)
            _ = text.withCString { Glibc.write(file.descriptor.rawValue, $0, text.utf8.count) }
            try file.sync()
            try file.close()
        } catch  where error.reason == .system(.fileExists) {
            return
        }
    }

    /// Removes it where the photo has gone back to its place.
    static func remove(from root: RootFolder, beside photo: FilePath) {
        let name = name(beside: photo)
        guard let file = try? root.open(name) else { return }
        var start = [UInt8](repeating: 0, count: mark.utf8.count)
        guard read(file.descriptor.rawValue, &start, start.count) == start.count, start.elementsEqual(mark.utf8) else {
            return
        }
        _ = try? root.remove(name)
    }

    private static func name(beside photo: FilePath) -> FilePath {
        photo.removingLastComponent().pushing(FilePath(rawBytes: photo.lastName + Array(".txt".utf8)))
    }
}
