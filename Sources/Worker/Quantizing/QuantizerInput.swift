import Detection
import Inference
import ModelFiles

/// How the bytes of a photo become what a model takes, for a quantizer that is a program of its own.
package struct QuantizerInput: Codable, Sendable {
    /// `NCHW` or `NHWC`.
    package let order: String
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// Whether the model takes the bytes as they are.
    package let takesBytes: Bool
    /// What is subtracted of values from 0 to 1.
    package let mean: [Float]
    /// By what they are divided after that.
    package let deviation: [Float]

    /// The input of a model that was reported on.
    package init(_ report: ModelReport) throws {
        let input = try ModelInput(
            report.model.inputs, of: ModelFile(report.path), wanted: report.model.inputSize, isRequired: false,
            normalization: report.model.normalization)
        (order, takesBytes) = (input.order.rawValue, input.takesBytes)
        (width, height) = (input.size.width, input.size.height)
        mean = input.normalization?.mean ?? [0, 0, 0]
        deviation = input.normalization?.deviation ?? [1, 1, 1]
    }
}
