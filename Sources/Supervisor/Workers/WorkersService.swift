import Control
import Results
import ServiceLifecycle
import Settings
import Storage
import Synchronization
import SystemPackage
import SystemValues
import WorkerProtocol

/// Runs every worker slot until there is no more work, or until the grace time after a stop is over.
///
/// It ends the run when it ends, and closes the publisher behind the last slot: what a worker has answered is published,
/// whether the slots end well or not.
struct WorkersService: Service {
    let dispatcher: JobDispatcher
    let publisher: Publisher
    let slots: [WorkerSlot]
    var running = RunningWorkers()
    /// How long photos in work may take after a stop.
    let grace: Duration

    func run() async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await serve()) } catch { result = .failure(error) }
        await dispatcher.stop()
        await publisher.close()
        try result.get()
    }

    private func serve() async throws {
        let ends = ChangeSignal()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for slot in slots {
                group.addTask {
                    try await slot.serve()
                    return true
                }
            }
            group.addTask {
                // Returns at a stop; throws when the slots have ended, or when another service has failed.
                try? await gracefulShutdown()
                // What the slots have worked is published and reported, however long the queue's disk is full.
                guard ends.count == 0 else { return false }
                let grace = Task.isCancelled ? .zero : grace
                await dispatcher.stop()
                running.endStarting()
                await dispatcher.breaker.stopRetrying(within: grace)
                async let left: Void = dispatcher.leaveUnbegun()
                try? await Task.sleep(for: grace)
                await left
                return false
            }
            var serving = slots.count
            while serving > 0, let isSlot = try await group.next() {
                guard isSlot else { break }
                serving -= 1
            }
            if serving == 0 { ends.notify() }
            group.cancelAll()
        }
    }
}

extension WorkerSlot {
    /// The slots of a run, all alike.
    static func make(
        _ count: Int, settings: Settings, context: RunContext, dispatcher: JobDispatcher, running: RunningWorkers,
        output check: OutputCheck, log: PhotoLog, meter: RunMeter,
        report: @escaping @Sendable (RunEvent) -> Void, finish: @escaping @Sendable (Completion) async -> Void
    ) -> [WorkerSlot] {
        let (isTold, hasClasses, isRefused) = (Flag(), Flag(), Flag())
        let scheduling = settings.workers.scheduling
        let process = WorkerProcess(
            executable: ProgramFolders.ownProgram, arguments: ["worker", "--supervised"], scheduling: scheduling,
            onRefusal: { error in
                guard !isRefused.isRaised else { return }
                isRefused.raise()
                report(
                    .warning(
                        "workers do not let other programs go first as 'workers.scheduling' (\(scheduling.rawValue)) says: "
                            + "the system refuses it (\(error)); they work on as far as it lets them"))
            },
            onTalk: { pid, line in report(.warning("worker \(pid): \(line)")) })
        let limits = Limits(photo: settings.workers.timeout, recycle: settings.workers.recycle)
        return (0..<count).map { _ in
            WorkerSlot(
                process: process, pipelines: context.pipelines,
                onConfinement: { confinement in
                    guard !isTold.isRaised else { return }
                    isTold.raise()
                    log.note("workers are confined", ["how": confinement.sentence])
                    guard !confinement.isWhole else { return }
                    report(.warning("workers are \(confinement.sentence); 'quiver doctor' says more"))
                },
                onClasses: { [folder = context.output, pipelines = context.pipelines] classes in
                    guard !hasClasses.isRaised else { return }
                    hasClasses.raise()
                    let all = pipelines.classesOfResults(classes, beside: ClassList.read(in: folder) ?? [])
                    do { try ClassList.write(all, in: folder) } catch { report(.warning("\(error)")) }
                }, staging: context.staging,
                makeFolder: { place in try check.holding(anew: true) { try place.makeFolder() } }, limits: limits,
                dispatcher: dispatcher,
                running: running, log: log, meter: meter, finish: finish)
        }
    }
}

