import Findings
import Inference
import ModelFiles

/// Reads flat lines.
struct LineRecognizer {
    /// Lines that get inputs of one width: the next ones in width go together, as many as the original takes at a time.
    private static let groupSize = 6

    private let model: any ResizableModel
    private let alphabet: Alphabet
    private let settings: SceneTextSettings

    /// Reads with a model; throws where it does not name its characters.
    init(_ model: any ResizableModel, settings: SceneTextSettings) throws(InferenceError) {
        self.model = model
        self.settings = settings
        alphabet = try Alphabet(of: model.description)
    }

    /// The readings of the lines of a picture, in their order.
    ///
    /// Each line is cut out when its turn comes, so that only one is held. A line's confidence depends a little on
    /// the others of its group, whose width decides how much grey is on its right.
    /// - Parameter isPrint: Whether doubtful spaces are kept, which the original does not.
    func read(_ cuts: [LineCut], of picture: ScenePicture, isPrint: Bool = false) throws -> [LineReading] {
        let order = cuts.indices.sorted { (cuts[$0].ratio, $0) < (cuts[$1].ratio, $1) }
        var readings = [LineReading?](repeating: nil, count: cuts.count)
        for start in stride(from: 0, to: order.count, by: Self.groupSize) {
            let group = order[start..<min(start + Self.groupSize, order.count)]
            let width = LineInput.width(forRatios: group.map { cuts[$0].ratio })
            for index in group {
                let line = cuts[index].pixels(of: picture)
                readings[index] = try read(line, width: width, isPrint: isPrint)
            }
        }
        return readings.compactMap { $0 }
    }

    /// Reads one line in an input of a width.
    private func read(_ line: ScenePicture, width: Int, isPrint: Bool) throws -> LineReading? {
        let input = LineInput(line, width: width)
        var reading: LineReading?
        try input.pixels.bytes.withUnsafeBytes { pixels in
            try model.infer(pixels, size: input.pixels.size) { outputs in
                let steps = try CharacterSteps(outputs, classes: alphabet.count)
                reading = LineReading(
                    steps, alphabet, lineShare: Double(input.width) / Double(width), settings: settings,
                    isPrint: isPrint)
            }
        }
        return reading
    }
}

/// Detects lines that stand on their heads.
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
                "The model for the angle of text does not take 192x48 pixels. Use the one that 'quiver model fetch text' fetches."
            )
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
                            + "angles. Use the one that 'quiver model fetch text' fetches.")
                }
                answer = output.values[1] > output.values[0] && output.values[1] > Self.threshold
            }
        }
        return answer
    }
}

/// How a line is given to the models that look at one line: 48 pixels high, grey on its right.
struct LineInput {
    /// In pixels.
    static let height = 48
    /// The widths that reading takes.
    static let leastWidth = 320
    /// Longer lines are pressed together; one of a picture of 2000 pixels is at most so many times wider than it is high.
    static let greatestWidth = 12_000
    /// The byte nearest to the models' zero, which lies between 127 and 128.
    private static let grey: UInt8 = 128

    /// What the model is given.
    let pixels: ScenePicture
    /// How many of its columns the line takes.
    let width: Int

    /// A line in an input of a width.
    init(_ line: ScenePicture, width: Int) {
        let wanted = (Double(Self.height) * Double(line.size.width) / Double(line.size.height)).rounded(.up)
        self.width = max(min(Int(min(wanted, 1e6)), width), 1)
        let scaled = line.resized(to: PixelSize(width: self.width, height: Self.height))
        var pixels = ScenePicture(size: PixelSize(width: width, height: Self.height), filledWith: Self.grey)
        pixels.place(scaled, x: 0, y: 0)
        self.pixels = pixels
    }

    /// The width of the inputs of lines that are read together: that of the widest.
    static func width(forRatios ratios: [Double]) -> Int {
        let widest = ratios.max() ?? 0
        return min(max(Int(min(Double(height) * widest, 1e6)), leastWidth), greatestWidth)
    }
}
