import Results
import Storage
import SystemPackage
import SystemValues

/// Photos with the same content as another share its answer; each has an annotated picture of its own.
extension RecordBuilder {
    /// The end of a copy with its own annotated picture; blocks.
    ///
    /// Where the original's picture is not there any more, the record names it as it did.
    func withOwnPicture(_ end: Completion) -> Completion {
        guard end.claim.duplicate?.state == .done, var record = end.record, let outputs = record.outputs,
            let named = outputs.annotated
        else { return end }
        let isEscaped = outputs.pathsEscaped == true
        let path = { (text: String) in EscapedName(text: text, isEscaped: isEscaped).path }
        let chosen = choice.names(for: record.source, from: names(end.claim.place, end.claim.output)) {
            [$0.annotated]
        }
        let place = chosen.names.annotated
        // A stored record may be a stranger's: nothing is copied but a picture of this photo below the results.
        guard let way = PathBelow(path(named)), output.pushing(way.path) != place, let content = record.source.sha256,
            let staged = try? AtomicFile.stage(pictureOf: content, at: way, in: output, for: place)
        else { return end }
        record.outputs = Record.Outputs(
            annotated: place, crops: outputs.crops.map(path), original: outputs.original.map(path), in: output)
        let picture = PlacedFile(staged: staged, place: place)
        return Completion(
            claim: end.claim, outcome: .done(Array(record.line.utf8)), record: record,
            photo: PhotoFiles(
                record, names: chosen.names, photoFiles: photoFiles, files: [picture], in: output,
                mode: end.claim.duplicate.flatMap { mode(ofRecord: $0.output) }),
            files: [picture], foreign: chosen.foreign)
    }
}
