import SystemPackage
import SystemValues

extension Record {
    /// The file that a photo came from.
    public struct Source: Sendable, Hashable, Codable {
        /// The path as text.
        public var path: String
        /// True where the path is not UTF-8 and percent-escaped, else nil.
        public var pathEscaped: Bool?
        /// The photo's place as all hosts of a queue know it, `club:/2026/a.jpg`; nil where no name leads there.
        public var place: String?
        /// True where that is percent-escaped, else nil.
        public var placeEscaped: Bool?
        /// The file's size.
        public var bytes: Int?
        /// The content's SHA-256 in hexadecimal, nil where it could not be read.
        public var sha256: String?
        /// The path of the photo with the same content that was worked, nil where this one was.
        public var duplicateOf: String?
        /// True where that path is percent-escaped, else nil.
        public var duplicateOfEscaped: Bool?
        /// Where the photo lies since it was moved (`"after": "move"`), nil where it was not.
        public var movedTo: String?
        /// True where that path is percent-escaped, else nil.
        public var movedToEscaped: Bool?

        /// A source that was not moved; paths that are not UTF-8 are escaped.
        ///
        /// - Parameter names: Those by which the hosts of its queue know folders of photos; a queue of one host has none.
        public init(
            path: FilePath, bytes: Int?, sha256: String?, duplicateOf: FilePath? = nil,
            names: RootNames = RootNames([])
        ) {
            let name = EscapedName(path)
            let stored = names.stored(path.rawBytes)
            let place = stored == path.rawBytes ? nil : EscapedName(bytes: stored)
            let other = duplicateOf.map(EscapedName.init)
            self.path = name.text
            pathEscaped = name.isEscaped ? true : nil
            self.place = place?.text
            placeEscaped = place?.isEscaped == true ? true : nil
            self.bytes = bytes
            self.sha256 = sha256
            self.duplicateOf = other?.text
            duplicateOfEscaped = other?.isEscaped == true ? true : nil
        }

        /// The path's own bytes.
        public var filePath: FilePath { EscapedName(text: path, isEscaped: pathEscaped == true).path }

        /// The bytes of the path that the photo was moved to.
        public var movedToPath: FilePath? {
            movedTo.map { EscapedName(text: $0, isEscaped: movedToEscaped == true).path }
        }

        /// The same photo at the place that it was moved to.
        public func moved(to path: FilePath?) -> Source {
            var source = self
            let name = path.map(EscapedName.init)
            source.movedTo = name?.text
            source.movedToEscaped = name?.isEscaped == true ? true : nil
            return source
        }
    }

    /// The files that were written beside the record; relative ones lie in the folder of the results.
    public struct Outputs: Sendable, Hashable, Codable {
        /// The picture with the findings drawn in; nil where none was written.
        public var annotated: String?
        /// The findings cut out, in the order of ``PhotoResult/detections``; empty where none was written.
        public var crops: [String]
        /// The copy of the original photo; nil where none was made.
        public var original: String?
        /// The annotated pictures of the pages after the first; nil where there is none.
        public var pages: [String]?
        /// True where the paths are percent-escaped, all of them, else nil.
        public var pathsEscaped: Bool?

        /// The paths as texts, relative where they lie in the folder.
        public init(
            annotated: FilePath?, crops: [FilePath], original: FilePath?, pages: [FilePath] = [], in folder: FilePath
        ) {
            let relative = { (path: FilePath) -> FilePath in
                var path = path
                _ = path.removePrefix(folder)
                return path
            }
            let names = ([annotated, original].compactMap { $0 } + crops + pages).map { EscapedName(relative($0)) }
            let isEscaped = names.contains(where: \.isEscaped)
            let text = { (path: FilePath) in
                let name = EscapedName(relative(path))
                // One mark serves all: a name that needs no escape but for its % gets one too.
                return isEscaped && !name.isEscaped ? name.text.replacing("%", with: "%25") : name.text
            }
            self.annotated = annotated.map(text)
            self.crops = crops.map(text)
            self.original = original.map(text)
            self.pages = pages.isEmpty ? nil : pages.map(text)
            pathsEscaped = isEscaped ? true : nil
        }
    }
}
