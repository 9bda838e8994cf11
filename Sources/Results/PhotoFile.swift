import SystemPackage

/// The file that a format writes for each photo, beside the photo's other results.
///
/// It is published together with them, and replaces nothing but this photo's own file of an earlier run.
public protocol PhotoFile: Sendable {
    /// What follows the photo's name in the file's name: `.json`.
    var end: String { get }
    /// The file's content.
    func bytes(of record: Record) -> [UInt8]
    /// What lies at the file's place; blocks.
    func standing(at place: FilePath, for source: Record.Source) -> PlaceStanding
}

/// Whose the file is that lies at the place of another.
public enum PlaceStanding: Sendable, Hashable {
    /// Nothing lies there, or something that shows when the file is placed.
    case free
    /// The same photo's file, which may be replaced.
    case own
    /// Another photo's file.
    case otherPhoto
    /// A file that Quiver did not make.
    case foreign
}
