import Findings
import Foundation
import Glibc
import Intake
import Results
import Storage
import SystemPackage
import SystemValues

/// Which files are written for a photo, also where an earlier run used the same output folder for another root.
struct OutputPaths: Sendable {
    private let output: FilePath
    private let layout: OutputLayout
    /// The same with the root's name in front of everything.
    private let prefixed: OutputLayout

    /// - Parameter isPlain: Whether the file system of the results refuses names that Linux's own take.
    init(
        output: FilePath, roots: [OutputLayout.Root], originals: FilePath?, isPlain: Bool = false
    ) throws(ResultsError) {
        self.output = output
        layout = try OutputLayout(output: output, roots: roots, originals: originals, isPlain: isPlain)
        // A second root that holds nothing makes the layout tell roots apart by name.
        let nowhere = OutputLayout.Root("/dev/null/nowhere", isFolder: true)
        prefixed = try OutputLayout(output: output, roots: roots + [nowhere], originals: originals, isPlain: isPlain)
    }

    /// The record's path below the output folder, decided once when a photo is registered.
    ///
    /// Where another photo's record has the name already, left by a run over another root, the root's name goes in front.
    /// A photo outside all roots has its own name: each photo gets a record.
    func output(for photo: FilePath) -> [UInt8] {
        let usual = layout.names(of: photo)?.record
        let plain = usual ?? OutputNames(key: photo.lastName, output: output, originals: nil).record
        let chosen = Self.isTaken(plain, by: photo) ? prefixed.names(of: photo)?.record ?? plain : plain
        return Array(chosen.rawBytes.dropFirst(output.rawBytes.count + 1))
    }

    /// All names of a photo that was registered under a record's path, by this run or an earlier one.
    func names(of place: Place, output relative: [UInt8]) -> OutputNames {
        let record = output.pushing(FilePath(rawBytes: relative))
        for layout in [layout, prefixed] {
            if let names = layout.names(of: place.file), names.record == record { return names }
        }
        return OutputNames(besideRecord: record)
    }

    private static func isTaken(_ record: FilePath, by photo: FilePath) -> Bool {
        StoredRecords.record(at: record).map { $0.source.filePath != photo } ?? false
    }
}
