import Scoring

/// What was read from one photo, for the score book.
public struct PhotoReading: Sendable, Hashable {
    /// What the session of the photo's folder is called where it is new.
    public var session: String
    /// The folder of the photo, which makes the session; by default as it is called.
    public var folder: String
    /// The photo with the faces that were found on it, under its file's path; the book gives it another name where an earlier
    /// photo has that.
    public var photo: Session.Photo
    /// The path that the book is to name it by where an earlier photo has its file's; nil for any.
    public var name: String?
    /// The photo's SHA-256; nil where it could not be read.
    public var content: String?
    /// What keeps its end in the book when another photo has its file's name.
    public var keeping: Keeping
    /// The photo of the same folder that this one is a copy of, and so no end of its own; nil for any other.
    public var copyOf: String?
    /// Empty where nothing could be read.
    public var arrows: [DetectedArrow]
    /// Why there is no score, for users; nil where there is one.
    public var trouble: String?
    /// How the photo's session is counted and divided.
    public var counting: Counting
    /// Who shot all arrows of the photo, where it came with a name; nil leaves what was said before.
    public var archer: String?
    /// The row of a session that a user named and that the photo was sent for; nil for its folder's.
    public var into: String?

    /// A reading from its parts; without a folder the session's name stands for it.
    public init(
        session: String, folder: String? = nil, photo: Session.Photo, name: String? = nil, content: String? = nil,
        keeping: Keeping = .result, copyOf: String? = nil, arrows: [DetectedArrow], trouble: String? = nil,
        counting: Counting, archer: String? = nil, into: String? = nil
    ) {
        self.archer = archer
        self.into = into
        self.session = session
        self.folder = folder ?? session
        self.photo = photo
        self.name = name
        self.keeping = keeping
        self.content = content
        self.copyOf = copyOf
        self.arrows = arrows
        self.trouble = trouble
        self.counting = counting
    }

    /// The reading's photo with other faces.
    func photo(with faces: [TargetDetection.Face]) -> Session.Photo {
        var photo = photo
        photo.faces = faces
        return photo
    }

    /// A photo's folder as the book knows it: its path up to the last slash.
    public static func folder(ofPhoto path: String) -> String {
        // By scalars: a slash and the combining mark that a name begins with are one character.
        path.unicodeScalars.lastIndex(of: "/").map { String(path.unicodeScalars[...$0]) } ?? ""
    }

    /// Whether a photo's path, or a folder above it, is among some paths.
    public static func isNamed(_ path: String, by paths: Set<String>) -> Bool {
        var rest = path
        while !paths.contains(rest) {
            guard let slash = rest.unicodeScalars.lastIndex(of: "/"), rest != "/" else { return false }
            rest = slash == rest.startIndex ? "/" : String(rest.unicodeScalars[..<slash])
        }
        return true
    }
}

/// What keeps a photo's end in the book when another photo is scored under its file's path; as it is with records.
public enum Keeping: String, Sendable, Hashable, Codable {
    /// It has no result: what was only half written makes way for the whole.
    case nothing
    /// It has a result, and keeps its end unless the other one is the same shot, edited.
    case result
    /// It was moved into a folder of its own, and always keeps its end.
    case file
}

/// How a session is counted and divided; the last photo's settings hold for the whole session.
public struct Counting: Sendable, Hashable, Codable {
    /// What an arrow counts.
    public var scoring: ScoringSettings
    /// How photos make ends, and ends rounds.
    public var layout: SessionLayout
    /// What the names of its folders say; nil where they say nothing.
    public var folders: FolderPattern?
    /// The round that its sessions are, where no user says another; nil where they are none.
    public var round: RoundDefinition?

    /// A counting, by default as where nothing is set.
    public init(
        scoring: ScoringSettings = ScoringSettings(), layout: SessionLayout = SessionLayout(),
        folders: FolderPattern? = nil, round: RoundDefinition? = nil
    ) {
        self.round = round
        self.scoring = scoring
        self.layout = layout
        self.folders = folders
    }

    private enum CodingKeys: CodingKey {
        case scoring, layout, folders, round
    }

    /// Reads a counting; what is missing is as where it is not set, and so is a round that this version does not know.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        scoring = try stored.decodeIfPresent(ScoringSettings.self, forKey: .scoring) ?? ScoringSettings()
        layout = try stored.decodeIfPresent(SessionLayout.self, forKey: .layout) ?? SessionLayout()
        folders = try stored.decodeIfPresent(FolderPattern.self, forKey: .folders)
        round = try? stored.decodeIfPresent(RoundDefinition.self, forKey: .round)
    }
}

/// What became of manual corrections when a photo was taken in.
public struct StoreOutcome: Sendable, Hashable {
    /// How many belonged to a photo that stood under the same path before, and are parked now.
    public var parked = 0
    /// How many count again, because their photo is back.
    public var restored = 0

    /// An outcome, by default without any correction moved.
    public init(parked: Int = 0, restored: Int = 0) {
        self.parked = parked
        self.restored = restored
    }
}
