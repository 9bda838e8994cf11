import Control
import Dispatch
import Foundation
import Results
import Settings
import Storage
import StorageTesting
import Synchronization
import SystemPackage
import SystemValues
import TestSupport
import Testing

@testable import Supervisor
@testable import Worker
@testable import WorkerProtocol

/// The supervisor with workers that misbehave, played by shell scripts, over the queue in memory.
@Suite struct SupervisorTests {
    /// What an honest worker of shell says: the answer to the job that it has read.
    ///
    /// It starts no other program, which takes long on a busy machine: some workers have little time.
    private static let answer = """
        claim=${job##*'"claim":"'}; claim=${claim%%'"'*}
        echo "{\\"claim\\":\\"$claim\\",\\"ending\\":\\"done\\",\\"photo\\":{\\"models\\":[],\\"results\\":[],\\"arrows\\":[],\\"pages\\":[],\\"timings\\":{}},\\"files\\":{\\"crops\\":[],\\"pages\\":[]}}"

        """

    /// The answer is there when the worker is killed at its time limit, and is read after that.
    @Test func anAnswerAtTheLimitCountsAndTheNextPhotoIsNotCharged() async throws {
        let workshop = try await Workshop()
        let next = try await workshop.add("b.jpg")
        let killed = workshop.temporary["killed"].path
        let script = """
            read plan; echo '{"greeting":"quiver worker"}'; read job; echo @load
            if [ ! -e '\(killed)' ]; then
                : >'\(killed)'
                text=$(\(Self.answer))
                printf '%s' "$text"
                exec sleep 600
            fi
            \(Self.answer)
            read more
            """
        let first = try await workshop.work(script, timeout: .seconds(5))
        let second = try #require(try await workshop.queue.job(next))
        #expect(FileManager.default.fileExists(atPath: killed))
        for job in [first, second] {
            #expect(job.state == .done && job.progress.attempts == 1 && job.progress.crashes == 0)
        }
    }

    @Test(arguments: [
        ("removed", JobState.gone), ("written to", .waiting), ("replaced by a link", .waiting),
        ("replaced by a pipe", .waiting),
    ])
    func aPhotoThatIsAnotherFileByItsTurnIsHandedToNobody(what: String, state: JobState) async throws {
        let workshop = try await Workshop()
        let photo = workshop.temporary["a.jpg"]
        if what != "written to" { try FileManager.default.removeItem(at: photo) }
        switch what {
        case "written to": try Data("another content".utf8).write(to: photo)
        case "replaced by a link":
            try Data("secret".utf8).write(to: workshop.temporary["secret"])
            try FileManager.default.createSymbolicLink(at: photo, withDestinationURL: workshop.temporary["secret"])
        case "replaced by a pipe": #expect(mkfifo(photo.path, 0o600) == 0)
        default: break
        }
        let told = workshop.temporary["told"].path
        let script = "read plan; echo '{\"greeting\":\"quiver worker\"}'; read job && echo \"$job\" >'\(told)'"
        let job = try await workshop.work(script)
        #expect(job.state == state && job.progress.crashes == 0)
        #expect(!FileManager.default.fileExists(atPath: told))
    }

    private static let greeting = #"read plan; echo '{"greeting":"quiver worker"}'; read job; echo @load; "#

