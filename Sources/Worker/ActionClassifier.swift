import Findings
import Foundation
import Inference
import ModelFiles
import WorkerProtocol

/// Says what a person does in a window of frames, with Quiver's own model or one of the user's.
///
/// The model takes the keypoints of one person, such as Create ML's action classifiers with `[60, 3, 18]`, and gives one
/// number for each action.
package struct ActionClassifier {
    /// The model's file, as it was named.
    package let path: String
    /// The sides of the input, without a first side of 1.
    package let shape: [Int]
    /// The actions' names in the model's order; empty where neither the caller nor its file names them.
    package let labels: [String]
    private let model: any TensorModel

    /// The metadata in the model's file.
    package var metadata: ModelMetadata { model.metadata }

    /// Loads a model; throws a sentence where it is no classifier of sequences.
    ///
    /// - Parameter labels: The actions' names in the model's order; empty for those that its file names.
    package init(_ path: String, labels: [String]) throws {
        guard let engine = try Engines.engine(for: .auto) as? any TensorEngine else {
            throw PipelineError(.modelRefused, "no engine here runs models of sequences", fault: .environment)
        }
        model = try engine.loadTensorModel(try ModelFile(path))
        self.path = path
        self.labels = labels.isEmpty ? model.metadata.names ?? [] : labels
        let sides = model.inputShape
        shape = sides.count == 4 && sides[0] == 1 ? Array(sides.dropFirst()) : sides
    }

    /// The actions of one window, the likeliest first.
    ///
    /// - Throws: where the model fails, or gives another number of values than there are names.
    package func actions(in values: [Float]) throws -> [ClassScore] {
        let scores = try model.infer(values).first?.values ?? []
        guard !scores.isEmpty, scores.allSatisfy(\.isFinite), labels.isEmpty || labels.count == scores.count else {
            throw PipelineError(
                .modelRefused,
                "the model gave \(scores.count) numbers, and \(labels.count) actions are named; name one for each (--labels)",
                fault: .input)
        }
        let sum = scores.reduce(0, +)
        let areShares = scores.allSatisfy { (0...1.0001).contains($0) } && abs(sum - 1) < 0.01
        let most = scores.max() ?? 0
        let powers = areShares ? scores.map { Double($0) } : scores.map { exp(Double($0 - most)) }
        let total = powers.reduce(0, +)
        return powers.enumerated().map { index, power in
            ClassScore(
                label: labels.isEmpty ? "action \(index)" : labels[index], confidence: min(max(power / total, 0), 1))
        }.sorted { $0.confidence > $1.confidence }
    }
}
