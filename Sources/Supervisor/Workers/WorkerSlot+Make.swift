import Control
import JobQueue
import Results
import Settings
import SystemPackage
import SystemValues
import WorkerProtocol

extension WorkerSlot {
    /// The slots of a run, all alike.
    static func make(
        _ count: Int, settings: Settings, context: RunContext, dispatcher: JobDispatcher, running: RunningWorkers,
        log: PhotoLog,
        report: @escaping @Sendable (RunEvent) -> Void, finish: @escaping @Sendable (WorkResult) async -> Void
    ) -> [WorkerSlot] {
        let process = WorkerProcess(
            executable: WorkerProcess.ownProgram, arguments: ["worker", "--supervised"],
            onTalk: { pid, line in report(.warning("worker \(pid): \(line)")) })
        let (isTold, hasClasses) = (Flag(), Flag())
        let output = settings.output
        let limits = Limits(photo: settings.workers.timeout, recycle: settings.workers.recycle)
        return (0..<count).map { number in
            // A folder for each slot: a worker that is taken over must not reach what another has written.
            let staging = context.staging.appending("\(number)")
            var plan = context.plan
            plan.staging = RawPathText(staging)
            return WorkerSlot(
                process: process, plan: plan,
                onConfinement: { confinement in
                    guard !isTold.isRaised else { return }
                    isTold.raise()
                    log.note("workers are confined", ["how": confinement.sentence])
                    guard !confinement.isWhole else { return }
                    report(.warning("workers are \(confinement.sentence); 'quiver doctor' says more"))
                },
                onClasses: { [folder = context.output] classes in
                    guard !hasClasses.isRaised else { return }
                    hasClasses.raise()
                    do { try ClassList.write(classes, in: folder) } catch { report(.warning("\(error)")) }
                }, staging: staging, limits: limits, dispatcher: dispatcher,
                running: running, log: log,
                followsLinks: settings.intake.followLinks,
                jobLine: { claim in
                    JobLine(
                        claim: claim.id.description, path: RawPathText(claim.place.file),
                        identity: JobLine.Identity(claim.stamp),
                        wanted: JobLine.Wanted(
                            staging: RawPathText(staging), annotated: output.annotate, crops: output.crops,
                            cutouts: output.cutouts, pages: output.pages,
                            content: claim.content.description))
                },
                finish: finish)
        }
    }
}
