import Findings
import Storage

extension Page: AnsweredFinding {
    static let answerFormat = APIFormat<Page>.object([
        APIKey("confidence", \.confidence, .confidence), APIKey("corners", \.corners, .corners),
    ])
    static let saidFormat = APIFormat<[ReviewedPage]>.list(.reviewed).with(["maxItems": .integer(Page.mostPages)])
}

extension APIFormat where Value == ReviewedPage {
    static let reviewed = object([
        APIKey("corners", \.corners, .corners), APIKey("confidence", optional: \.confidence, .share),
        APIKey("origin", optional: \.origin, .origin),
    ]).named(
        "ReviewedPage", "A page of paper; null for a confidence where a person placed or confirmed its corners.")
}
