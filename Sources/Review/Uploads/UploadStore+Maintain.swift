import SystemPackage
import SystemValues

/// What goes on without any request.
extension UploadStore {
    /// Finishes what a crash or a missing supervisor left, and forgets what nothing came for; until cancelled.
    ///
    /// A server of other results, or one that no run watches for, leaves the folder to another that it is watched for.
    ///
    /// - Parameters:
    ///   - pause: Between two tries; what is there is looked through in every fifteenth.
    ///   - rest: Between two looks where the folder is not watched, or another server has it still.
    ///   - most: Looks in a row without an answer after which it counts as not watched.
    ///   - isWatched: Whether the folder is watched for the results of this server; nil where nothing answers, as where the
    ///     supervisor is slow.
    func maintain(
        every pause: Duration = .seconds(20), resting rest: Duration = .seconds(1), missing most: Int = 3,
        while isWatched: @Sendable () async -> Bool?
    ) async {
        // Before the first answer it is not watched.
        var (turn, missed) = (Int?.none, most)
        while !Task.isCancelled {
            let answer = await isWatched()
            if answer == true {
                missed = 0
                keep()
                if turn == nil, await tellAgain() { turn = 0 }
                if let now = turn {
                    await finishWhole()
                    if now % 15 == 0 { await sweep() }
                    turn = now + 1
                }
            } else {
                // The next one that watches may be another one.
                turn = nil
                missed = answer == nil ? missed + 1 : most
                if missed >= most { await close() }
            }
            guard (try? await Task.sleep(for: turn == nil ? rest : pause)) != nil else { return }
        }
    }

    /// Tells the supervisor once more of photos that have their names for so short a time that it may have been killed
    /// before it took them: a new one would let them settle.
    ///
    /// - Returns: Whether the folder could be opened.
    func tellAgain() async -> Bool {
        let told: Void? = try? await use { folder in
            for upload in all where upload.note.phase == .placed && clock - upload.touched < rules.pause {
                guard let name = upload.note.name,
                    let number = try? await onLane(upload.note.id, { try folder.number(at: name) })
                else { continue }
                _ = try? await report(upload, at: watched.pushing(FilePath(name)), number, isThere: true)
            }
        }
        return told != nil
    }

    /// Gives names to photos that are whole.
    func finishWhole() async {
        try? await use { _ in
            for upload in all where upload.isWhole { _ = try? await finish(upload.note.id) }
        }
    }

    /// Forgets uploads that nothing comes for any more, and keys of photos that have gone.
    func sweep() async { try? await use { await sweep($0) } }

    private func sweep(_ folder: UploadFolder) async {
        for upload in all {
            let (id, age) = (upload.note.id, clock - upload.touched)
            try? await onLane(id) {
                // It may have gone on meanwhile.
                guard let upload = self.upload(id), upload.touched + age <= self.clock else { return }
                let isOld: Bool
                switch upload.note.phase {
                case .placing: isOld = false
                case .receiving:
                    // What was only announced holds room that others need.
                    let patience = upload.received == 0 ? self.rules.pause : self.rules.patience
                    isOld = !upload.isWhole && age > patience
                case .refused: isOld = age > self.rules.patience
                case .placed:
                    let isThere = folder.isThere(upload.note)
                    self.note(id, isThere: isThere)
                    isOld = !isThere && age > self.rules.memory
                }
                guard isOld, (try? folder.remove(id)) != nil else { return }
                self.forget(id)
            }
        }
    }
}
