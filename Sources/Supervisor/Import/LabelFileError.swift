import Evaluation
import Findings
import JSONTree
import Results
import SystemPackage

/// Why a file of labels, or a manifest of an export, cannot be read.
public struct LabelFileError: ReportableError {
    /// Always `labels`.
    public var codeName: String { "labels" }
    /// Whose fault it is.
    public let fault: Fault
    /// One sentence: which file, what is wrong, what to do.
    public let description: String

    init(_ description: String, fault: Fault = .input) {
        self.description = description
        self.fault = fault
    }

    /// That of a file of labels not one photo is known, or can be taken.
    public static func nothing(in file: FilePath) -> LabelFileError {
        LabelFileError(
            "no photo of \(EscapedName.printable(file)) is truth now; see above why, or name the results of these photos"
        )
    }

    /// What went wrong with a file.
    ///
    /// - Parameter wanted: What is to be named in its place: "tasks of Label Studio".
    init(_ error: any Error, reading file: FilePath, wanted: String) {
        let name = EscapedName.printable(file)
        switch error {
        case let error as LabelFileError: self = error
        case let error as JSONSyntaxError:
            self.init("\(name), \(error.description.forTerminalLine); name \(wanted)")
        case let error as COCOTruthError: self.init("\(name): \(error.description)")
        case let error as GivenError: self.init("\(name): \(error.description.forTerminalLine)")
        case let error as Errno:
            self.init("cannot read \(name): \(error.description); name \(wanted)", fault: .environment)
        default: self.init("cannot read \(name): \(error)", fault: .environment)
        }
    }
}

/// Reads manifests of exports.
public enum ManifestReading {
    /// Reads one, photo by photo; blocks.
    ///
    /// - Throws: ``LabelFileError``.
    public static func read(
        _ file: FilePath, _ take: (ExportManifest.Photo) -> Void
    ) throws(LabelFileError) -> ExportManifest.Head {
        do {
            return try FilePieces(of: file).read { try ExportManifest.read($0, take) }
        } catch {
            throw LabelFileError(error, reading: file, wanted: "the \(ExportManifest.file.string) of an export")
        }
    }
}
