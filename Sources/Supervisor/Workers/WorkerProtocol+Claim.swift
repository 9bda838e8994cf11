import Storage
import WorkerProtocol

extension AnswerLine {
    /// The answer where a claim's photo ended before a worker saw it.
    init(of claim: Claim, ending error: any Error) {
        self.init(claim: claim.id.description, ending: .failed)
        end(with: error)
    }
}

extension JobLine.Identity {
    /// What intake saw of a claim's file.
    init(_ stamp: FileStamp) {
        self.init(inode: stamp.inode, size: stamp.size, mtimeNanoseconds: stamp.modified)
    }
}

extension WorkPlan {
    /// What photos are processed with: the same content is processed once with the same pipeline.
    var pipeline: Fingerprint { Fingerprint(pipelineHash) ?? Fingerprint(head: 0, tail: (0, 0, 0)) }
}
