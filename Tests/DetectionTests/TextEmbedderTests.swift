import Findings
import Inference
import ModelFiles
import TestSupport
import Testing

@testable import Detection

/// What a model of words answers for a text.
@Suite struct TextEmbedderTests {
    private final class FakeWords: TokenModel {
        let length: Int?
        let outputs: [TensorDescription]
        private let tensors: [Tensor]
        private(set) var given: [Int32] = []

        init(_ answers: [(name: String, tensor: Tensor)], length: Int? = nil) {
            self.length = length
            outputs = answers.map { TensorDescription(name: $0.name, shape: $0.tensor.shape) }
            tensors = answers.map(\.tensor)
        }

        func infer(_ tokens: [Int32]) throws -> [Tensor] {
            given = tokens
            return tensors
        }
    }

    private static func row(_ values: [Float]) -> Tensor { Tensor(shape: [1, values.count], values: values) }

    private func embedder(_ model: FakeWords) throws -> TextEmbedder {
        let folder = try TemporaryFolder()
        try TinyModels.Vocabulary.small.writeOne(in: folder.url)
        return TextEmbedder(model, try CLIPTokenizer(besideModel: folder["words.onnx"].path))
    }

    @Test func theVectorIsTheRowThatIsNamedSo() throws {
        let hidden = Tensor(shape: [1, 2, 2], values: [9, 9, 9, 9])
        let model = FakeWords([
            ("last_hidden_state", hidden), ("pooler_output", Self.row([1, 0])), ("text_embeds", Self.row([3, 4])),
        ])
        let answer = try embedder(model).embed("a dog in snow")
        #expect(answer.vector == Embedding([3, 4]) && answer.parts == 4 && answer.left == 0)
        #expect(model.given.count == 77 && Array(model.given.prefix(6)) == [545, 353, 516, 526, 515, 546])
    }

    @Test func aModelsOwnLengthCounts() throws {
        let model = FakeWords([("out", Self.row([1, 2]))], length: 4)
        let answer = try embedder(model).embed("a dog in snow")
        #expect(model.given == [545, 353, 516, 546] && answer.parts == 4 && answer.left == 2)
    }

    @Test(arguments: [["pooler_output"], ["a", "b"], []]) func otherModelsAreRefused(names: [String]) throws {
        let made = try embedder(FakeWords(names.map { ($0, Self.row([1, 2])) }))
        let error = #expect(throws: DetectionError.self) { try made.embed("snow") }
        #expect(error?.code == .taskUnsupported && error?.message.contains("text_embeds") == true)
    }

    @Test(arguments: [[0, 0], [.nan, 1]] as [[Float]]) func noDirectionIsRefused(values: [Float]) throws {
        let made = try embedder(FakeWords([("out", Self.row(values))]))
        #expect(throws: DetectionError.self) { try made.embed("snow") }
    }
}
