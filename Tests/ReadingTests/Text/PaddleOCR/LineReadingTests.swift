import Findings
import Inference
import ModelFiles
import Testing

@testable import Reading

@Suite("What a line says")
struct LineReadingTests {
    /// Classes: blank, a, b, c, space.
    private let alphabet = Alphabet("a\nb\nc")

    /// Steps of which each has one class with a probability, and others as they are given.
    private func values(_ steps: [[Int: Float]]) -> [Float] {
        steps.flatMap { step in (0..<5).map { step[$0] ?? 0 } }
    }

    private func reading(
        _ steps: [[Int: Float]], share: Double = 1, settings: SceneTextSettings = SceneTextSettings(),
        isPrint: Bool = false, alphabet: Alphabet? = nil
    ) throws -> LineReading {
        try values(steps).withUnsafeBufferPointer { values in
            let steps = try #require(CharacterSteps(count: steps.count, classes: 5, values: values))
            return LineReading(
                steps, alphabet ?? self.alphabet, lineShare: share, settings: settings, isPrint: isPrint)
        }
    }

    @Test("is the best class of each step, without blanks and repetitions")
    func best() throws {
        let line = try reading([[1: 0.9], [1: 0.8], [0: 1], [1: 0.7], [2: 0.5, 3: 0.4], [0: 1]])
        #expect(line.text == "aab")
        #expect(abs(line.confidence - (0.9 + 0.7 + 0.5) / 3) < 1e-6)
        #expect(line.candidates == nil)
    }

    @Test("is nothing where there are only blanks, and has no space around it", arguments: [[], [0, 0], [4, 0, 4]])
    func nothing(symbols: [Int]) throws {
        #expect(try reading(symbols.map { [$0: 1] }).text == "")
        #expect(try reading([[4: 1], [2: 1], [4: 1]]).text == "b")
    }

    @Test("has its words between the spaces, each where it stands along the line")
    func words() throws {
        // Steps 0 1 2 3 4 5 6 7: a b _ _ space c _ _ ; the line takes the first half of 16.
        let steps = [1, 2, 0, 0, 4, 3, 0, 0] + [Int](repeating: 0, count: 8)
        let words = try reading(steps.map { [$0: 0.75] }, share: 0.5).words
        #expect(words.map(\.text) == ["ab", "c"])
        #expect(words.map(\.confidence) == [0.75, 0.75])
        #expect(words[0].start == 0 && words[0].end == 2 / 8.0)
        // One character alone is as wide as a quarter of the line.
        #expect(words[1].start == 4.5 / 8 && words[1].end == 6.5 / 8)
    }

    @Test("has, in print, a space where one was seen between two characters, though a blank was more probable")
    func spaces() throws {
        let steps: [[Int: Float]] = [[1: 0.9], [0: 0.8, 4: 0.2], [2: 0.7], [0: 0.95, 4: 0.05], [3: 0.8]]
        let line = try reading(steps, isPrint: true)
        #expect(line.text == "a bc")
        #expect(line.words.map(\.text) == ["a", "bc"])
        // The space counts for nothing in it.
        #expect(abs(line.confidence - (0.9 + 0.7 + 0.8) / 3) < 1e-6)
        #expect(try reading(steps).text == "abc")
        // None at the ends, and no second one beside a sure one.
        let sure: [[Int: Float]] = [[0: 0.8, 4: 0.2], [1: 1], [4: 1], [0: 0.8, 4: 0.2], [2: 1], [0: 0.8, 4: 0.2]]
        #expect(try reading(sure, isPrint: true).text == "a b")
    }

    @Test("has no doubtful space within a number, and one after it")
    func numbers() throws {
        let steps: [[Int: Float]] = [[1: 1], [2: 1], [0: 0.8, 4: 0.2], [1: 1], [0: 0.8, 4: 0.2], [3: 1]]
        #expect(try reading(steps, isPrint: true, alphabet: Alphabet("4\n.\nx")).text == "4.4 x")
    }

    @Test("may be read otherwise: the other readings by falling probability, without the line's own")
    func candidates() throws {
        let steps: [[Int: Float]] = [[1: 0.6, 2: 0.4], [0: 1], [3: 0.9, 1: 0.1]]
        let line = try reading(steps, settings: SceneTextSettings(candidates: 2))
        #expect(line.text == "ac")
        let others = try #require(line.candidates)
        #expect(others.map(\.text) == ["bc", "aa"])
        #expect(abs(others[0].confidence - line.confidence * 0.4 / 0.6) < 1e-6)
        #expect(abs(others[1].confidence - line.confidence * 0.1 / 0.9) < 1e-6)
    }

    @Test("counts all ways to a reading")
    func ways() throws {
        // "a" is a_, _a and aa: 0.24 + 0.24 + 0.16; nothing is 0.36.
        let steps: [[Int: Float]] = [[0: 0.6, 1: 0.4], [0: 0.6, 1: 0.4]]
        try values(steps).withUnsafeBufferPointer { values in
            let steps = try #require(CharacterSteps(count: 2, classes: 5, values: values))
            let found = CharacterBeam.readings(steps, atMost: 5)
            #expect(found.map(\.symbols) == [[1], []])
            #expect(abs(found[1].weight / found[0].weight - 0.36 / 0.64) < 1e-6)
        }
    }

    @Test("is found in long lines and in steps without numbers too")
    func long() throws {
        let settings = SceneTextSettings(candidates: 3)
        let line = try reading((0..<2000).map { [$0 % 2: 0.3] }, settings: settings)
        #expect(line.text.count == 1000 && line.candidates?.isEmpty == false)
        let broken = try reading([[0: .nan, 1: .nan, 2: .nan, 3: .nan, 4: .nan]], settings: settings)
        #expect(broken.text == "")
    }

    @Test("has characters in Unicode's composed form")
    func composed() throws {
        let alphabet = Alphabet("e\u{0301}")
        let values: [Float] = [0, 1, 0, 0, 0, 0, 1, 0]
        try values.withUnsafeBufferPointer { values in
            let steps = try #require(CharacterSteps(count: 2, classes: 4, values: values))
            let line = LineReading(steps, alphabet, lineShare: 1, settings: SceneTextSettings())
            #expect(Array(line.text.unicodeScalars) == ["\u{00E9}"])
        }
    }

    @Test("is read with an alphabet that is the model's own")
    func alphabets() throws {
        func model(_ characters: String?, classes: Int?) -> ModelDescription {
            ModelDescription(
                format: .onnx, inputs: [], outputs: [TensorDescription(name: "y", shape: [1, nil, classes])],
                metadata: ModelMetadata(characters.map { ["character": $0] } ?? [:]),
                inputSize: PixelSize(width: 320, height: 48))
        }
        let alphabet = try Alphabet(of: model("x\ny", classes: 4))
        #expect((0..<5).map { alphabet[$0] } == [nil, "x", "y", " ", nil])
        #expect(try Alphabet(of: model("x\ny", classes: nil)).count == 4)
        #expect(throws: InferenceError.self) { try Alphabet(of: model("x\ny", classes: 5)) }
        #expect(throws: InferenceError.self) { try Alphabet(of: model(nil, classes: 4)) }
    }
}
