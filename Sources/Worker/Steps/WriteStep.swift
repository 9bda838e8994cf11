import Results
import SystemPackage
import SystemValues
import WorkerProtocol

/// Writes pictures into temp files that only the supervisor makes visible.
struct WriteStep: PhotoStep {
    func run(_ context: inout PhotoContext) throws {
        guard let wanted = context.job.wanted else { return }
        // Most photos have none: then there is no stage to be named.
        guard context.annotated != nil || !context.crops.isEmpty else { return context.add(.zero, to: \.write) }
        let place = wanted.staging.file.appending("photo")
        try context.stage(.write, \.write) { context in
            let staged = { (picture: [UInt8]) throws -> RawPathText in
                let marked = PictureMark.added(to: picture, content: wanted.content ?? "")
                return RawPathText(try AtomicFile.stage(marked, for: place))
            }
            if let annotated = context.annotated {
                let file = try staged(annotated)
                if context.page == 1 {
                    context.files.annotated = file
                } else {
                    context.files.pages.append(.init(staged: file, page: context.page))
                }
            }
            for crop in context.crops {
                context.files.crops.append(
                    .init(staged: try staged(crop.bytes), label: crop.label, isCutout: crop.isCutout))
            }
        }
    }
}
