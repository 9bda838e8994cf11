import Control
import Glibc
import SystemValues

/// What a run can be asked at any moment: how it stands, and what it has measured.
struct RunLook: Sendable {
    let workers: Int
    /// Nil where nothing is taken in.
    let intake: IntakeService?
    let tally: RunTally
    let dispatcher: JobDispatcher
    let running: RunningWorkers
    let settingsFile: SettingsFileCheck?
    let gate: WorkGate
    /// Nil where no client sends photos.
    let senders: SenderLimit?
    let meter: RunMeter
    /// Nil where no energy can be read.
    let energy: RunEnergy?
    private let startedAt = Clock.wall()

    init(
        workers: Int, intake: IntakeService?, tally: RunTally, dispatcher: JobDispatcher, running: RunningWorkers,
        settingsFile: SettingsFileCheck?, gate: WorkGate, senders: SenderLimit?, meter: RunMeter
    ) {
        (self.workers, self.intake, self.tally) = (workers, intake, tally)
        (self.dispatcher, self.running, self.settingsFile) = (dispatcher, running, settingsFile)
        (self.gate, self.senders) = (gate, senders)
        (self.meter, energy) = (meter, RunEnergy(meter))
    }

    /// How it stands; returns once the loop that hands photos out has answered.
    @Sendable func status() async -> LiveStatus {
        let waiting = intake?.waiting
        let away = dispatcher.lease.holds ? dispatcher.folders.reason : SharedWork.lapsed
        return LiveStatus(
            processIdentifier: getpid(), startedAt: startedAt, workers: workers, roots: intake?.status ?? [],
            ended: tally.ended, pause: await dispatcher.breaker.reason ?? away, incoming: waiting?.files,
            suspended: waiting?.folders, isPausedByHand: await dispatcher.isPaused, slots: running.slots,
            unread: intake?.unread, changedSettings: settingsFile?.changed, watches: intake?.watched,
            wait: gate.wait, fullFor: senders?.fullFor, joules: energy?.sinceStart())
    }

    /// What it has measured since its start.
    @Sendable func measurements() -> [Measurement] {
        _ = energy?.sinceStart()
        return meter.measurements.all
    }
}
