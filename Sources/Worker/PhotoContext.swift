import Findings
import Foundation
import Imaging
import Reading
import Results
import SystemPackage
import WorkerProtocol

/// One photo on its way through a worker: what the steps hand on to each other.
struct PhotoContext {
    let plan: WorkPlan
    let job: JobLine
    /// The photo, open; nil for a worker that was started by hand, which opens the job's path itself.
    let file: FileDescriptor?
    /// Is called with the stage that comes next.
    let onStage: (Stage) -> Void
    /// The page of the file, from 1 on.
    let page: Int

    /// The photo, once it is loaded.
    private(set) var photo: Photo?
    /// All its pixels, once a step needs them: a photo is decoded whole at most once.
    private var decoded: UprightPhoto?
    /// The sound text of the page itself, once it was looked for; empty for none.
    var layer: [TextLine]?
    /// Whether a look at the picture has not spoken against it.
    var isLayerConfirmed = false
    /// The pages that were laid flat.
    private var flatPages: [DetectorResult.Parent: RectifiedPage] = [:]
    /// What has been found out so far.
    var result = PhotoResult()
    /// The annotated picture as a JPEG.
    var annotated: [UInt8]?
    /// The findings cut out: boxes as JPEGs, in the order of the record's flat list, then objects with masks as PNGs.
    var crops: [(label: String, bytes: [UInt8], isCutout: Bool)] = []
    /// What was written for the supervisor.
    var files = AnswerLine.Files()

    init(
        plan: WorkPlan, job: JobLine, file: FileDescriptor?, onStage: @escaping (Stage) -> Void, page: Int = 1
    ) {
        self.page = page
        self.plan = plan
        self.job = job
        result.confidenceLevels = plan.confidenceLevels
        self.file = file
        self.onStage = onStage
    }

    /// The photo that the first step loads.
    var loaded: Photo {
        get throws {
            guard let photo else { throw PipelineError(.protocolBroken, "a step came before the photo was loaded") }
            return photo
        }
    }

    /// What rules know the photo by.
    var scene: PhotoScene {
        PhotoScene(path: EscapedName(job.path.file).text, camera: result.imageMetadata?.camera)
    }

    /// Takes the photo in.
    mutating func take(_ photo: Photo) { self.photo = photo }

    /// All pixels of the photo, upright.
    mutating func upright() throws -> UprightPhoto {
        if let decoded { return decoded }
        let upright = try loaded.upright()
        decoded = upright
        return upright
    }

    /// Notes what the photo looks like, from the pixels in which a detector looks at all of it; the first are as good as others.
    mutating func note(likenessOf pixels: PixelBuffer, at placement: Placement) {
        guard page == 1, result.image != nil, result.image?.likeness == nil else { return }
        result.image?.likeness = pixels.likeness(at: placement)
    }

    /// Whether a photo was decoded of which it is not known yet what it looks like; its pixels.
    var pixelsWithoutLikeness: PixelBuffer? {
        page == 1 && result.image != nil && result.image?.likeness == nil ? decoded?.pixels : nil
    }

    /// A page that a detector found, laid flat; each page is laid flat at most once as it is.
    ///
    /// - Parameter other: The photo that it is cut out of where that is another one, in which something cannot be recognised.
    mutating func flat(
        _ page: Page, _ place: DetectorResult.Parent, of other: UprightPhoto? = nil
    ) throws -> RectifiedPage {
        if other == nil, let known = flatPages[place] { return known }
        let enhancement = plan.detectors.first { $0.name == place.detector }?.settings.enhance ?? .none
        let flat = try RectifiedPage(page, of: (other ?? upright()).pixels, enhancement: enhancement)
        if other == nil { flatPages[place] = flat }
        return flat
    }

    /// Runs one stage and adds its milliseconds to the photo's own.
    mutating func stage<T>(
        _ stage: Stage, _ time: WritableKeyPath<Record.Timings, Double?>,
        _ body: (inout PhotoContext) throws -> T
    ) rethrows -> T {
        onStage(stage)
        let start = ContinuousClock.now
        defer { add(ContinuousClock.now - start, to: time) }
        return try body(&self)
    }

    /// Adds time that a stage has taken.
    mutating func add(_ time: Duration, to total: WritableKeyPath<Record.Timings, Double?>) {
        result.timings[keyPath: total] = (result.timings[keyPath: total] ?? 0) + time / .milliseconds(1)
    }
}

/// A page of a photo as it is from straight above, with the way back to the photo.
struct RectifiedPage {
    /// The page's own pixels.
    let pixels: PixelBuffer
    private let correction: PageCorrection

    /// Lays a page flat.
    init(_ page: Page, of photo: PixelBuffer, enhancement: PageEnhancement) throws {
        let correction = try PageCorrection(page)
        let flat = try photo.bytes.withUnsafeBytes { bytes throws(ReadingError) in
            try correction.flat(from: bytes, size: photo.size, enhancement: enhancement)
        }
        pixels = PixelBuffer(size: flat.size, bytes: flat.rgb)
        self.correction = correction
    }

    /// What was found on the page, in the photo; lines of text keep their place on the page as well.
    func inPhoto(_ found: FindingList) -> FindingList {
        guard let lines = found.texts else { return found.mapped(correction.toPhoto.map) ?? found }
        return .texts(
            lines.map { line in
                var placed = line.mapped(correction.toPhoto.map)
                placed.onPage = line.corners
                return placed
            })
    }

    /// What is corners and texts, such as a line, as it lies on the page; other findings stay as they are.
    func onPage(_ finding: any Finding) -> any Finding {
        guard let plane = finding as? any PlaneFinding else { return finding }
        return plane.mapped(correction.toPage.map)
    }
}
