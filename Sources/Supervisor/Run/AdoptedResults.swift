import Storage

/// Photos that have ended with former settings count as worked with the present ones of their folder, where a reload said so.
struct AdoptedResults: Sendable {
    let queue: QueueService
    let pipelines: FolderPipelines
    let now: @Sendable () -> UnixMillis

    private static let atOnce = 1000

    /// Counts them so, some at a time; what a crash leaves the next start goes on with.
    func adopt() async throws {
        let present = pipelines.fingerprints
        // A reload whose settings were not used in the end is over, unless settings of this start follow each other.
        _ = try await queue.perform { transaction in
            let followed = Set(try present.flatMap { try transaction.jobs.predecessors(of: $0) })
            for pipeline in present where !followed.contains(pipeline) {
                try transaction.jobs.note(resultsOf: pipeline, standFor: nil)
            }
        }
        let formers = try await queue.look { snapshot in
            try present.flatMap { try snapshot.jobs.predecessors(of: $0) }
        }
        for former in formers.reduce(into: [Fingerprint](), { if !$0.contains($1) { $0.append($1) } }) {
            try await adoptJobs(of: former)
            try await adoptForgotten(of: former)
            _ = try await queue.perform { try $0.jobs.note(resultsOf: former, standFor: nil) }
        }
    }

    private func adoptJobs(of former: Fingerprint) async throws {
        var filter = JobFilter(states: Set(JobState.allCases.filter(\.isFinal)), age: .any)
        filter.pipelines = [former]
        var last: JobID?
        while true {
            let page = try await queue.page(PageRequest(filter, after: last, limit: Self.atOnce))
            guard let end = page.last else { return }
            last = end.id
            let held = page.filter { pipelines.holds($0.place.file) }
            let folders = Dictionary(grouping: held) { pipelines.of($0.place).plan.pipeline }
            for (pipeline, jobs) in folders where pipeline != former {
                let command = JobCommand.adopt(JobFilter(ids: jobs.map(\.id), age: .any), pipeline: pipeline)
                _ = try await queue.change(command, limit: jobs.count, at: now())
            }
        }
    }

    private func adoptForgotten(of former: Fingerprint) async throws {
        var last: JobID?
        while true {
            // In one transaction: what another host takes in meanwhile is forgotten no more.
            last = try await queue.perform { [last, pipelines] in
                let page = try $0.jobs.forgotten(after: last, limit: Self.atOnce)
                let own = page.filter { $0.pipeline == former && pipelines.holds($0.place.file) }
                let changed = own.compactMap { photo -> ForgottenPhoto? in
                    let pipeline = pipelines.of(photo.place).plan.pipeline
                    guard pipeline != former else { return nil }
                    var photo = photo
                    photo.pipeline = pipeline
                    return photo
                }
                if !changed.isEmpty { try $0.jobs.keep(forgotten: changed) }
                return page.last?.job
            }
            guard last != nil else { return }
        }
    }
}
