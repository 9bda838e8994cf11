import Storage
import StorageSQL

/// What photos look like, in the table `likeness`.
extension SQLRows {
    func keep(likeness: [UInt8]?, of id: JobID) throws {
        guard let likeness else { return try query(.dropLikeness).run { $0.set(.job, id.rawValue) } }
        try query(.keepLikeness).run {
            $0.set(.job, id.rawValue)
            $0.set(.likeness, likeness)
        }
    }

    func likenesses(after: JobID?, limit: Int) throws -> [KeptLikeness] {
        try query(.likenesses).all(
            {
                $0.set(.job, after?.rawValue ?? -1)
                $0.set(.limit, limit)
            }, row: { KeptLikeness(job: JobID(rawValue: $0.integer(.job)), bytes: $0.bytes(.likeness)) })
    }
}
