import Results
import Storage
import SystemPackage
import WorkerProtocol

/// A claim that a slot is done with, on its way to its end: what happened to it and, once the queue's rules have been
/// applied, its outcome with the record and the files to place.
struct Completion: Sendable {
    /// What happened to a claim, before any rule is applied.
    enum Ending: Sendable {
        /// The worker answered.
        case answered(AnswerLine)
        /// The worker died, hung or sent an invalid answer over this photo; the sentence says which.
        case crashed(code: String, String)
        /// The claim goes back untouched: Quiver is stopping, or the worker never saw the photo.
        case released
        /// A file with the same content has been worked; this one only needs its own record.
        case duplicate(DuplicateResult)
    }

    /// How a result is put down, as far as the photo and not the worker decides it.
    struct Placing: Sendable {
        /// The photo's rights, which none of its results exceeds; nil where it was not open.
        var mode: UInt32?
        /// The copy of the photo that is kept, staged by the supervisor; nil for none.
        var original: PlacedFile?
        /// Where the photo is moved to if this is its end for good; nil where it stays.
        var target: FilePath?
    }

    let claim: Claim
    var ending: Ending
    var placing = Placing()
    /// For the queue; a claim to which no rule was applied goes back untouched.
    private(set) var outcome = Outcome.released
    /// The record with its files, ready to be placed; nil where the photo will be tried again.
    private(set) var photo: PhotoFiles?
    /// A file of another program that has the photo's usual name and stays; nil for none.
    private(set) var foreign: FilePath?
    /// What hooks are told of this end; it goes into the outbox in the transaction that ends the photo.
    private(set) var messages: [NewMessage] = []
    /// The sets that the photo is in; empty where no hook asks for them.
    var sets: [String] = []
    /// Whether the record was not put down, so that the queue alone keeps it.
    private var isWithoutFiles = false

    /// - Parameter mode: The photo's rights; nil where it was not open.
    init(claim: Claim, ending: Ending, mode: UInt32? = nil) {
        self.claim = claim
        self.ending = ending
        placing.mode = mode
    }

    /// Nil where the photo will be tried again.
    var record: Record? { photo?.record }

    /// What was staged beside the record.
    var files: [PlacedFile] { photo?.files ?? [] }

    /// The same claim with its end.
    func ended(_ outcome: Outcome, with photo: PhotoFiles? = nil, beside foreign: FilePath? = nil) -> Completion {
        var end = self
        end.outcome = outcome
        end.photo = photo
        end.foreign = foreign
        return end
    }

    /// The same claim, which goes back untouched.
    var givenBack: Completion { Completion(claim: claim, ending: .released) }

    /// The same end where nothing of it can be written: the queue alone keeps it.
    func withoutFiles() -> Completion {
        var end = ended(outcome, with: photo?.withoutFiles())
        end.isWithoutFiles = true
        return end
    }

    /// The same end with what hooks are told of it, once its files are in their places.
    ///
    /// Nothing is told of a photo that will be tried again, nor of a result that is not on the disk.
    func telling(_ make: (Completion) -> [NewMessage]) -> Completion {
        guard photo != nil, !isWithoutFiles else { return self }
        var end = self
        end.messages = make(self)
        return end
    }

    /// Removes what a worker has staged for a claim that was lost to a newer one; blocks.
    func discardAnswer() {
        guard case .answered(var answer) = ending else { return }
        answer.discardFiles()
    }

    /// Renames every file of the batch into its place, each folder synced once; blocks.
    ///
    /// - Parameter mayPlace: Asked immediately before each rename.
    /// - Throws: `ResultsError`; what workers have staged stays, so that each completion can be tried alone.
    static func publish(_ ends: [Completion], while mayPlace: () -> Bool = { true }) throws(ResultsError) {
        try PhotoFiles.publish(ends.compactMap(\.photo), while: mayPlace)
    }

    /// Removes what was staged for ends that will not be published; blocks.
    static func discard(_ ends: [Completion]) {
        for end in ends {
            for file in end.files { AtomicFile.discard(file.staged) }
        }
    }
}
