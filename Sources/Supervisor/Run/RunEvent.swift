import Results

/// What happens during a run, for whoever tells people about it.
public enum RunEvent: Sendable {
    /// Watching has begun: what is watched, and where results go.
    case watching(folders: [String], output: String)
    /// Photos were found and put into the queue; `known` were there already and need no work.
    case taken(new: Int, known: Int)
    /// Everything there is has been found; nothing more is to be expected but by watching.
    case intakeEnded
    /// A photo has its answer; its record is on disk.
    case ended(Record)
    /// A photo waits for another try; the sentence says why and until when.
    case postponed(path: String, why: String)
    /// Work rests, because something that every photo needs is out of order; it goes on by itself.
    case paused(why: String)
    /// What held all work up is over.
    case resumed(after: Duration)
    /// Something that concerns no single photo.
    case warning(String)
}
