import Findings
import Foundation
import Storage
import SystemPackage
import SystemValues

/// The records of a folder of results: one file for each photo, or what its queue holds where no file was written.
struct ResultsRecords: Sendable {
    /// The folder, without links.
    let folder: FilePath
    /// The folder as it was when its records were looked for.
    let root: RootFolder
    /// The paths that records may be at, from the folder, in the order of their bytes.
    let paths: [FilePath]
    let beside: BesideFiles?

    /// Looks for records in a folder and the folders inside it; blocks.
    ///
    /// - Parameter queue: Holds those that have no file; nil where there is none.
    init(in results: FilePath, of queue: (any QueuedRecords)? = nil) throws(ResultsError) {
        folder = results.resolvedPath
        root = try Self.opened(folder)
        let found = try Self.files(in: folder, root)
        beside = if let queue { try BesideFiles(queue) } else { nil }
        paths = Self.inOrder(beside.map { Array(Set(found).union($0.paths)) } ?? found)
    }

    /// The records at some paths alone, whatever else is in the folder; blocks.
    init(at paths: [FilePath], in results: FilePath, of queue: any QueuedRecords) throws(ResultsError) {
        folder = results.resolvedPath
        root = try Self.opened(folder)
        beside = try BesideFiles(queue)
        self.paths = Self.inOrder(paths)
    }

    /// Every file that may be a record in a folder and the folders inside it, by its path from there, in no order.
    ///
    /// - Parameter folder: Without links.
    static func files(in folder: FilePath) throws(ResultsError) -> [FilePath] {
        try files(in: folder, opened(folder))
    }

    private static func opened(_ folder: FilePath) throws(ResultsError) -> RootFolder {
        do throws(FolderError) { return try RootFolder(withoutLinks: folder) } catch {
            throw ResultsError(error, "read the results in", folder)
        }
    }

    private static func files(in folder: FilePath, _ root: RootFolder) throws(ResultsError) -> [FilePath] {
        var found: [FilePath] = []
        do throws(FolderError) {
            var ways: [FilePath?] = [nil]
            while let way = ways.popLast() {
                for (name, kind) in try root.names(in: way) {
                    let path = (way ?? FilePath()).appending(name)
                    if kind == .folder {
                        if way != nil || !Self.isOwn(name) { ways.append(path) }
                    } else if kind == .regular, name.rawBytes.suffix(5).elementsEqual(RecordFile.end.utf8) {
                        found.append(path)
                    }
                }
            }
        } catch {
            throw ResultsError(error, "read the results in", folder)
        }
        return found
    }

    /// In the order of their bytes, which are asked once for each path and not once for each comparison.
    private static func inOrder(_ paths: [FilePath]) -> [FilePath] {
        paths.map { (path: $0, bytes: $0.rawBytes) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.path)
    }

    /// Reads one; nil where there is no record.
    func record(at path: FilePath) -> Record? {
        guard isInQueue(path) else { return StoredRecords.record(at: folder.pushing(path)) }
        return beside?.record(at: path)
    }

    /// Whether a path's record is the one that the queue holds: there is no file, or an older one.
    func isInQueue(_ path: FilePath) -> Bool { beside?.state(of: path, file: status(of: path)) != nil }

    /// The number in the queue of the photo that a record is of; nil where that is not known.
    func job(at path: FilePath) -> JobID? { beside?.job(at: path) }

    /// What tells the state of one: it changes when another record takes its place; nil where there is none.
    func state(of path: FilePath) -> String? {
        let file = status(of: path)
        return beside?.state(of: path, file: file) ?? file?.version
    }

    private func status(of path: FilePath) -> FileStatus? {
        try? Syscalls.status(folder.pushing(path), follow: true)
    }

    /// The detectors with the classes that the records name, for results that do not say which the models know.
    func detectors() -> [DetectorClasses] {
        var detectors: [DetectorClasses] = []
        forEach(make: \.record.photo.results) { results in
            for result in results { Self.note(result, in: &detectors) }
        }
        return detectors
    }

    private static func note(_ result: DetectorResult, in detectors: inout [DetectorClasses]) {
        let known = detectors.firstIndex { $0.name == result.detector }
        let index = known ?? detectors.endIndex
        if known == nil {
            detectors.append(
                DetectorClasses(name: result.detector, task: result.task.rawValue, model: "", classes: []))
        }
        for finding in result.found.items {
            guard let number = finding.classIndex, number != ClassNumbers.unlisted else { continue }
            while detectors[index].classes.count <= number {
                detectors[index].classes.append("class \(detectors[index].classes.count)")
            }
            if detectors[index].classes[number] == "class \(number)" {
                detectors[index].classes[number] = finding.label
            }
        }
    }

    /// The records of photos whose file holds another photo by now, which has a record of its own.
    ///
    /// Only where a name was used again is there a record with a number, and it is all that is read here.
    func replaced() -> Set<FilePath> {
        let all = Set(paths)
        var groups: [FilePath: [FilePath]] = [:]
        for path in paths {
            if let first = Self.unnumbered(path), all.contains(first) { groups[first, default: [first]].append(path) }
        }
        var replaced: Set<FilePath> = []
        for group in groups.values {
            var newest: [FilePath: (path: FilePath, moment: Timestamp)] = [:]
            for path in group {
                guard let record = record(at: path), record.state == .done else { continue }
                let source = record.source.shared
                let photo = source.movedToPath ?? source.filePath
                if let other = newest[photo] {
                    replaced.insert(other.moment.date < record.timestamp.date ? other.path : path)
                    if other.moment.date >= record.timestamp.date { continue }
                }
                newest[photo] = (path, record.timestamp)
            }
        }
        return replaced
    }

    /// The record's path without a number: `a.jpg.json` of `a-2.jpg.json`.
    private static func unnumbered(_ path: FilePath) -> FilePath? {
        unnumbered(path.rawBytes).map { FilePath(rawBytes: $0) }
    }

    /// The same in bytes.
    static func unnumbered(_ path: [UInt8]) -> [UInt8]? {
        // Every path of a folder is asked.
        guard path.contains(UInt8(ascii: "-")) else { return nil }
        let end = RecordFile.end.utf8
        let own = path.suffix(end.count).elementsEqual(end) ? path.dropLast(end.count) : path[...]
        let name = own[(own.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? own.startIndex)...]
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        guard let hyphen = name[..<dot].lastIndex(of: UInt8(ascii: "-")), hyphen + 1 < dot,
            name[(hyphen + 1)..<dot].allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return path[..<hyphen] + name[dot...] + Array(end)
    }

    /// Whether a folder of the results is Quiver's own and holds no records.
    private static func isOwn(_ name: FilePath.Component) -> Bool {
        name.rawBytes.starts(with: AtomicFile.prefix.utf8)
            || OutputFormat.all.compactMap(\.table).contains { $0.mark != nil && name.string.hasSuffix($0.end) }
    }
}
