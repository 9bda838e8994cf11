import Findings
import Glibc
import Results
import Scoring
import SystemPackage
import SystemValues
import WorkerProtocol

extension AnswerLine.Files {
    /// Whether every file is one that a worker may hand over: a plain temp file in the staging folder.
    ///
    /// The supervisor moves and removes what an answer names. A worker that is taken over must not get it to do for it what the
    /// worker itself is kept from.
    func areOwn(in staging: FilePath) -> Bool {
        original == nil && all.allSatisfy { Self.isOwn($0, staging) }
    }

    private static func isOwn(_ file: FilePath, _ staging: FilePath) -> Bool {
        let name = file.lastName
        guard file == staging.pushing(FilePath(rawBytes: name)), AtomicFile.isTemporary(name) else { return false }
        var status = Glibc.stat()
        guard file.withPlatformString({ fstatat(AT_FDCWD, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
            // The folder was taken away meanwhile: publishing finds out, and the worker is not to blame.
            return errno == ENOENT
        }
        return status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }
}

extension AnswerLine {
    /// The first thing that no honest worker answers, for messages; nil where there is none.
    func violation(of bounds: AnswerBounds) -> String? {
        let checks: [(String, Bool)] = [
            ("a size of picture", photo.image.map { $0.isWithin(bounds) } ?? true),
            ("data of a camera", photo.imageMetadata.map { $0.isWithin(bounds) } ?? true),
            ("a number of pages", photo.hasPages(within: bounds)),
            ("a number of detectors", photo.results.count <= bounds.entries * max(photo.pages.count, 1)),
            ("a number of detections", photo.results.allSatisfy { $0.allFound.count <= bounds.findings(of: $0) }),
            ("a detector", photo.results.allSatisfy { $0.isWithin(bounds) }),
            ("a vector", photo.results.allSatisfy { $0.embedding == nil || $0.task == .embed }),
            ("a mask", photo.results.allSatisfy { $0.masks(areOf: photo.size(ofPage: $0.page)) }),
            ("a number of crops", files.crops.count <= 3 * photo.results.reduce(0) { $0 + $1.found.items.count + 1 }),
            ("a picture of a page", files.pages.count <= photo.pages.count && photo.pages.contains(pagesOf: files)),
            ("a number of faces", photo.targetDetection.map { $0.faces.count <= AnswerBounds.faces } ?? true),
            ("a number of arrows", photo.arrows.count <= AnswerBounds.arrows),
            ("a model", photo.models.count <= bounds.models && photo.models.allSatisfy(\.isWithinBounds)),
            ("a time", (photo.timings.all + photo.results.flatMap(\.times)).allSatisfy { $0.isTime }),
            ("a picture", picture.map(\.isWithinBounds) ?? true),
            ("a reason", (error?.isWithinBounds ?? true) && (photo.targetDetection?.reason?.isSentence ?? true)),
        ]
        if let wrong = checks.first(where: { !$0.1 }) { return wrong.0 }
        if photo.results.contains(where: { $0.allFound.contains { !$0.isWithinBounds } })
            || files.crops.contains(where: { !$0.label.isName })
        {
            return "a detection"
        }
        if photo.targetDetection?.faces.contains(where: { !$0.isWithinBounds }) ?? false { return "a face" }
        let faces = photo.targetDetection?.faces.count ?? 0
        return photo.arrows.allSatisfy { $0.isWithinBounds(faces: faces) } ? nil : "an arrow"
    }
}

extension DetectorResult {
    /// What was found, with what rules ignore of it.
    fileprivate var allFound: [any Finding] { found.items + (ignored?.items ?? []) }

    private var isOfItsTask: Bool { found.isOf(task) && ignored.map { $0.isOf(task) } ?? true }

    fileprivate var times: [Double] { [timings.load, timings.infer, timings.decode].compactMap { $0 } }

    fileprivate func isWithin(_ bounds: AnswerBounds) -> Bool {
        let index = parent?.index ?? 0
        return bounds.detectors.contains(detector) && model.map { (0..<max(bounds.models, 1)).contains($0) } ?? true
            && parent.map { bounds.detectors.contains($0.detector) } ?? true && (0..<1_000_000).contains(index)
            && threshold?.isShare ?? true && hasThresholdsOfClasses && isOfItsTask
            && [crowd?.faces ?? 0, crowd?.bodies ?? 0].allSatisfy((0...AnswerBounds.mostFindings).contains)
            && noInputFrom.map { bounds.detectors.contains($0) && found.items.isEmpty } ?? true
            && (languages ?? []).count <= AnswerBounds.languages && (languages ?? []).allSatisfy(\.isName)
            && error.map { $0.code.isName && $0.message.isSentence } ?? true
    }
}

extension DetectorResult {
    private var hasThresholdsOfClasses: Bool {
        let all = thresholds ?? [:]
        return all.count <= AnswerBounds.classes && all.allSatisfy { $0.key.isName && $0.value.isShare }
    }
}

extension DetectorResult {
    /// Whether every mask, that of a crowd too, is of the page's own size.
    fileprivate func masks(areOf page: PixelSize?) -> Bool {
        (allFound.compactMap(\.silhouette) + [crowd?.mask].compactMap { $0 }).allSatisfy { $0.size == page }
    }
}

extension Finding {
    fileprivate var isWithinBounds: Bool {
        label.isName && (reading?.utf8.count ?? 0) <= AnswerBounds.text
            && (0..<AnswerBounds.classes).contains(classIndex ?? 0) && confidence.isShare
            && region.map(\.isPlace) ?? true && isWellFormed && points.allSatisfy(\.isPlace)
    }
}

extension PhotoResult {
    /// Whether its pages are numbered from 1 on, no more than are read, each within the limits, and every result is of one of them.
    fileprivate func hasPages(within bounds: AnswerBounds) -> Bool {
        guard pages.count <= max(bounds.photo.pages, 1), pages.count != 1,
            pages.map(\.number) == Array(pages.indices.map { $0 + 1 })
        else { return false }
        return results.allSatisfy { (1...max(pages.count, 1)).contains($0.page) }
            && pages.allSatisfy { page in
                page.size.map { AnswerLine.isSize($0.width, $0.height, bounds.photo) } ?? true
                    && page.error.map { $0.code.isName && $0.message.isSentence } ?? true
            }
    }
}

extension [PhotoPage] {
    /// Whether each picture is of one of these pages, after the first.
    fileprivate func contains(pagesOf files: AnswerLine.Files) -> Bool {
        files.pages.allSatisfy { file in file.page > 1 && contains { $0.number == file.page } }
    }
}

extension Region {
    fileprivate var isPlace: Bool { center.isPlace && width.isDistance && height.isDistance && angle.isCoordinate }
}

extension Record.Image {
    fileprivate func isWithin(_ bounds: AnswerBounds) -> Bool {
        AnswerLine.isSize(width, height, bounds.photo) && (1...8).contains(orientation)
            && PhotoFormat(rawValue: format) != nil && pages.map { $0 > 1 && $0 <= bounds.photo.frames } ?? true
    }
}

extension Record.ImageMetadata {
    fileprivate func isWithin(_ bounds: AnswerBounds) -> Bool {
        AnswerLine.isSize(width, height, bounds.photo) && (1...8).contains(orientation)
            && PhotoFormat(rawValue: format) != nil && [captured, make, model].compactMap { $0 }.allSatisfy(\.isName)
    }
}

extension AnswerLine {
    fileprivate static func isSize(_ width: Int, _ height: Int, _ limits: PhotoLimits) -> Bool {
        let sides = 1...max(limits.side, 1)
        guard sides.contains(width), sides.contains(height) else { return false }
        let (area, overflow) = width.multipliedReportingOverflow(by: height)
        return !overflow && area <= limits.pixels
    }
}

extension AnswerLine.Picture {
    /// Whether it begins as a JPEG or a PNG does and names a size that pages can show.
    fileprivate var isWithinBounds: Bool {
        let sides = 1...AnswerBounds.pictureSide
        let isKnown = file.starts(with: [0xFF, 0xD8, 0xFF]) || file.starts(with: [0x89, 0x50, 0x4E, 0x47])
        return isKnown && sides.contains(width) && sides.contains(height)
    }
}

extension Record.Model {
    fileprivate var isWithinBounds: Bool { [name, sha256, engine, precision].allSatisfy(\.isName) }
}

extension Record.Failure {
    fileprivate var isWithinBounds: Bool { code.isName && message.isSentence }
}

extension Record.Timings {
    /// The times that were taken.
    var all: [Double] { [load, register, infer, decode, draw, write].compactMap { $0 } }
}

extension TargetDetection.Face {
    fileprivate var isWithinBounds: Bool {
        let shape = [outline.cx, outline.cy, outline.angleDeg].allSatisfy(\.isCoordinate)
        return shape && outline.a.isDistance && outline.b.isDistance && center.isPlace && residual.isDistance
            && confidence.isShare && homography.rows.allSatisfy { $0.isWithin(1e30) }
    }
}

extension DetectedArrow {
    fileprivate func isWithinBounds(faces: Int) -> Bool {
        let places = [normalizedX, normalizedY, pixelX, pixelY].allSatisfy(\.isCoordinate)
        let distances = [distanceFromCenter, distanceMm, distanceToLine].allSatisfy(\.isDistance)
        return (1...AnswerBounds.arrows).contains(id) && (0...10).contains(score) && places && distances
            && (0...360).contains(clockPositionDeg) && confidence.isShare && boundingBox.isPlace
            && (nock?.isPlace ?? true) && face.map { (0..<faces).contains($0) } ?? true
            && reviewReasons.count <= ReviewReason.allCases.count
    }
}

extension WorkerGreeting {
    /// The detectors of plans with the classes that the worker names, each once; nil where no honest worker says so.
    ///
    /// Empty where the worker says nothing of them. What is not the worker's to say comes from the plans.
    func classes(of plans: [WorkPlan]) -> [DetectorClasses]? {
        guard let told = self.plans else { return [] }
        guard told.count == plans.count else { return nil }
        var all: [DetectorClasses] = []
        for (detectors, plan) in zip(told, plans) {
            guard let classes = Self.classes(detectors, of: plan) else { return nil }
            all += classes.filter { one in !all.contains { $0.name == one.name } }
        }
        return all
    }

    private static func classes(_ detectors: [Detector], of plan: WorkPlan) -> [DetectorClasses]? {
        guard detectors.map(\.name) == plan.detectors.map(\.name),
            detectors.reduce(0, { $0 + $1.classes.count }) <= AnswerBounds.classes,
            detectors.allSatisfy({ $0.classes.allSatisfy(\.isName) })
        else { return nil }
        let known = zip(detectors, plan.detectors).map { detector, plan in
            DetectorClasses(
                name: plan.name, task: detector.task.rawValue, model: plan[.main]?.sha256 ?? "",
                classes: detector.classes)
        }
        // What is scored stands under the detector that looks for targets, or under a name of its own.
        guard let targets = plan.targets, plan.targetSeekers(among: detectors).isEmpty else { return known }
        let scored = DetectorClasses(
            name: TargetDetection.detector, task: DetectorTask.detect.rawValue, model: targets.arrows.sha256,
            classes: TargetClass.allCases.map(\.rawValue))
        return known + [scored]
    }
}

/// What a worker's answer may hold at most.
///
/// A worker that is taken over says what it likes. Whatever passes here is stored, added up and printed by code that
/// relies on it: numbers are finite and no larger than photos give, lists no longer, texts short and without commands.
struct AnswerBounds: Sendable {
    /// Entries of detectors, one for each region that one of them looked at.
    var entries: Int
    /// Findings of one entry of a detector.
    var findings: Int
    var models: Int
    /// The names of the plan's detectors.
    var detectors: Set<String>
    var photo: PhotoLimits

    /// Findings of one detector in one photo, in all regions together.
    static let mostFindings = 1_000_000
    /// Faces and arrows of one photo: far more than fit on one.
    static let faces = 1000
    static let arrows = 10_000
    /// Coordinates and distances: far more than any photo has, and few enough for every later sum.
    static let reach = 1e12
    /// Milliseconds of a stage: a year.
    static let time = 3.2e10
    /// Pixels of a JPEG's side.
    static let pictureSide = 65_535
    /// Classes of all detectors together.
    static let classes = ModelClasses.most
    /// Languages that one text was read in: more than are read together.
    static let languages = 256
    /// Bytes of a name.
    static let name = 1024
    /// Bytes of what one finding says: more than the densest page.
    static let text = 1 << 20
    /// Bytes of a sentence, which may name a path in which every byte is escaped.
    static let sentence = 64 << 10

    /// What a plan's workers can find.
    init(_ plan: WorkPlan) {
        // A detector that runs on another's findings has an entry for each of them.
        var found: [String: Int] = [:]
        var entries = 0
        for detector in plan.order.map({ plan.detectors[$0] }) {
            let views = max(detector.settings.on.detector.flatMap { found[$0] } ?? 1, 1)
            found[detector.name] = min(views * detector.settings.maxDetections, Self.mostFindings)
            entries += views
        }
        self.entries = entries + (plan.targets == nil ? 0 : 1)
        findings = plan.detectors.map(\.settings.maxDetections).max() ?? 0
        models = plan.models.count
        detectors = Set(plan.detectors.map(\.name) + (plan.targets == nil ? [] : [TargetDetection.detector]))
        photo = plan.limits
    }

    /// The findings that an entry may have: beside a detector's own, what was scored.
    func findings(of result: DetectorResult) -> Int { findings + (result.isScored ? Self.arrows + Self.faces : 0) }
}

extension Double {
    /// Whether it is a number of at most this size.
    func isWithin(_ reach: Double) -> Bool { isFinite && abs(self) <= reach }

    var isCoordinate: Bool { isWithin(AnswerBounds.reach) }
    var isDistance: Bool { isCoordinate && self >= 0 }
    var isShare: Bool { (0...1).contains(self) }
    var isTime: Bool { (0...AnswerBounds.time).contains(self) }
}

extension String {
    /// Whether it is a name as models and cameras give them once Quiver has read them.
    var isName: Bool {
        utf8.count <= AnswerBounds.name && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    var isSentence: Bool { utf8.count <= AnswerBounds.sentence }
}

extension Point {
    var isPlace: Bool { x.isCoordinate && y.isCoordinate }
}

extension Box {
    var isPlace: Bool { x.isCoordinate && y.isCoordinate && width.isDistance && height.isDistance }
}
