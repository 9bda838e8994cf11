import Storage

extension Scene {
    /// What must hold of all jobs of a store at any time, history included, whatever has happened.
    func holdTogether(_ jobs: [Job]) throws {
        let byID = Dictionary(uniqueKeysWithValues: jobs.map { ($0.id, $0) })
        var places: Set<Place> = []
        var leaders: [[Fingerprint]: JobID] = [:]
        for job in jobs {
            if job.isCurrent {
                try require(places.insert(job.place).inserted, "\(job.place.path) has two current jobs")
            } else {
                try require(job.state.isFinal, "job \(job.id) is history and \(job.state)")
            }
            try require((job.state == .running) == (job.owner != nil), "job \(job.id): owner and state")
            try require(job.state.isFinal == (job.finished != nil), "job \(job.id): finished and \(job.state)")
            try require(job.progress.attempts >= 0, "job \(job.id): attempts")
            if job.state == .ready || job.state == .blocked, let original = job.original {
                let isLive = byID[original].map { !$0.state.isFinal } ?? false
                try equal(job.waitsForOriginal, isLive, "job \(job.id) waits for job \(original)")
                try equal(byID[original]?.content, job.content, "content of job \(job.id) and its original")
            } else {
                try require(!job.waitsForOriginal, "job \(job.id) waits for nothing")
            }
            let leads = job.original == nil && [.ready, .running, .blocked, .done].contains(job.state)
            if leads, let content = job.content {
                let key = [content, job.pipeline]
                try equal(leaders[key], nil, "another leader beside job \(job.id)")
                leaders[key] = job.id
            }
        }
    }
}

extension JobFilter {
    /// Every job, history included.
    static var everything: JobFilter { JobFilter(age: .any) }
}
