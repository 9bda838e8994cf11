import Results
import Storage
import SystemPackage
import WorkerProtocol

/// What of an answer is the supervisor's own to know.
extension WorkerSlot {
    /// Takes the files of an answer over; false where they are not the worker's own.
    ///
    /// Where the results' folder does not let them be moved, the answer says so in place of what it said: no photo is to
    /// blame, and the publisher's own look at the folder decides.
    func take(filesOf answer: inout AnswerLine, from folder: StagingFolder) async throws -> Bool {
        guard !answer.files.isEmpty else { return true }
        let files = answer.files
        let (taken, areOwn, trouble): (AnswerLine.Files, Bool, ResultsError?) = try await disk.perform {
            guard files.areOwn(in: folder.path) else { return (files, false, nil) }
            var taken = files
            do throws(ResultsError) { try folder.take(&taken) } catch { return (taken, true, error) }
            // Nothing can be put into their place any more. Where somebody took the folder away, publishing will tell.
            return (taken, taken.areOwn(in: folder.taking) || !folder.isInPlace, nil)
        }
        answer.files = taken
        if let trouble {
            answer.discardFiles()
            answer.end(with: trouble)
        }
        return areOwn
    }

    /// What the supervisor's own look at a photo says of its worker's answer.
    enum Looked: Sendable {
        case fine
        /// What the worker says and is not so, for people: such an answer would cost a photo no attempt, so that a worker
        /// which is taken over could give it for ever.
        case nonsense(String)
        /// Nothing is known of the photo: its folder is out of reach.
        case away(FolderAway)
    }

    /// Sees that the photo still lies under its name, as the worker says or does not say, and that a worker which asks to
    /// be replaced has a reason: the supervisor's own look decides.
    func look(
        for photo: OpenedPhoto, of claim: Claim, in folder: StagingFolder, after answer: inout AnswerLine
    ) async throws -> Looked {
        switch answer.ending {
        case .blocked, .outputUnavailable: return .fine
        case .workerMustRestart:
            let isInPlace = try await disk.perform { folder.isInPlace }
            return isInPlace ? .nonsense("its folder was replaced, and it was not") : .fine
        case .done, .failed, .changed, .gone:
            let isLost = answer.ending == .changed || answer.ending == .gone
            do {
                try await dispatcher.folders.check(photo, of: claim)
                guard isLost else { return .fine }
                let isThere = try await dispatcher.folders.perform(at: claim.place) { photo.lies(at: claim.place) }
                return isThere ? .nonsense("the photo is gone or was changed, and it lies there as it was") : .fine
            } catch let away as FolderAway {
                return .away(away)
            } catch {
                // What was replaced under way is no answer for what lies there now.
                answer.discardFiles()
                answer.end(with: error)
                return .fine
            }
        }
    }
}
