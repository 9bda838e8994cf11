import Storage
import StorageSQL

/// Photos that were forgotten, and pipelines whose results stand for another one.
extension SQLRows {
    func forgotten(at place: Place) throws -> ForgottenPhoto? {
        guard let folder = try folder(of: place) else { return nil }
        let found = try query(.forgotten).first(
            {
                $0.set(.folder, folder)
                $0.set(.name, place.nameSlice)
            }, row: decodeForgotten)
        return found ?? nil
    }

    func forgotten(after: JobID?, limit: Int) throws -> [ForgottenPhoto] {
        try query(.forgottenPage).all(
            {
                $0.set(.job, after?.rawValue ?? -1)
                $0.set(.limit, limit)
            }, row: decodeForgotten
        ).compactMap { $0 }
    }

    func keep(forgotten photos: [ForgottenPhoto]) throws {
        for photo in photos {
            let numbers = SharedNumbers(
                folder: try folder(of: photo.place) ?? addFolder(of: photo.place),
                pipeline: try number(of: photo.pipeline) ?? addPipeline(photo.pipeline), owner: nil)
            try query(.keepForgotten).run { binder in
                for column in [QueueColumn].ofForgotten { binder.set(column, to: column.value(of: photo, numbers)) }
            }
        }
    }

    func drop(_ photo: ForgottenPhoto) throws {
        try query(.dropForgotten).run { $0.set(.job, photo.job.rawValue) }
    }

    func predecessors(of pipeline: Fingerprint) throws -> [Fingerprint] {
        guard let number = try number(of: pipeline) else { return [] }
        var former: [Fingerprint] = []
        try query(.predecessors).run(
            { $0.set(.pipeline, number) },
            row: { row in
                if let found = Fingerprint(row.bytes(.fingerprint)) { former.append(found) }
            })
        return former
    }

    func pipelinesWithPredecessors() throws -> [Fingerprint] {
        var followed: [Fingerprint] = []
        try query(.followedPipelines).run(
            { _ in },
            row: { row in
                if let found = Fingerprint(row.bytes(.fingerprint)) { followed.append(found) }
            })
        return followed
    }

    func note(resultsOf former: Fingerprint, standFor present: Fingerprint?) throws {
        var number: Int64?
        if let present {
            number = try self.number(of: present) ?? addPipeline(present)
            if try self.number(of: former) == nil { _ = try addPipeline(former) }
        }
        try query(.noteSuccessor).run {
            $0.set(.pipeline, number)
            $0.set(.fingerprint, former.bytes)
        }
    }

    private func decodeForgotten(_ row: Query.Row) throws -> ForgottenPhoto? {
        let folder = try names.folder(row.integer(.folder), query(.folder))
        return row.forgotten(
            at: Place(root: folder.root, folder: folder.path, name: row.bytes(.name)),
            pipeline: try names.pipeline(row.integer(.pipeline), query(.pipeline)))
    }
}
