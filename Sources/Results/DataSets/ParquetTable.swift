import Foundation
import JSONTree
import SystemPackage
import SystemValues

/// `parquet`: `labels.parquet`, a photo a row, with the columns of `jsonl`.
///
/// The program `duckdb` writes it, which users install: it is no part of Quiver. It is handed open files, so that no name of a user's
/// stands in what it is told.
final class ParquetTable: RecordTable {
    private static let file: FilePath.Component = "labels.parquet"

    private let lines: DataSetFile<LabelLinesText>
    private let place: FilePath
    private let copies: Bool
    private let writer: ParquetWriter

    /// - Throws: `ResultsError` where the program is missing: before anything is copied.
    init(_ making: TableFormat.Making, by writer: ParquetWriter = ParquetWriter()) throws(ResultsError) {
        try writer.check()
        self.writer = writer
        (place, copies) = (making.place, making.copiesPhotos)
        lines = try DataSetFile(making)
    }

    func append(_ row: TableRow) throws(ResultsError) { try lines.append(row) }

    func finish() throws(ResultsError) {
        try lines.finish()
        let source = place.appending(LabelLinesText.file)
        defer { AtomicFile.discard(source) }
        do throws(ResultsError) { try convert(source) } catch {
            // Copies go into a new folder alone: there the same export is to work once its cause is mended.
            if copies { takeBack(photosOf: source) }
            throw error
        }
    }

    private func convert(_ source: FilePath) throws(ResultsError) {
        let staged = try StagedFile(for: place.appending(Self.file))
        let input: FileDescriptor
        do { input = try FileDescriptor.open(source, .readOnly, options: [.closeOnExec, .noFollow]) } catch {
            throw ResultsError(error as? Errno ?? .ioError, "read", source)
        }
        defer { try? input.close() }
        try staged.write { (output) throws(ResultsError) in try writer.write(input, to: output) }
        try staged.publish()
    }

    /// Removes the copies that lines name, and the folders that are empty then.
    private func takeBack(photosOf source: FilePath) {
        guard let file = try? FileDescriptor.open(source, .readOnly, options: [.closeOnExec, .noFollow]) else { return }
        defer { try? file.close() }
        var lines = LineReader(descriptor: file.rawValue, limit: 1 << 28)
        var folders: Set<FilePath> = []
        while let line = lines.next() {
            guard case .object(let members)? = try? JSONParser.parse(line).content,
                case .string(let name)? = members.first(where: { $0.name == "file_name" })?.node.content
            else { continue }
            var photo = place.pushing(FilePath(name))
            FileCalls.remove(photo)
            while photo.removeLastComponent(), photo != place, folders.insert(photo).inserted {}
        }
        for folder in folders.sorted(by: { $0.length > $1.length }) { FileCalls.removeEmptyFolder(folder) }
    }
}

/// Makes Parquet of lines by the program `duckdb`.
struct ParquetWriter: Sendable {
    /// In which the program is found.
    var environment = ProcessInfo.processInfo.environment

    /// What it is told: types, since a set without masks has them too, and nothing from the network.
    private static let statement = """
        SET autoinstall_known_extensions = false; SET threads = 1; \
        COPY (SELECT * FROM read_json('/dev/stdin', format = 'newline_delimited', maximum_object_size = 268435456, columns = {\
        file_name: 'VARCHAR', id: 'BIGINT', split: 'VARCHAR', width: 'INTEGER', height: 'INTEGER', sha256: 'VARCHAR', \
        reviewed: 'BOOLEAN', objects: 'STRUCT(label VARCHAR, score DOUBLE, bbox DOUBLE[], area DOUBLE, segmentation JSON, \
        keypoints DOUBLE[], num_keypoints INTEGER)[]'})) TO '/dev/stdout' (FORMAT parquet, COMPRESSION zstd)
        """

    /// Sees that the program is there.
    func check() throws(ResultsError) {
        let (input, output): (FileDescriptor, FileDescriptor)
        do {
            input = try FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec)
            output = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        } catch {
            throw ResultsError(error as? Errno ?? .ioError, "read", "/dev/null")
        }
        defer {
            try? input.close()
            try? output.close()
        }
        // Silent: what `env` says of a missing program is said better here.
        guard try run(["--version"], input, output, error: output) == .exited(0) else {
            throw ResultsError(
                .missing,
                "the program duckdb writes Parquet, and there is none: install it (pip install duckdb-cli, or https://duckdb.org), "
                    + "or export jsonl, which has the same columns", fault: .environment)
        }
    }

    /// Reads lines from one file and writes Parquet into the other.
    func write(_ input: FileDescriptor, to output: FileDescriptor) throws(ResultsError) {
        let words = ["-init", "/dev/null", "-batch", "-bail", "-c", Self.statement]
        let ending = try run(words, input, output, error: .standardError)
        guard ending == .exited(0) else {
            throw ResultsError(
                .failed,
                "duckdb could not write Parquet: it \(ending.description), see above; jsonl has the same columns",
                fault: .environment)
        }
    }

    private func run(
        _ words: [String], _ input: FileDescriptor, _ output: FileDescriptor, error: FileDescriptor
    ) throws(ResultsError) -> ProcessEnding {
        let program = ChildProgram(
            "/usr/bin/env", arguments: ["env", "duckdb"] + words, environment: environment, hasOwnGroup: false)
        do throws(Errno) {
            let (process, end) = try program.start(input: input, output: output, error: error)
            defer { try? FileDescriptor(rawValue: end).close() }
            return ProcessEnding(waitingFor: process)
        } catch {
            throw ResultsError(error, "start", "/usr/bin/env")
        }
    }
}
