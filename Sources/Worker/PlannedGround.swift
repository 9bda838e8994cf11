import Findings
import Imaging
import SystemPackage
import WorkerProtocol

/// What lies behind the objects that a worker cuts out: the picture of its plan is read once, when the worker starts.
struct PlannedGround {
    /// The picture, upright; nil where the plan has none.
    private let picture: UprightPhoto?

    /// Reads the picture of a plan.
    ///
    /// - Throws: ``PipelineError`` where there is one that cannot be read.
    init(_ plan: WorkPlan) throws {
        guard let path = plan.cutout.background.picture else {
            picture = nil
            return
        }
        do {
            picture = try Photo.open(FilePath(path), limits: plan.limits, strict: plan.strict).upright()
        } catch {
            throw PipelineError(
                .output, "the picture behind cutouts cannot be used; name another one in output.cutout.background",
                fault: .input, cause: error)
        }
    }

    /// A ground of a photo's size; nil for a transparent one.
    ///
    /// - Parameter object: What is laid over it, of the photo's size.
    /// - Parameter upright: All pixels of the photo, where they lie behind the object themselves.
    func backdrop(
        _ ground: CutoutGround, behind object: RunLengthMask, upright: () throws -> UprightPhoto
    ) throws -> Backdrop? {
        switch ground {
        case .transparent: return nil
        case .colour(let colour): return Backdrop(colour)
        case .blur: return Backdrop(blurred: try upright().pixels, behind: object)
        case .grey: return Backdrop(greyed: try upright().pixels)
        case .picture:
            guard let picture else {
                throw PipelineError(.protocolBroken, "a cutout asks for a picture behind it, and the plan has none")
            }
            return Backdrop(picture.pixels, covering: object.size)
        }
    }
}
