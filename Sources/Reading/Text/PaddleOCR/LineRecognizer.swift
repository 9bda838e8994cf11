import Findings
import Inference
import ModelFiles

/// Reads flat lines.
struct LineRecognizer {
    /// Lines that get inputs of one width: the next ones in width go together, as many as the original takes at a time.
    private static let groupSize = 6
    /// Lines of print lower than the model's input are cut out so many times larger: the cubic curve that cuts them keeps
    /// small letters and the spaces between them sharper than the straight mix that brings them to the input's height.
    private static let enlargement = 3

    private let model: any ResizableModel
    private let alphabet: Alphabet
    private let settings: SceneTextSettings

    /// Reads with a model; throws where it does not name its characters.
    init(_ model: any ResizableModel, settings: SceneTextSettings) throws(InferenceError) {
        self.model = model
        self.settings = settings
        alphabet = try Alphabet(of: model.description)
    }

    /// What the lines of a picture say, in their order.
    ///
    /// Each line is cut out when its turn comes, so that only one is held. A line's confidence depends a little on
    /// the others of its group, whose width decides how much grey is on its right.
    /// - Parameter isPrint: Whether low lines are enlarged and doubtful spaces kept, which the original does not.
    func read(_ cuts: [LineCut], of picture: ScenePicture, isPrint: Bool = false) throws -> [LineReading] {
        let order = cuts.indices.sorted { (cuts[$0].ratio, $0) < (cuts[$1].ratio, $1) }
        var readings = [LineReading?](repeating: nil, count: cuts.count)
        for start in stride(from: 0, to: order.count, by: Self.groupSize) {
            let group = order[start..<min(start + Self.groupSize, order.count)]
            let width = LineInput.width(forRatios: group.map { cuts[$0].ratio })
            for index in group {
                let factor = isPrint && cuts[index].size.height < LineInput.height ? Self.enlargement : 1
                let line = cuts[index].pixels(of: picture, enlarged: factor)
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
