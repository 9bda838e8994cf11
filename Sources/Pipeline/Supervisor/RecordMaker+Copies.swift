import JobQueue
import Results
import SystemPackage

/// Photos with the same content as another share its answer; each has an annotated picture of its own.
extension RecordMaker {
    /// The end of a copy with its own annotated picture; blocks.
    ///
    /// Where the original's picture is not there any more, the record names it as it did.
    func withOwnPicture(_ end: PhotoEnd) -> PhotoEnd {
        guard end.claim.echo?.state == .done, var record = end.record, let outputs = record.outputs,
            let named = outputs.annotated
        else { return end }
        let isEscaped = outputs.pathsEscaped == true
        let path = { (text: String) in EscapedName(text: text, isEscaped: isEscaped).path }
        let place = names(end.claim.place, end.claim.output).annotated
        let original = output.pushing(path(named))
        guard original != place, let staged = try? AtomicFile.stage(copyOf: original, for: place) else { return end }
        record.outputs = Record.Outputs(
            annotated: place, crops: outputs.crops.map(path), original: outputs.original.map(path), in: output)
        return PhotoEnd(
            claim: end.claim, outcome: .done(Array(record.line.utf8)), record: record, recordFile: end.recordFile,
            files: end.files + [PhotoEnd.StagedFile(staged: staged, place: place)])
    }
}
