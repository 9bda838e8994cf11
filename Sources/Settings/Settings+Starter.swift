import Findings
import JSONTree

extension Settings {
    /// What a new folder is for, and the `pipeline.json` that `quiver init` writes there.
    public enum Starter: String, Sendable, CaseIterable {
        case scoring, objects, scans

        /// The folder that the file watches, beside it.
        public static let folder = "drop"

        /// What comes in, and what comes out of it.
        public var about: String {
            switch self {
            case .scoring: "photos of archery targets become score sheets"
            case .objects: "objects in photos become boxes, tables and data sets"
            case .scans: "scanned pages become text, tables and data"
            }
        }

        /// What is put into the folder.
        public var photos: String {
            switch self {
            case .scoring: "photos of targets"
            case .objects: "photos"
            case .scans: "scans"
            }
        }

        /// A model of the user's own, as the file names it.
        public struct Model: Sendable {
            /// What it looks for.
            public var task: DetectorTask
            /// Its name, or its file.
            public var name: String

            /// A model from its parts.
            public init(task: DetectorTask, name: String) { (self.task, self.name) = (task, name) }
        }

        /// The file: the keys that are changed most, with values that work as they stand.
        ///
        /// - Parameter model: The model that looks at ``objects``; nil for the one that comes with Quiver.
        public func template(model: Model? = nil) -> String {
            """
            {
              "watch": [{ "path": "\(Self.folder)", "recursive": true, "settle": "2s" }],
            \(own(model))
              "output": { "path": "results", "formats": ["json", "csv", "jsonl"], "annotate": true\(morePictures) },
              "after": "keep",
              "workers": { "count": "auto", "timeout": "60s", "memory": "2GiB" }
            }

            """
        }

        /// The lines that are this one's own.
        private func own(_ model: Model?) -> String {
            switch self {
            case .scoring:
                """
                  "scoring": { "face": "auto", "system": "olympic", "arrowsPerEnd": null, "shaft": "5.5mm" },
                  "serve": { "uploads": { "on": true } },
                """
            case .objects:
                """
                  "detectors": [
                    { "name": "objects", "task": "\(model?.task.rawValue ?? "detect")", \(Self.key(of: model))"confidence": 0.35 }
                  ],
                """
            case .scans:
                """
                  "detectors": [
                    { "name": "page", "task": "document" },
                    { "name": "words", "task": "text", "on": { "detector": "page" }, "text": { "engine": "tesseract", "languages": ["eng"] } },
                    { "name": "data", "task": "extract", "on": { "detector": "words" }, "text": { "country": null } }
                  ],
                """
            }
        }

        /// What is written beside the annotated pictures.
        private var morePictures: String { self == .scans ? #", "pages": true"# : "" }

        private static func key(of model: Model?) -> String {
            model.map { #""model": \#(JSONValue.string($0.name).line), "# } ?? ""
        }
    }
}
