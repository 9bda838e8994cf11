import Foundation
import JSONTree

extension CLIPVocabulary {
    /// The vocabulary that lies in a model's folder: `tokenizer.json`, or else `vocab.json` with `merges.txt`.
    ///
    /// - Throws: ``InferenceError`` where there is none, or it is of another kind than CLIP's.
    init(besideModel model: String) throws(InferenceError) {
        let folder = (model as NSString).deletingLastPathComponent
        func path(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }
        func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
        if isThere("tokenizer.json") {
            self = try Self.reading(path("tokenizer.json")) { (bytes) throws in
                try TokenizerFile(bytes).vocabulary()
            }
        } else if isThere("vocab.json"), isThere("merges.txt") {
            let numbers = try Self.reading(path("vocab.json")) { (bytes) throws in
                var stream = try TokenizerFile.stream(bytes)
                let numbers = try TokenizerFile.numbers(&stream)
                try stream.end()
                return numbers
            }
            self = try Self.reading(path("merges.txt")) { (bytes) throws in
                try CLIPVocabulary(numbers: numbers, merges: Self.merges(bytes))
            }
        } else if let other = ["spiece.model", "tokenizer.model", "sentencepiece.bpe.model"].first(where: isThere) {
            throw InferenceError(
                .modelUnsuitable,
                "\(path(other)) is a SentencePiece vocabulary, as SigLIP and multilingual models have; the words of \(model) "
                    + "cannot be read with it. Name the text half of a CLIP pair.")
        } else {
            throw InferenceError(
                .modelUnsuitable,
                "The model \(model) takes words, and beside it lies no vocabulary for them. Put the tokenizer.json of its pair, or "
                    + "vocab.json and merges.txt, into \(folder.isEmpty ? "its folder" : folder).")
        }
    }

    /// A vocabulary has some megabytes.
    private static let largestFile = 64 << 20

    private static func reading<Result>(
        _ path: String, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws(InferenceError) -> Result {
        let file: MappedFile
        do {
            file = try MappedFile(path)
        } catch {
            throw InferenceError(
                .modelUnreadable,
                "The vocabulary \(path) cannot be read. Change its permissions, or put the file itself there.",
                fault: .environment, detail: error.description)
        }
        guard file.count <= largestFile else {
            throw InferenceError(.modelUnsuitable, "\(path) is larger than any vocabulary. Copy that of the model.")
        }
        do {
            return try file.withBytes(body)
        } catch let error as Refusal {
            throw InferenceError(
                .modelUnsuitable,
                "The vocabulary \(path) is none of CLIP's: \(error.reason). Name the text half of a CLIP pair, with its own "
                    + "tokenizer.json, or vocab.json and merges.txt, beside it.")
        } catch {
            throw InferenceError(
                .modelDamaged, "The vocabulary \(path) is damaged; copy it again.", detail: "\(error)".plainName)
        }
    }

    /// The merges of a file that has one a line.
    private static func merges(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> [(first: Text, second: Text)] {
        var merges: [(first: Text, second: Text)] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            if merges.isEmpty, line.starts(with: "#version".utf8) { continue }
            guard let merge = TokenizerFile.merge(line) else {
                throw Refusal(reason: "its merge \(merges.count + 1) is not of two parts")
            }
            merges.append(merge)
        }
        return merges
    }
}

/// A `tokenizer.json` as Hugging Face's libraries write it.
private struct TokenizerFile {
    private var kind: String?
    private var wordEnd: String?
    private var numbers: [CLIPVocabulary.Text: Int32]?
    private var merges: [(first: CLIPVocabulary.Text, second: CLIPVocabulary.Text)] = []
    private var marks: [CLIPVocabulary.Text: Int32] = [:]

    init(_ bytes: UnsafeRawBufferPointer) throws {
        var stream = try Self.stream(bytes)
        try stream.object { (stream, name) in
            switch name {
            case "model": try readModel(&stream)
            case "added_tokens": try readMarks(&stream)
            default: try stream.skip()
            }
        }
        try stream.end()
    }

    func vocabulary() throws(CLIPVocabulary.Refusal) -> CLIPVocabulary {
        guard let numbers, kind ?? "BPE" == "BPE", wordEnd == CLIPVocabulary.wordEnd else {
            let kind = (kind ?? "").plainName
            let words =
                kind == "Unigram" ? "Unigram is the kind of SentencePiece, as SigLIP has" : "it is of the kind \(kind)"
            throw CLIPVocabulary.Refusal(
                reason: kind == "BPE" ? "its words do not end in \(CLIPVocabulary.wordEnd)" : words)
        }
        return try CLIPVocabulary(numbers: numbers.merging(marks) { own, _ in own }, merges: merges)
    }

    private mutating func readModel(_ stream: inout JSONStream) throws {
        try stream.object { (stream, name) in
            let next = try stream.kind()
            switch name {
            case "type" where next == .string: kind = try stream.string(atMost: 256)
            case "end_of_word_suffix" where next == .string: wordEnd = try stream.string(atMost: 256)
            case "vocab" where next == .object: numbers = try Self.numbers(&stream)
            case "merges" where next == .array: try readMerges(&stream)
            default: try stream.skip()
            }
        }
    }

    /// Newer files have a list of two for each merge, older ones a text with a space.
    private mutating func readMerges(_ stream: inout JSONStream) throws {
        try stream.array { stream in
            var merge: (first: CLIPVocabulary.Text, second: CLIPVocabulary.Text)?
            if try stream.kind() == .array {
                var parts: [String] = []
                try stream.array { stream in parts.append(try stream.string(atMost: 1_024)) }
                if parts.count == 2 { merge = (CLIPVocabulary.Text(parts[0].utf8), CLIPVocabulary.Text(parts[1].utf8)) }
            } else {
                merge = Self.merge(try stream.string(atMost: 2_048).utf8)
            }
            guard let merge else { throw stream.error("a merge is of two parts") }
            merges.append(merge)
        }
    }

    private mutating func readMarks(_ stream: inout JSONStream) throws {
        try stream.array { stream in
            var (id, content): (Int?, String?)
            try stream.object { (stream, name) in
                switch name {
                case "id": id = try stream.integer()
                case "content": content = try stream.string(atMost: 1_024)
                default: try stream.skip()
                }
            }
            if let id = id.flatMap(Int32.init(exactly:)), let content { marks[CLIPVocabulary.Text(content.utf8)] = id }
        }
    }

    static func stream(_ bytes: UnsafeRawBufferPointer) throws -> JSONStream {
        var rest: [UInt8]? = Array(bytes)
        return try JSONStream {
            defer { rest = nil }
            return rest ?? []
        }
    }

    static func numbers(_ stream: inout JSONStream) throws -> [CLIPVocabulary.Text: Int32] {
        var numbers: [CLIPVocabulary.Text: Int32] = [:]
        try stream.object { (stream, name) in
            guard let number = Int32(exactly: try stream.integer()), number >= 0 else {
                throw stream.error("the number of a part is from 0 on")
            }
            numbers[CLIPVocabulary.Text(name.utf8)] = number
        }
        return numbers
    }

    static func merge(_ text: some Collection<UInt8>) -> (first: CLIPVocabulary.Text, second: CLIPVocabulary.Text)? {
        let parts = text.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        return (CLIPVocabulary.Text(parts[0]), CLIPVocabulary.Text(parts[1]))
    }
}
