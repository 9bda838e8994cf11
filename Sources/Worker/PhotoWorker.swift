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

    /// Loads every model of the plan.
    ///
    /// - Throws: a sentence where a model or the engine cannot be used.
    init(plan: WorkPlan, onStage: @escaping (Stage) -> Void = { _ in }) throws {
        try Imaging.start()
        self.plan = plan
        self.onStage = onStage
        try plan.checkModels()
        let ground = try PlannedGround(plan)
        steps = try PhotoSteps(plan, ground)
        pictures = PhotoPictures(limits: plan.limits, strict: plan.strict, window: plan.window, ground: ground)
        // Once more, for a file that was swapped between the first look and the loading.
        try plan.checkModels()
        ResourceLimits.apply(memory: plan.memory, pixels: plan.limits.pixels)
    }

    /// The answer for one photo; never throws, whatever the photo is.
    ///
    /// - Parameter file: The photo, open; nil for a worker that was started by hand, which opens the job's path itself.
    func work(_ job: JobLine, _ file: FileDescriptor? = nil) -> AnswerLine {
        var answer = AnswerLine(claim: job.claim, ending: .done)
        var context = PhotoContext(plan: plan, job: job, file: file, onStage: onStage)
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
