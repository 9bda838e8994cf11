/// A model that a task's detectors are made of.
public struct ModelNeed: Sendable, Hashable {
    /// What a model does in its detector: the settings' key that names its file.
    ///
    /// In the order in which records list a detector's models.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
        /// Looks at the photo.
        case main = "model"
        /// Looks at what the main model found: landmarks of hands and people, the mesh of faces.
        case landmarks
        /// Finds the faces by which small people are looked at from near.
        case faces
        /// Draws the one mask of all people of a crowd.
        case segmenter
        /// Reads the characters of a line.
        case recognizer = "text.recognizer"
        /// Says which way up a line stands.
        case orienter = "text.orienter"
    }

    /// The model that is used where the settings name none.
    public enum Standard: Sendable, Hashable {
        /// One that comes with Quiver.
        case bundled
        /// One of the model library, by its name; `formerly` are the models that earlier versions fetched in its place, the
        /// newest first, which are used where it is not there.
        case named(_ name: String, formerly: [String] = [])
        /// The user's own: the settings must name it.
        case own

        /// Its name in the model library; nil where it is not looked for there.
        public var name: String? { if case .named(let name, _) = self { name } else { nil } }
        /// What earlier versions fetched in its place, by names in the model library.
        public var former: [String] { if case .named(_, let former) = self { former } else { [] } }
    }

    /// When a task's detectors need it.
    public enum When: Sendable, Hashable {
        /// In any case.
        case always
        /// Where the settings ask for a mesh.
        case mesh
        /// Where the main model is the task's standard one; others have all in one.
        case mainIsStandard
        /// Where people are looked at from near, by MediaPipe's models.
        case looksCloser
        /// The same, where people get masks.
        case masksCrowds
        /// Where PaddleOCR reads.
        case paddleOCR
    }

    /// What it does.
    public var role: Role
    /// The model where the settings name none.
    public var standard: Standard
    /// When it is needed.
    public var when: When

    /// A model by what it does.
    public init(role: Role, standard: Standard, when: When = .always) {
        self.role = role
        self.standard = standard
        self.when = when
    }

    /// The model that looks at the photo.
    public static func main(_ standard: Standard, when: When = .always) -> ModelNeed {
        ModelNeed(role: .main, standard: standard, when: when)
    }

    /// The model that looks at what the main one found, by its name in the model library.
    public static func landmarks(_ name: String, when: When = .always) -> ModelNeed {
        ModelNeed(role: .landmarks, standard: .named(name), when: when)
    }

    /// The model that finds the faces by which small people are looked at from near.
    static let nearFaces = ModelNeed(
        role: .faces, standard: .named("face_detection_full_range_sparse"), when: .looksCloser)
}
