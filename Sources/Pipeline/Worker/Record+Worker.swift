import Findings
import Foundation
import Inference
import Results

extension Record.Model {
    /// A model as the engine runs it.
    init(_ description: ModelDescription, path: String, sha256: String) {
        self.init(
            name: (path as NSString).lastPathComponent.plainName, sha256: sha256, engine: description.engine,
            precision: description.precision)
    }
}

extension Detection {
    /// Whether it is a face or a bull, which helps to find the rings.
    var isTarget: Bool { label == "face" || label == "bull" }
}