    @Test(arguments: [
        ("kill -SEGV $$", "worker-crashed", "signal 11"),
        ("exec sleep 600", "timeout", "in stage load"),
        ("head -c 70000000 /dev/zero | tr '\\0' 'x'; read more", "worker-nonsense", "longer than any answer"),
        ("printf '{\"claim\":'; exit 0", "worker-nonsense", "something else"),
        ("echo rubbish; read more", "worker-nonsense", "something else"),
        (
            answer.replacingOccurrences(of: #"\"timings\":{}"#, with: #"\"timings\":{\"load\":1e300}"#) + "read more",
            "worker-nonsense", "a time"
        ),
        (
            #"echo '{"claim":"99.1","ending":"done","photo":{"models":[],"results":[],"arrows":[],"pages":[],"timings":{}},"files":{"crops":[],"pages":[]}}'; read more"#,
            "worker-nonsense", "something else"
        ),
    ])
    func aPhotoThatRuinsEveryWorkerIsPutAsideAfterThree(misdeed: String, code: String, word: String) async throws {
        let workshop = try await Workshop()
        let limit: Duration = code == "timeout" ? .seconds(2) : .seconds(600)
        let job = try await workshop.work(Self.greeting + misdeed, timeout: limit)
        #expect(job.state == .quarantined)
        #expect(job.progress.crashes == 3 && job.progress.attempts == 3)
        let record = try workshop.record()
        #expect(record.state == .quarantined)
        #expect(record.error?.code == code)
        #expect(record.error?.message.contains(word) == true, "\(record.error?.message ?? "")")
    }

    /// A worker looks at its photo before its first step and after its last one: a share may hold it at any of them.
    @Test(arguments: ["load", "write"])
    func aWorkerThatIsHeldByASilentShareCostsThePhotoNothing(stage: String) async throws {
        let workshop = try await Workshop()
        let held = workshop.temporary["held"].path
        let script = """
            \(Self.greeting)
            if [ ! -e '\(held)' ]; then
                : >'\(held)'
                echo @\(stage)
                exec sleep 600
            fi
            \(Self.answer)
            read more
            """
        let time = Mutex<UnixMillis>(0)
        // Each question to the folder takes three seconds by this clock.
        let folders = PhotoFolders(now: {
            time.withLock { time in
                time += 3000
                return time
            }
        })
        let job = try await workshop.work(script, timeout: .seconds(2), folders: folders)
        #expect(FileManager.default.fileExists(atPath: held))
        #expect(job.state == .done && job.progress.attempts == 1 && job.progress.crashes == 0)
    }

    /// The move waits for the folder on the folder's own thread, and the photo has ended without it.
    @Test func aFolderThatFallsSilentBeforeTheMoveHoldsUpNoResult() async throws {
        let workshop = try await Workshop()
        let place = Place(root: Array(workshop.temporary.url.path.utf8), path: Array("a.jpg".utf8))
        let folders = PhotoFolders(patience: .milliseconds(200))
        let (hold, begun, isHeld) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Flag())
        defer { hold.signal() }
        let job = try await workshop.work(
            Self.greeting + Self.answer + "read more", folders: folders, after: .move,
            wall: {
                // Between the plan of the move and the move.
                guard !isHeld.isRaised else { return 0 }
                isHeld.raise()
                Task {
                    try? await folders.perform(at: place) {
                        begun.signal()
                        hold.wait()
                    }
                }
                begun.wait()
                return 0
            })
        #expect(job.state == .done && folders.isResting(place))
        #expect(FileManager.default.fileExists(atPath: workshop.temporary["a.jpg"].path))
        #expect(try workshop.record().source.movedToPath == FilePath(workshop.temporary["done/a.jpg"].path))
    }

