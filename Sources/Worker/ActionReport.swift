import Findings
import Geometry
import Settings
import SystemValues

/// What `quiver model inspect` says of a classifier of actions, which takes no photo.
package struct ActionReport: Hashable, Sendable, Encodable {
    /// The model file's path, as it was given.
    package let path: String
    /// The sides of its input, without a first side of 1.
    package let input: [Int]
    /// What that input is.
    package let layout: String
    /// The actions in the model's order; empty where its file names none.
    package let labels: [String]
    /// The further entries of the model's metadata.
    package let metadata: [String: String]

    /// A report on the first detector's model; nil where it is no classifier of actions.
    package init?(_ settings: Settings) {
        guard let model = settings.detectors.first?.model?.string,
            let classifier = try? ActionClassifier(model, labels: []),
            let order = ActionOrder(shape: classifier.shape)
        else { return nil }
        path = model
        input = classifier.shape
        let keypoints = ActionLayout.body18.names.count
        layout =
            "actions in \(ActionWindow.frameCount) photos: "
            + (order == .keypoints
                ? "x, y and confidence of each of \(keypoints) keypoints"
                : "x, y and confidence, each of \(keypoints) keypoints")
        labels = classifier.labels
        metadata = classifier.metadata.entries.filter { $0.key != "names" }
    }

    /// The report in lines to read.
    package var text: String {
        var lines = [path.forTerminal, "input       \(input)", "layout      \(layout)"]
        if !labels.isEmpty {
            lines.append("actions     \(labels.count): \(labels.joined(separator: ", ").forTerminal)")
        }
        lines += metadata.sorted(by: <).map { "metadata    \($0.key.quotable) = \($0.value.forTerminal)" }
        return lines.joined(separator: "\n")
    }
}