extension JobLine {
    /// What is sent to a worker for a claim: the photo, what its folder's settings want of it, and the folder of the worker's temp
    /// files.
    init(_ claim: Claim, of pipeline: FolderPipelines.Pipeline, in folder: FilePath) {
        let output = pipeline.settings.output
        self.init(
            claim: claim.id.description, path: RawPathText(claim.place.file), identity: claim.stamp,
            wanted: Wanted(
                staging: RawPathText(folder), annotated: output.annotate, crops: output.crops, cutouts: output.cutouts,
                pages: output.pages, content: claim.content.description),
            plan: pipeline.number > 0 ? pipeline.number : nil)
    }
}

extension AnswerLine {
    /// The answer where a claim's photo ended before a worker saw it.
    init(of claim: Claim, ending error: any Error) {
        self.init(claim: claim.id.description, ending: .failed)
        end(with: error)
    }
}

extension WorkPlan {
    /// What photos are processed with: the same content is processed once with the same pipeline.
    var pipeline: Fingerprint { Fingerprint(pipelineHash) ?? Fingerprint(head: 0, tail: (0, 0, 0)) }
}

/// The workers that are running and what each does, so that one can be ended from outside its slot.
final class RunningWorkers: Sendable {
    /// What a worker does at a moment.
    enum Work: Sendable, Hashable {
        /// It loads its model and is no good for anything yet.
        case starting
        /// It waits for a photo.
        case idle
        /// It works a photo.
        case photo(JobID)
    }

    private struct Worker {
        var work: Work
        let kill: @Sendable () -> Void
        /// What the status shows of the photo that it works.
        var slot = LiveStatus.Slot()
        /// It was ended from outside: neither it nor the photo is to blame.
        var isEnded = false
    }

    private struct State {
        var workers: [Int: Worker] = [:]
        var last = 0
        var isStopping = false
    }

    private let state = Mutex(State())

    /// A worker has started; returns the number that it goes by.
    func begin(kill: @escaping @Sendable () -> Void) -> Int {
        let (number, isStopping) = state.withLock { state in
            state.last += 1
            state.workers[state.last] = Worker(work: .starting, kill: kill, isEnded: state.isStopping)
            return (state.last, state.isStopping)
        }
        if isStopping { kill() }
        return number
    }

    /// What the worker does from now on, and what the status shows of its photo.
    func set(_ number: Int, to work: Work, _ slot: LiveStatus.Slot = LiveStatus.Slot()) {
        state.withLock { state in
            state.workers[number]?.work = work
            state.workers[number]?.slot = slot
        }
    }

    /// The step that the worker is at.
    func set(_ number: Int, stage: String) { state.withLock { $0.workers[number]?.slot.stage = stage } }

    /// What each worker does, the one that started first at the front.
    var slots: [LiveStatus.Slot] {
        state.withLock { state in state.workers.sorted { $0.key < $1.key }.map(\.value.slot) }
    }

    /// The worker's process has ended; returns whether it was ended from outside.
    func end(_ number: Int) -> Bool { state.withLock { $0.workers.removeValue(forKey: number)?.isEnded ?? false } }

    /// How many are at work, with a photo or with their models.
    var busy: Int { state.withLock { $0.workers.values.count { $0.work != .idle } } }

    /// Ends the workers of jobs that are not wanted any more.
    func endWork(on jobs: [JobID]) {
        let jobs = Set(jobs)
        kill { if case .photo(let job) = $0 { jobs.contains(job) } else { false } }
    }

    /// Ends every worker that works a photo.
    func endAllWork() { kill { if case .photo = $0 { true } else { false } } }

    /// Ends the workers that have not even begun: the run is to end, and nothing waits for their models.
    func endStarting() {
        state.withLock { $0.isStopping = true }
        kill { $0 == .starting }
    }

    private func kill(_ isMeant: (Work) -> Bool) {
        state.withLock { state in
            for (number, worker) in state.workers where isMeant(worker.work) {
                state.workers[number]?.isEnded = true
                // Under the lock, so that the worker cannot begin with another photo meanwhile.
                worker.kill()
            }
        }
    }
}
