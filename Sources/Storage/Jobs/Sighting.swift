import SystemValues

/// A file that intake has seen, as the queue knows it in the transaction that was asked.
///
/// The same file may be known below another root: a folder and a folder inside it, named in different runs. Without that
/// it would be recorded twice, and called a duplicate of itself.
public struct Sighting: Hashable, Sendable {
    /// What is to be done with the file.
    public enum Verdict: Hashable, Sendable {
        /// The queue has never seen it: its content is to be read.
        case new
        /// It is another file, has another pipeline, or was not whole or not there: its content is to be read.
        case changed
        /// It is the file that was seen before and needs nothing more. Its job is in this state, or its re-run, where that
        /// was put aside.
        case known(JobState)
    }

    /// Where the queue has it: the place where it was seen, or the same file below a root of an earlier run.
    public let place: Place
    /// What was known of it; nil for a file that the queue has never seen.
    public let former: KnownFile?
    /// What is to be done with it.
    public let verdict: Verdict

    /// What is known of a file at a place.
    public init(place: Place, former: KnownFile?, verdict: Verdict) {
        self.place = place
        self.former = former
        self.verdict = verdict
    }
}

/// A file that was registered: what was known of it before, and what became of it.
public struct Registration: Hashable, Sendable {
    /// The file as it was known until then.
    public let sighting: Sighting
    /// The arrival with the place and the record's path that it has in the queue.
    public let arrival: NewJob
    /// What the queue made of it.
    public let receipt: EnqueueResult
}

extension JobReading {
    /// What the queue knows of a file, by its stamp alone.
    ///
    /// - Parameter roots: The roots of earlier runs, below which the file may be known too.
    public func sighting(
        of stamp: FileIdentity, at place: Place, for pipeline: Fingerprint, below roots: [[UInt8]]
    ) throws -> Sighting {
        if let known = try known(stamp, at: place, for: pipeline) { return known }
        for other in place.retold(from: roots) {
            if let known = try known(stamp, at: other, for: pipeline) { return known }
        }
        return Sighting(place: place, former: nil, verdict: .new)
    }

    private func known(_ stamp: FileIdentity, at place: Place, for pipeline: Fingerprint) throws -> Sighting? {
        try knownFiles(at: [place])[0].map {
            Sighting(place: place, former: $0, verdict: $0.verdict(on: stamp, for: pipeline))
        }
    }
}

extension JobTransaction {
    /// What the queue knows of files, by their stamps alone; see ``JobReading/sighting(of:at:for:below:)``.
    public func sightings(
        of files: [(place: Place, stamp: FileIdentity, pipeline: Fingerprint)], below roots: [[UInt8]]
    ) throws -> [Sighting] {
        try foresee(.places(files.map(\.place)))
        return try files.map { try sighting(of: $0.stamp, at: $0.place, for: $0.pipeline, below: roots) }
    }

    /// Takes in files under the places where the queue knows them, one result for each, in order; see `enqueue`.
    ///
    /// A file that is known below another root keeps the record's path that it has there.
    ///
    /// - Parameter roots: The roots of earlier runs, below which the files may be known too.
    public func register(
        _ arrivals: [NewJob], below roots: [[UInt8]], at now: UnixMillis
    ) throws -> [Registration] {
        try foresee(.arrivals(arrivals))
        try foresee(.places(arrivals.flatMap { $0.place.retold(from: roots) }))
        let sightings = try arrivals.map {
            try sighting(of: $0.stamp, at: $0.place, for: $0.pipeline, below: roots)
        }
        let placed = zip(arrivals, sightings).map { arrival, sighting in
            var placed = arrival
            if let former = sighting.former, sighting.place != arrival.place {
                placed.place = sighting.place
                // Of a photo that was forgotten no record's path is known.
                if !former.isForgotten { placed.output = former.output }
            }
            return placed
        }
        let receipts = try enqueue(placed, at: now)
        return zip(sightings, zip(placed, receipts)).map { sighting, placed in
            Registration(sighting: sighting, arrival: placed.0, receipt: placed.1)
        }
    }
}

extension KnownFile {
    /// What a file with this stamp at the place is, where it is to be worked with a pipeline.
    fileprivate func verdict(on stamp: FileIdentity, for pipeline: Fingerprint) -> Sighting.Verdict {
        guard stamp.continues(self.stamp) else { return .changed }
        // The former result stands, as was asked for.
        if putAside == pipeline { return .known(.cancelled) }
        guard self.pipeline == pipeline else { return .changed }
        switch state {
        case .waiting, .gone: return .changed
        case .ready, .running, .blocked, .done, .failed, .quarantined, .cancelled: return .known(state)
        }
    }
}

extension Place {
    /// The same file told from other roots.
    fileprivate func retold(from roots: [[UInt8]]) -> [Place] {
        let slash = UInt8(ascii: "/")
        let file = root.last == slash ? root + path : root + [slash] + path
        return roots.compactMap { other in
            let start = other.last == slash ? other : other + [slash]
            guard other != root, file.count > start.count, file.starts(with: start) else { return nil }
            return Place(root: other, path: Array(file.dropFirst(start.count)))
        }
    }
}

/// What intake needs to know about a file that it sees again.
public struct KnownFile: Hashable, Sendable {
    /// The place's current job.
    public let job: JobID
    /// Where it stands.
    public let state: JobState
    /// The record's path below the output folder.
    public let output: [UInt8]
    /// The same stamp: no need to read the file again.
    public let stamp: FileIdentity
    /// The content, unless the file was still being written.
    public let content: Fingerprint?
    /// Another pipeline: enqueue again, unless it is that of the re-run which was put aside.
    public let pipeline: Fingerprint
    /// What a re-run of a finished job was to be worked with that ended without a result; nil where there is none.
    public let putAside: Fingerprint?
    /// Whether its job was forgotten: there is no record of it any more, and no path for one.
    public internal(set) var isForgotten = false

    /// A known file, as a store makes it.
    public init(
        job: JobID, state: JobState, output: [UInt8], stamp: FileIdentity, content: Fingerprint?, pipeline: Fingerprint,
        putAside: Fingerprint? = nil
    ) {
        self.job = job
        self.state = state
        self.output = output
        self.stamp = stamp
        self.content = content
        self.pipeline = pipeline
        self.putAside = putAside
    }
}
