import Findings
import Inference
import ModelFiles

/// Says which lines stand on their heads.
struct LineAngle {
    static let inputSize = PixelSize(width: 192, height: LineInput.height)
    /// Lines are turned where the model is surer than this.
    private static let threshold: Float = 0.9

    private let model: any LoadedModel

    /// Reads with a model; throws where it takes another size.
    init(_ model: any LoadedModel) throws(InferenceError) {
        guard model.description.inputSize == Self.inputSize else {
            throw InferenceError(
                .modelUnsuitable,
                "The model for the angle of text does not take 192x48 pixels. Use the one that scripts/models fetches.")
        }
        self.model = model
    }

    /// Whether a flat line stands on its head.
    func isOnItsHead(_ line: ScenePicture) throws -> Bool {
        let input = LineInput(line, width: Self.inputSize.width)
        var answer = false
        try input.pixels.bytes.withUnsafeBytes { pixels in
            try model.infer(pixels) { outputs in
                guard let output = outputs.first, output.shape == [1, 2] else {
                    throw InferenceError(
                        .modelUnsuitable,
                        "The model for the angle of text gives \(outputs.map(\.shape)), and not the chances of two "
                            + "angles. Use the one that scripts/models fetches.")
                }
                answer = output.values[1] > output.values[0] && output.values[1] > Self.threshold
            }
        }
        return answer
    }
}
