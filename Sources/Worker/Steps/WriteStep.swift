import Results
import SystemPackage
import SystemValues
import WorkerProtocol

/// Writes pictures into temp files that only the supervisor makes visible.
struct WriteStep: PhotoStep {
    func run(_ context: inout PhotoContext) throws {
        guard let wanted = context.job.wanted else { return }
        let place = wanted.staging.file.appending("photo")
        try context.stage(.write, \.write) { context in
            let staged = { (picture: [UInt8]) throws -> RawPathText in
                let marked = PictureMark.added(to: picture, content: wanted.content ?? "")
                return RawPathText(try AtomicFile.stage(marked, for: place))
            }
            if let annotated = context.annotated { context.files.annotated = try staged(annotated) }
            for crop in context.crops {
                context.files.crops.append(
                    .init(staged: try staged(crop.bytes), label: crop.label, isCutout: crop.isCutout))
            }
        }
    }
}
