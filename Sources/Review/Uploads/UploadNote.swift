import Foundation
import SystemValues

/// What is kept of one upload, in a small file beside its bytes: a server that was killed goes on from it.
struct UploadNote: Sendable, Hashable, Codable {
    /// How far it is; the job of the photo tells what comes after.
    enum Phase: String, Sendable, Codable {
        /// Bytes are missing.
        case receiving
        /// It is whole and was checked, and gets its name in the folder.
        case placing
        /// It has its name.
        case placed
        /// It is no photo that is taken.
        case refused
    }

    /// What it is addressed by: follows from whose it is and the key, so that the same key is the same upload without a
    /// list of them.
    var id: String
    /// The client's own word for it.
    var key: String
    /// Bytes of the whole photo.
    var size: Int64
    /// Whose it is: the name of a token, however often a client signs in with it, or the owner.
    var holder: String
    /// Who shot the photo's arrows; nil where nothing says it.
    var archer: String?
    /// The id of the session that it was sent for; nil for none.
    var session: String?
    /// The folder below the watched one that it goes to; nil for that one itself.
    var folder: String?
    /// When it was begun, in milliseconds since 1970.
    var made: Int64
    var phase = Phase.receiving
    /// Its path below the watched folder, once that is chosen.
    var name: String?
    /// Its SHA-256, once it is whole.
    var content: String?
    /// Why it was refused, for users and for programs.
    var refusal: Refusal?

    /// Why a photo was refused.
    struct Refusal: Sendable, Hashable, Codable {
        var code: String
        var reason: String
    }

    init(
        key: String, size: Int64, holder: String, archer: String? = nil, target: UploadTarget = UploadTarget(),
        made: Int64
    ) {
        id = Self.id(of: key, holder: holder)
        self.key = key
        self.size = size
        self.holder = holder
        self.archer = archer
        (session, folder) = (target.session, target.folder)
        self.made = made
    }

    /// The address of a holder's upload with a key: what other holders call theirs is their own business.
    static func id(of key: String, holder: String) -> String {
        SHA256.hash(Array("quiver upload \(holder)\0\(key)".utf8)).prefix(10).hexadecimal
    }

    /// Whether a text can be an upload's address: it names a file, so nothing else is looked for.
    static func isID(_ text: String) -> Bool {
        text.utf8.count == 20 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }

    /// Whether a text can be a key.
    static func isKey(_ text: String) -> Bool {
        (8...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

/// Where a photo that was sent belongs.
struct UploadTarget: Sendable, Hashable {
    /// The id of the session that it was sent for; nil for none.
    var session: String?
    /// The folder below the watched one; nil for that one itself.
    var folder: String?
}

/// An upload at this moment: what is kept of it, and how much of it is there.
struct Upload: Sendable, Hashable {
    var note: UploadNote
    /// Bytes that are on the disk.
    var received: Int64
    /// When it was changed last, in milliseconds since 1970.
    var touched: Int64
    /// Whether its file still lies where it was put.
    var isThere = true

    /// Whether every byte has come and its name is still to be given.
    var isWhole: Bool { note.phase == .placing || note.phase == .receiving && received == note.size }
    /// Whether something of it is still to be done.
    var isUnfinished: Bool { note.phase == .receiving || note.phase == .placing }
    /// What it takes of the folder's quota.
    var held: Int64 {
        switch note.phase {
        case .receiving, .placing: note.size
        case .placed: isThere ? note.size : 0
        case .refused: 0
        }
    }
}
