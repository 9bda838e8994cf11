import Foundation
import SystemPackage

/// What lies at the place of a record: as much of it as tells whose it is.
enum FormerRecord {
    case none
    /// A record of Quiver's.
    case own(Marks)
    /// A file that Quiver did not make; a link counts as one.
    case foreign
    /// A folder or a special file, which nothing can replace.
    case obstacle

    /// The members that make a file a record, and tell one from another.
    struct Marks: Decodable {
        let version: String
        let source: Record.Source
        let state: String?
        let outputs: Record.Outputs?

        /// Whether it is about this photo with this content.
        ///
        /// A photo that could not be read has no content yet: its record makes way, and takes no result's place.
        func isOf(_ source: Record.Source) -> Bool {
            guard self.source.isPlaced(as: source) else { return false }
            guard let before = self.source.sha256 else { return true }
            if before == source.sha256 { return true }
            // The record of half a file makes way for the whole one's; that of a photo which is kept elsewhere does not.
            return state != Record.State.done.rawValue && self.source.movedTo == nil
        }
    }

    /// More than any record; what is larger is not Quiver's.
    private static let largest = 256 << 20

    init(at path: FilePath) {
        switch FileCalls.status(path)?.kind {
        case nil: self = .none
        case .link: self = .foreign
        case .folder, .special: self = .obstacle
        case .regular:
            guard let bytes = FileCalls.beginning(of: path, limit: Self.largest),
                let marks = try? JSONDecoder().decode(Marks.self, from: Data(bytes))
            else { self = .foreign; return }
            self = .own(marks)
        }
    }

    /// The record's own files, as far as they lie under the names that go with it.
    func files(of names: OutputNames, in output: FilePath) -> [FilePath] {
        guard case .own(let marks) = self else { return [] }
        return marks.outputs?.files(of: names, in: output) ?? []
    }
}

extension Record.Outputs {
    /// The pictures, as far as they lie under a photo's own names.
    func files(of names: OutputNames, in output: FilePath) -> [FilePath] {
        ([annotated].compactMap { $0 } + crops + (pages ?? []))
            .map { output.pushing(EscapedName(text: $0, isEscaped: pathsEscaped == true).path).lexicallyNormalized() }
            .filter { $0 == names.annotated || $0.removingLastComponent() == names.crops }
    }
}
