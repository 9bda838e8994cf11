import Foundation

/// How CLIP cuts a text: into runs of letters, single digits, runs of other signs, and the ends of English contractions.
///
/// As Hugging Face's fast tokenizer for CLIP: composed characters (NFC), small letters, no space; its expression is
/// `'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+`.
enum CLIPWords {
    private enum Kind {
        case letter, number, space, sign

        init(_ scalar: Unicode.Scalar) {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: self = .letter
            case .decimalNumber, .letterNumber, .otherNumber: self = .number
            default: self = scalar.properties.isWhitespace ? .space : .sign
            }
        }
    }

    private static let contractions: [[Unicode.Scalar]] = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"].map {
        Array($0.unicodeScalars)
    }

    /// The words of a text, each in small letters.
    static func words(in text: String) -> [String] {
        // Each character for itself: by its place in a word only the Greek sigma would be another one, which CLIP's is not.
        let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars.flatMap {
            Array($0.properties.lowercaseMapping.unicodeScalars)
        }
        let kinds = scalars.map(Kind.init)
        var (words, place): ([String], Int) = ([], 0)
        while place < scalars.count {
            let kind = kinds[place]
            var end = place + 1
            if let contraction = contractions.first(where: { scalars[place...].starts(with: $0) }) {
                end = place + contraction.count
            } else if kind == .letter || kind == .sign {
                while end < scalars.count, kinds[end] == kind { end += 1 }
            }
            if kind != .space {
                var word = String.UnicodeScalarView()
                word.append(contentsOf: scalars[place..<end])
                words.append(String(word))
            }
            place = end
        }
        return words
    }
}
