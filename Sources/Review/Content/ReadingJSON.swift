import Findings
import Storage

extension TextLine: AnsweredFinding {
    static let answerFormat = APIFormat<TextLine>.object([
        APIKey("text", \.text, .text), APIKey("confidence", \.confidence, .confidence),
        APIKey("corners", \.corners, .corners),
    ])
    static let saidFormat = APIFormat<[ReviewedReading]>.list(.reviewed).with([
        "maxItems": .integer(FindingReview.mostReadings)
    ])
}

extension Code: AnsweredFinding {
    static let answerFormat = APIFormat<Code>.object([
        APIKey("symbology", \.symbology, .symbology), APIKey("text", \.text, .text),
        APIKey("confidence", \.confidence, .confidence), APIKey("corners", \.corners, .corners),
    ])
    static let saidFormat = TextLine.saidFormat
}

extension APIFormat where Value == ReviewedReading {
    static let reviewed = object([
        APIKey("text", \.text, .long.with(["minLength": 1])),
        APIKey("confidence", optional: \.confidence, .share), APIKey("origin", \.origin, .always(.origin)),
        APIKey("corners", optional: \.corners, .corners), APIKey("symbology", optional: \.symbology, .symbology),
    ]).named(
        "ReviewedReading",
        "A line of text or a code; null for a confidence where a person wrote or confirmed the text.")
}