    /// What a worker says at no cost for its photo is looked at: else one that is taken over could say it for ever.
    @Test(arguments: [
        ("gone", "it lies there as it was"), ("changed", "it lies there as it was"),
        ("workerMustRestart", "its folder was replaced, and it was not"),
    ])
    func aWorkerThatLiesAboutWhatTheSupervisorSeesIsCharged(ending: String, word: String) async throws {
        let workshop = try await Workshop()
        let lie = Self.answer.replacingOccurrences(of: #"\"done\""#, with: #"\"\#(ending)\""#)
        let job = try await workshop.work(Self.greeting + lie + "read more")
        #expect(job.state == .quarantined && job.progress.crashes == 3)
        let error = try #require(try workshop.record().error)
        #expect(error.code == "worker-nonsense" && error.message.contains(word), "\(error.message)")
    }

    @Test func aWorkerWhosePhotoIsGoneMeanwhileMaySaySo() async throws {
        let workshop = try await Workshop()
        let photo = workshop.temporary["a.jpg"].path
        let word = Self.answer.replacingOccurrences(of: #"\"done\""#, with: #"\"gone\""#)
        let job = try await workshop.work(Self.greeting + "rm '\(photo)'; " + word + "read more")
        #expect(job.state == .gone && job.progress.crashes == 0)
    }

    /// No process can be had for a moment: here because the program is open for writing, as while it is replaced.
    @Test func aMomentWithoutProcessesPausesTheWorkAndCostsNothing() async throws {
        let workshop = try await Workshop()
        let program = workshop.temporary["worker"]
        try Data("#!/bin/sh\n\(Self.greeting)\n\(Self.answer)\nread more\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let held = Mutex<FileHandle?>(try FileHandle(forUpdating: program))
        let told = Mutex<[String]>([])
        let job = try await workshop.work("", program: FilePath(program.path)) { event in
            switch event {
            case .paused(let why):
                told.withLock { $0.append(why) }
                held.withLock { try? $0?.close() }
            case .resumed: told.withLock { $0.append("resumed") }
            default: break
            }
        }
        #expect(job.state == .done && job.progress.attempts == 1)
        let said = told.withLock { $0 }
        #expect(said.count == 2 && said.last == "resumed", "\(said)")
        #expect(said.first?.contains("cannot start a worker") == true, "\(said)")
    }

    /// Its successor is there before the next photo, and nothing of it is left: the photo comes only after that.
    @Test func aWorkerThatDiesWhileItWaitsIsReplacedAtOnce() async throws {
        let workshop = try await Workshop()
        let starts = workshop.temporary["starts"].path
        let script = """
            echo x >>'\(starts)'; read plan; echo '{"greeting":"quiver worker"}'
            [ "$(wc -l <'\(starts)')" -gt 1 ] || kill -KILL $$
            read job; echo @load
            \(Self.answer)
            read more
            """
        let job = try await workshop.work(script)
        #expect(job.state == .done && job.progress.attempts == 1 && job.progress.crashes == 0)
    }

    @Test func anAnswerBecomesTheRecord() async throws {
        let workshop = try await Workshop()
        let script =
            Self.greeting + """
                claim=$(echo "$job" | sed 's/.*"claim":"\\([^"]*\\)".*/\\1/')
                echo "{\\"claim\\":\\"$claim\\",\\"ending\\":\\"done\\",\\"photo\\":{\\"models\\":[],\\"results\\":[],\\"arrows\\":[],\\"pages\\":[],\\"timings\\":{}},\\"files\\":{\\"crops\\":[],\\"pages\\":[]}}"
                read more
                """
        let job = try await workshop.work(script)
        #expect(job.state == .done && job.progress.attempts == 1)
        #expect(try workshop.record().state == .done)
    }

    @Test func aWorkerThatDiesBeforeItBeginsCostsThePhotoNothing() async throws {
        let workshop = try await Workshop()
        let deaths = workshop.temporary["deaths"].path
        let script = """
            read plan; echo '{"greeting":"quiver worker"}'; read job
            echo x >>'\(deaths)'
            [ "$(wc -l <'\(deaths)')" -gt 5 ] || kill -KILL $$
            echo @load
            claim=$(echo "$job" | sed 's/.*"claim":"\\([^"]*\\)".*/\\1/')
            echo "{\\"claim\\":\\"$claim\\",\\"ending\\":\\"done\\",\\"photo\\":{\\"models\\":[],\\"results\\":[],\\"arrows\\":[],\\"pages\\":[],\\"timings\\":{}},\\"files\\":{\\"crops\\":[],\\"pages\\":[]}}"
            read more
            """
        let job = try await workshop.work(script)
        #expect(job.state == .done && job.progress.attempts == 1 && job.progress.crashes == 0)
    }

    @Test func aWorkerThatRefusesToStartEndsTheRunAndCostsNoPhoto() async throws {
        let workshop = try await Workshop()
        let script =
            #"read plan; echo '{"greeting":"x","refusal":{"code":"modelMissing","message":"no model here","fault":"input"}}'"#
        await #expect(throws: PipelineError.self) { try await workshop.work(script) }
        let job = try #require(try await workshop.queue.job(workshop.job))
        #expect(job.state == .ready && job.progress.attempts == 0)
    }

    @Test func workersThatDieAtTheStartEndTheRunAndCostNoPhoto() async throws {
        let workshop = try await Workshop()
        await #expect(throws: PipelineError.self) { try await workshop.work("exit 3") }
        let job = try #require(try await workshop.queue.job(workshop.job))
        #expect(job.state == .ready && job.progress.attempts == 0)
    }
}
