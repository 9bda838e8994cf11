import Findings
import SystemPackage
import SystemValues

extension LabelledPhoto {
    /// Writes what stands for the photo into a temp file beside a place; nil where nothing does; blocks.
    ///
    /// It gives others no more rights than the photo does.
    func stagedBlurred(for target: FilePath) throws(ResultsError) -> FilePath? {
        guard let blurred else { return nil }
        guard let status = try? Syscalls.status(file, follow: true) else {
            throw ResultsError(
                .missing, "\(EscapedName.printable(file)) is not there any more", fault: .environment)
        }
        return try AtomicFile.stage(blurred, for: target, mode: status.mode)
    }
}

extension TableRow {
    /// Has a JPEG with blurred boxes stand for the photo; false where none can be made of what was looked at.
    mutating func blur(
        _ boxes: [Box], by blurring: (FilePath, [Box]) throws -> [UInt8]?
    ) throws(ResultsError) -> Bool {
        guard let photo = labelledPhoto else { return false }
        let jpeg: [UInt8]?
        do {
            jpeg = try blurring(photo.file, boxes)
        } catch {
            throw ResultsError(
                .failed, "photos cannot be blurred, so that none is written", fault: .environment, detail: "\(error)")
        }
        // Afterwards: it must have been the photo that the boxes are of.
        guard let jpeg, photo.holdsWhatWasLookedAt else { return false }
        blurred = jpeg
        return true
    }
}
