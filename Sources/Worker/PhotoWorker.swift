import Findings
import Foundation
import Imaging
import Results
import SystemPackage
import WorkerProtocol

/// Works one photo after the other, each by the steps of ``PhotoSteps``.
///
/// It owns the loaded models.
final class PhotoWorker {
    private let plan: WorkPlan
    private let steps: PhotoSteps
    /// Every detector with the classes that its model knows, in the order of the settings.
    var detectorClasses: [WorkerGreeting.Detector] { steps.classes }
    private var pictures: PhotoPictures
    /// Is called with the stage that comes next of each photo.
    private let onStage: (Stage) -> Void
    /// What it was called with last of this photo.
    private var told: Stage?

    /// Loads every model of the plans, each once, and bounds what the process may take from then on.
    ///
    /// All of them at the start: a worker that has met photos can open no model any more.
    /// - Throws: a sentence where a model or the engine cannot be used.
    static func load(_ plans: [WorkPlan], onStage: @escaping (Stage) -> Void = { _ in }) throws -> [PhotoWorker] {
        let shared = SharedModels()
        let workers = try plans.map { try PhotoWorker(plan: $0, shared, onStage: onStage) }
        let most = (memory: plans.map(\.memory).max(), pixels: plans.map(\.limits.pixels).max())
        ResourceLimits.apply(memory: most.memory ?? .max, pixels: most.pixels ?? 0)
        return workers
    }

    private init(plan: WorkPlan, _ shared: SharedModels, onStage: @escaping (Stage) -> Void) throws {
        try Imaging.start()
        self.plan = plan
        self.onStage = onStage
        try plan.checkModels()
        let ground = try PlannedGround(plan)
        steps = try PhotoSteps(plan, ground, shared)
        pictures = PhotoPictures(limits: plan.limits, strict: plan.strict, window: plan.window, ground: ground)
        // Once more, for a file that was swapped between the first look and the loading.
        try plan.checkModels()
    }

    /// The answer for one photo; never throws, whatever the photo is.
    ///
    /// - Parameter file: The photo, open; nil for a worker that was started by hand, which opens the job's path itself.
    func work(_ job: JobLine, _ file: FileDescriptor? = nil) -> AnswerLine {
        var answer = AnswerLine(claim: job.claim, ending: .done)
        told = nil
        var context = PhotoContext(plan: plan, job: job, file: file, onStage: tell)
        do {
            try check(job, file)
            if let wish = job.picture {
                answer.picture = try context.stage(.draw, \.draw) { _ in try pictures.picture(wish, of: job, file) }
            } else {
                try steps.run(&context)
            }
            take(context, into: &answer)
            // Looked at again at the end: what was written to under way is no answer for what lies there now.
            try check(job, file)
        } catch {
            take(context, into: &answer)
            answer.discardFiles()
            answer.end(with: error)
            // A picture that cannot be decoded may have been in the middle of being written.
            if answer.ending == .failed, (try? check(job, file)) == nil { answer.end(with: FileChanged()) }
        }
        return answer
    }

    /// Says a stage once, however many parts it has: each word wakes the supervisor.
    ///
    /// Each page is said, since each has its own time.
    private func tell(_ stage: Stage) {
        guard stage != told || stage == .page else { return }
        told = stage
        onStage(stage)
    }

    private func take(_ context: PhotoContext, into answer: inout AnswerLine) {
        answer.photo = context.result
        answer.files = context.files
    }

    /// Sees that the file is still the one that was promised.
    private func check(_ job: JobLine, _ photo: FileDescriptor?) throws {
        if let photo {
            try job.identity?.check(descriptor: photo.rawValue)
        } else {
            try job.identity?.check(job.path.file)
        }
    }
}
