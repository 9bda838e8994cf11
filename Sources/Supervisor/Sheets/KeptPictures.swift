import Synchronization
import SystemPackage
import SystemValues

/// Pictures that sheets have shown, kept for the next writing: after a correction none is made anew.
final class KeptPictures: Sendable {
    /// The most bytes of pictures that are kept.
    private let most: Int
    private let pictures = Mutex<[PictureWish: MadePicture]>([:])

    init(most: Int = 32 << 20) { self.most = most }

    /// What is there of these wishes.
    func known(_ wishes: some Sequence<PictureWish>) -> [PictureWish: MadePicture] {
        pictures.withLock { kept in
            wishes.reduce(into: [:]) { known, wish in known[wish] = kept[wish] }
        }
    }

    /// Keeps what one sheet shows, and what earlier ones have shown as long as there is room.
    func keep(_ shown: [PictureWish: MadePicture]) {
        pictures.withLock { kept in
            kept.merge(shown) { _, new in new }
            if Self.bytes(kept) > most { kept = Self.bytes(shown) > most ? [:] : shown }
        }
    }

    private static func bytes(_ pictures: [PictureWish: MadePicture]) -> Int {
        pictures.values.reduce(0) { $0 + $1.file.count }
    }
}

extension PictureWish {
    /// The wish with what tells the file that lies there now from a later one; blocks.
    func stamped(in output: FilePath) -> PictureWish {
        var wish = self
        let status =
            annotated.flatMap { try? RootFolder(output).status(of: $0) }
            ?? photo.lastComponent.flatMap {
                try? RootFolder(photo.removingLastComponent()).status(of: FilePath(root: nil, [$0]))
            }
        wish.stamp = status?.version
        return wish
    }
}
