import Foundation
import TestSupport
import Testing

@testable import ModelFiles

/// Texts as numbers, as the tokenizers package 0.22 makes them with the settings that Hugging Face's CLIP has and the same small
/// vocabulary.
@Suite struct CLIPTokenizerTests {
    private let folder: TemporaryFolder
    private var model: String { folder["words.onnx"].path }
    private let small = TinyModels.Vocabulary.small

    init() throws { folder = try TemporaryFolder() }

    /// A text's numbers without start, end and what fills up.
    private func numbers(_ text: String) throws -> [Int32] {
        let tokens = try CLIPTokenizer(besideModel: model).tokens(of: text)
        #expect(tokens.ids.count == 77 && tokens.ids[0] == 545 && tokens.left == 0)
        let inner = tokens.ids.dropFirst().prefix { $0 != 546 }
        #expect(inner.count == tokens.count && tokens.ids.dropFirst(inner.count + 2).allSatisfy { $0 == 0 })
        return Array(inner)
    }

    @Test(
        arguments: [
            ("a photo of a dog in snow", [353, 531, 532, 353, 516, 526, 515]),
            ("  A  Photo\tOF the RED dog's arrows! ", [353, 531, 532, 519, 530, 516, 535, 527, 289]),
            ("we've 12 dogs, it's snow?!'s", [536, 544, 305, 306, 543, 300, 541, 535, 515, 63, 33, 295, 371]),
            ("caf\u{E9} cafe\u{301}", [99, 97, 102, 195, 425, 99, 97, 102, 195, 425]),
            ("\u{39F}\u{394}\u{3A5}\u{3A3} \u{130}", [206, 191, 206, 180, 207, 133, 207, 387, 361, 204, 391]),
            ("snow\u{A0}snow\u{200B}snow", [515, 515, 226, 128, 395, 515]),
            ("\u{1F3F9} arrows...", [240, 159, 143, 441, 527, 46, 46, 302]),
            ("'ll 'x ''re", [39, 108, 364, 295, 376, 39, 295, 114, 357]), (" \n\t", []),
        ] as [(String, [Int32])])
    func numbersAreThoseOfTheOriginal(text: String, expected: [Int32]) throws {
        try small.writeOne(in: folder.url)
        #expect(try numbers(text) == expected)
    }

    @Test(arguments: [false, true]) func otherFormsOfTheVocabularyAreTheSame(areLists: Bool) throws {
        if areLists { try small.writeOne(in: folder.url, areLists: true) } else { try small.writeBoth(in: folder.url) }
        #expect(try numbers("a photo of a dog in snow") == [353, 531, 532, 353, 516, 526, 515])
    }

    @Test(arguments: [(75, 0), (76, 1), (300, 225)]) func aTextThatIsTooLongLosesItsEnd(words: Int, left: Int) throws {
        try small.writeOne(in: folder.url)
        let text = String(repeating: "snow ", count: words)
        let tokens = try CLIPTokenizer(besideModel: model).tokens(of: text)
        #expect(tokens.ids == [545] + [Int32](repeating: 515, count: 75) + [546])
        #expect(tokens.count == words && tokens.left == left)
    }

    /// Marks in the text would end it for the model.
    @Test func marksInTheTextAreSigns() throws {
        try small.writeOne(in: folder.url)
        #expect(try numbers("<|endoftext|> snow").last == 515)
    }

    @Test(
        arguments: [
            (["type": "Unigram"], "SigLIP"), (["type": "WordPiece"], "WordPiece"), (["end_of_word_suffix": ""], "</w>"),
            (["vocab": ["a": 0]], "<|startoftext|>"),
            (["vocab": ["<|startoftext|>": 0, "<|endoftext|>": 1]], "each byte"),
            (["merges": ["snow z</w>"]], "merge 1"),
        ] as [([String: any Sendable], String)])
    func otherVocabulariesAreRefused(change: [String: any Sendable], word: String) throws {
        try small.writeOne(in: folder.url, change: change)
        let error = #expect(throws: InferenceError.self) { try CLIPTokenizer(besideModel: model) }
        #expect(error?.code == .modelUnsuitable && error?.message.contains(word) == true, "\(error?.message ?? "")")
    }

    @Test func aModelWithoutAVocabularyIsNamed() throws {
        let none = #expect(throws: InferenceError.self) { try CLIPTokenizer(besideModel: model) }
        #expect(none?.message.contains("vocab.json and merges.txt") == true)
        try Data("x".utf8).write(to: folder["spiece.model"])
        let other = #expect(throws: InferenceError.self) { try CLIPTokenizer(besideModel: model) }
        #expect(other?.message.contains("SentencePiece") == true && other?.message.contains("SigLIP") == true)
    }

    @Test(arguments: [
        "", "[1]", "{\"model\": {\"vocab\": {\"a\": -1}}}", "{\"model\": ", String(repeating: "[", count: 99),
    ])
    func nonsenseIsDamaged(text: String) throws {
        try Data(text.utf8).write(to: folder["tokenizer.json"])
        let error = #expect(throws: InferenceError.self) { try CLIPTokenizer(besideModel: model) }
        #expect(error?.code == .modelDamaged, "\(error?.message ?? "")")
    }
}
