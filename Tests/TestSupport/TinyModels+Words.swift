import Foundation

extension TinyModels {
    /// A vocabulary of CLIP's kind: every byte, within a word and at its end, what the merges make, and the two marks.
    package struct Vocabulary {
        /// The parts of words, each at the place of its number.
        package let parts: [String]
        /// Two parts that are joined, with a space between them.
        package let merges: [String]

        /// Words about dogs, snow and arrows.
        package static let small = Vocabulary(merges: [
            "d o", "s n", "sn o", "sno w</w>", "do g</w>", "w s</w>", "t h", "th e</w>", "r r", "rr o", "rro ws</w>",
            "p h",
            "ph o", "pho t", "i n</w>", "a rrows</w>", "u e</w>", "r e", "re d</w>", "phot o</w>", "o f</w>",
            "l ue</w>",
            "b lue</w>", "' s</w>", "w e</w>", "v e</w>", "phot o", "photo s</w>", "o n</w>", "i t</w>", "g s</w>",
            "do gs</w>",
            "' ve</w>",
        ])

        package init(merges: [String]) {
            var next: UInt32 = 256
            let letters = (UInt32(0)...255).compactMap { byte -> String? in
                let isPrintable = (0x21...0x7E).contains(byte) || (0xA1...0xFF).contains(byte) && byte != 0xAD
                defer { next += isPrintable ? 0 : 1 }
                return Unicode.Scalar(isPrintable ? byte : next).map { String($0) }
            }
            parts =
                letters + letters.map { $0 + "</w>" } + merges.map { $0.replacingOccurrences(of: " ", with: "") }
                + ["<|startoftext|>", "<|endoftext|>"]
            self.merges = merges
        }

        /// The number of a part.
        package subscript(part: String) -> Int { parts.firstIndex(of: part) ?? -1 }

        private var numbers: [String: Int] {
            Dictionary(parts.enumerated().map { ($1, $0) }) { first, _ in first }
        }

        /// Writes `vocab.json` and `merges.txt`.
        package func writeBoth(in folder: URL) throws {
            try JSONSerialization.data(withJSONObject: numbers).write(to: folder.appendingPathComponent("vocab.json"))
            try Data(("#version: 0.2\n" + merges.joined(separator: "\n") + "\n").utf8)
                .write(to: folder.appendingPathComponent("merges.txt"))
        }

        /// Writes `tokenizer.json`.
        ///
        /// - Parameters:
        ///   - change: Values in place of those of its model.
        ///   - areLists: Whether merges are lists of two, as newer programs write them.
        package func writeOne(in folder: URL, change: [String: Any] = [:], areLists: Bool = false) throws {
            var model: [String: Any] = [
                "type": "BPE", "end_of_word_suffix": "</w>", "vocab": numbers,
                "merges": areLists ? merges.map { $0.split(separator: " ").map(String.init) } : merges as Any,
            ]
            model.merge(change) { $1 }
            let whole: [String: Any] = [
                "version": "1.0", "model": model, "added_tokens": [["id": 0, "content": "!", "special": false]],
            ]
            try JSONSerialization.data(withJSONObject: whole).write(to: folder.appendingPathComponent("tokenizer.json"))
        }
    }

    /// The text half of a pair with ``classifier(metadata:)``, whose features are the means of red, green and blue: of a text it
    /// gives the largest of what its words say of each colour.
    ///
    /// - Parameters:
    ///   - colours: What single parts say; of all others nothing is said.
    ///   - length: How many numbers it takes; nil for any number.
    ///   - hasMask: Whether it takes a mask as well, which changes nothing.
    package static func words(
        _ colours: [Int: [Float]], parts: Int, length: Int? = nil, hasMask: Bool = false, output: String = "text_embeds"
    ) -> [UInt8] {
        let size = colours.values.first?.count ?? 3
        let table = (0..<parts).flatMap { colours[$0] ?? [Float](repeating: 0, count: size) }.flatMap { value in
            withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
        }
        let tensor =
            [0x08] + varint(parts) + [0x08] + varint(size) + [0x10, 1] + field(8, "table") + field(9, table)
        // A list of whole numbers: axes 1; and a number: the axis is not kept.
        let axes = field(5, field(1, "axes") + [0x40, 1, 0xA0, 0x01, 7])
        let kept = field(5, field(1, "keepdims") + [0x18, 0, 0xA0, 0x01, 2])
        let sides = field(1, [0x08, 1]) + field(1, length.map { [0x08] + varint($0) } ?? field(2, "length"))
        func input(_ name: String) -> [UInt8] {
            field(11, field(1, name) + field(2, field(1, [0x08, 7] + field(2, sides))))
        }
        var graph =
            node("Gather", ["table", "input_ids"], "said")
            + node("ReduceMax", ["said"], output, attributes: axes + kept) + field(2, "words") + field(5, tensor)
            + input("input_ids")
        if hasMask { graph += input("attention_mask") }
        graph += field(12, value(output, [1, UInt8(size)]))
        return onnx(graph: graph) + field(8, field(1, "") + [0x10, 17])
    }
}
