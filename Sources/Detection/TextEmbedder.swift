import Findings
import Inference
import ModelFiles

/// Says where a text lies among photos, with the words' half of a CLIP pair.
public struct TextEmbedder {
    /// Where a text lies.
    public struct Answer: Sendable {
        /// The text's vector.
        public let vector: Embedding
        /// How many parts of words the text has, and for how many of them the model has no place.
        public let (parts, left): (Int, Int)
    }

    private let model: any TokenModel
    private let tokenizer: CLIPTokenizer

    /// An embedder by its model, and the vocabulary that this was made for.
    public init(_ model: any TokenModel, _ tokenizer: CLIPTokenizer) {
        (self.model, self.tokenizer) = (model, tokenizer)
    }

    /// The names by which exporters call the vector that is near those of photos.
    private static let names: Set = ["text_embeds", "text_embeddings", "text_embedding", "text_features"]

    /// Runs the model once.
    ///
    /// - Throws: `InferenceError` where the model fails, ``DetectionError`` where it gives no vector.
    public func embed(_ text: String) throws -> Answer {
        let tokens = tokenizer.tokens(of: text, length: model.length ?? CLIPTokenizer.usualLength)
        let outputs = try model.infer(tokens.ids)
        guard let vector = Embedding(outputs[try place(in: outputs)].values) else {
            throw DetectionError(
                .output, "The model gave numbers that are no direction: all are zero, or one is no number.")
        }
        return Answer(vector: vector, parts: tokens.count, left: tokens.left)
    }

    /// The place of the vector among the outputs.
    private func place(in outputs: [Tensor]) throws(DetectionError) -> Int {
        let rows = outputs.indices.filter {
            let shape = outputs[$0].shape
            return shape.count <= 2 && shape.dropLast().allSatisfy { $0 == 1 }
                && (2...Embedding.most).contains(shape.last ?? 0)
        }
        let named = rows.filter { Self.names.contains(model.outputs[$0].name) }
        if named.count == 1 { return named[0] }
        // What comes before the last layer of a pair has a space of its own, in which no photo lies.
        guard rows.count == 1, !model.outputs[rows[0]].name.hasPrefix("pooler_output") else {
            let names = model.outputs.map { "\($0.name) \($0.shapeText)" }.joined(separator: ", ")
            throw DetectionError(
                .taskUnsupported,
                "The model gives no vector for a text: its outputs are \(names), where one of [1,numbers] is needed. Export it "
                    + "with its projection (text_embeds).")
        }
        return rows[0]
    }
}
