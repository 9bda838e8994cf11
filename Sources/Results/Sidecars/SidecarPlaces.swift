import Glibc
import SystemPackage
import SystemValues

/// Where sidecars go and what they are called, for `quiver export xmp`.
public struct SidecarChoice: Sendable, Hashable {
    /// What a sidecar that is not there yet is called; one of the other name is used where it lies.
    public enum Names: String, Sendable, CaseIterable {
        /// `photo.jpg.xmp`, as darktable and digiKam do: each photo has one of its own.
        case full
        /// `photo.xmp`, as Lightroom does.
        case stem
    }

    /// What a sidecar is called.
    public var names: Names
    /// Whether they lie beside the photos; else in the folder of the export, with the tree of the results.
    public var isBeside: Bool

    /// A choice from its parts.
    public init(names: Names = .full, isBeside: Bool = false) {
        (self.names, self.isBeside) = (names, isBeside)
    }
}

/// A sidecar that lies at its place, or none yet.
struct StandingSidecar {
    let place: FilePath
    /// What is known of the file; nil where there is none.
    let status: FileStatus?
    /// What it holds; nil where there is none.
    let content: Sidecar?
}

/// Finds the sidecars of photos by both names.
struct SidecarPlaces {
    private static let largest = 16 << 20
    private let names: SidecarChoice.Names
    /// The places of this export, by which two photos never get one.
    private var taken: Set<FilePath> = []

    init(names: SidecarChoice.Names) { self.names = names }

    /// The sidecar of a photo in a folder, or its place; blocks.
    ///
    /// - Throws: `SidecarFault` where what lies there is none that can be written; it names the file.
    func sidecar(of photo: [UInt8], in folder: FilePath) throws(SidecarFault) -> StandingSidecar {
        let (full, stem) = Self.names(of: photo)
        for name in names == .full ? [full, stem] : [stem, full] {
            for end in [".xmp", ".XMP"] {
                let place = folder.appending(raw: name + Array(end.utf8))
                guard !taken.contains(place), let status = FileCalls.status(place) else { continue }
                let standing: Sidecar
                do throws(SidecarFault) { standing = try Self.read(place, status) } catch {
                    throw SidecarFault("\(EscapedName.printable(place)) \(error.why)")
                }
                guard name == full || Self.isOf(photo, standing) else { continue }
                return StandingSidecar(place: place, status: status, content: standing)
            }
        }
        return StandingSidecar(place: free(photo, in: folder), status: nil, content: nil)
    }

    /// A place that no sidecar has, for a photo without one.
    func free(_ photo: [UInt8], in folder: FilePath) -> FilePath {
        let (full, stem) = Self.names(of: photo)
        let end = Array(".xmp".utf8)
        let short = folder.appending(raw: stem + end)
        let isFree = names == .stem && !taken.contains(short) && !FileCalls.exists(short)
        return isFree ? short : folder.appending(raw: full + end)
    }

    /// Whether another photo of this export has a place.
    func isTaken(_ place: FilePath) -> Bool { taken.contains(place) }

    /// Notes that a place is a photo's.
    mutating func take(_ place: FilePath) { taken.insert(place) }

    private static func names(of photo: [UInt8]) -> (full: [UInt8], stem: [UInt8]) {
        guard let dot = photo.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (photo, photo) }
        return (photo, Array(photo[..<dot]))
    }

    /// Whether a sidecar without a photo's end in its name is this photo's: Quiver's notes tell `a.jpg` from `a.png`.
    private static func isOf(_ photo: [UInt8], _ standing: Sidecar) -> Bool {
        func end(_ name: String) -> String {
            name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
        }
        guard let other = SidecarNotes(standing.texts(.notes)).photo else { return true }
        return end(other) == end(SidecarNotes.photo(photo))
    }

    private static func read(_ place: FilePath, _ status: FileStatus) throws(SidecarFault) -> Sidecar {
        guard status.kind != .link else { throw SidecarFault("is a symbolic link, and none is followed") }
        guard status.kind == .regular else { throw SidecarFault("is no file") }
        guard status.mode & 0o222 != 0 else { throw SidecarFault("is read-only") }
        guard status.owner == geteuid() || geteuid() == 0 || status.mode & 0o022 != 0 else {
            throw SidecarFault("belongs to another user")
        }
        guard status.size <= largest else { throw SidecarFault("is larger than \(largest >> 20) MiB") }
        guard let bytes = FileCalls.beginning(of: place, limit: largest + 1) else {
            throw SidecarFault("cannot be read")
        }
        // What was read is what is known of it.
        guard FileCalls.status(place) == status else { throw SidecarFault("changes just now") }
        do throws(SidecarFault) { return try Sidecar(bytes) } catch {
            throw SidecarFault("is no sidecar that can be read, \(error.why)")
        }
    }
}
