/// What Quiver notes in a sidecar: which keywords and regions are its own.
///
/// A list of texts, as every program keeps one that it does not know: `keyword dog`, `region 0.5 0.5 0.1 0.2 dog`.
struct SidecarNotes: Sendable, Hashable {
    var keywords: [String] = []
    /// Labels that are a user's keywords, and of which the branch in trees of keywords is Quiver's all the same.
    var branches: [String] = []
    /// Branches in trees of keywords that are a user's: those that were there before, and where Quiver makes none those that may come.
    var usersBranches: [String] = []
    var regions: [SidecarLabels.Region] = []
    /// The name of the photo that they are of.
    var photo: String?
    /// The part of a divided export that the photo is in.
    var part: String?

    init() {}

    /// Reads the texts; one that is none of Quiver's is passed over.
    init(_ texts: [String]) {
        for text in texts {
            guard let blank = text.firstIndex(of: " ") else { continue }
            let rest = String(text[text.index(after: blank)...])
            switch text[..<blank] {
            case "photo": photo = rest
            case "split": part = rest
            case "keyword": keywords.append(rest)
            case "branch": branches.append(rest)
            case "users-branch": usersBranches.append(rest)
            case "region":
                let parts = rest.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
                let numbers = parts.prefix(4).compactMap { Double($0) }
                guard parts.count == 5, numbers.count == 4 else { continue }
                regions.append(
                    .init(
                        name: String(parts[4]), x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
            default: continue
            }
        }
    }

    /// The texts that say it.
    var texts: [String] {
        var texts: [String] = []
        if let photo { texts.append("photo " + photo) }
        if let part { texts.append("split " + part) }
        texts += keywords.map { "keyword " + $0 }
        texts += branches.map { "branch " + $0 } + usersBranches.map { "users-branch " + $0 }
        texts += regions.map { region in
            let numbers = [region.x, region.y, region.width, region.height].map(Self.number)
            return "region \(numbers.joined(separator: " ")) \(region.name)"
        }
        return texts
    }

    /// The name of a photo's file as it is noted.
    static func photo(_ name: [UInt8]) -> String { SidecarLabels.keyword(EscapedName(bytes: name).text) }

    /// A share of a side as text.
    static func number(_ value: Double) -> String { DataSetNumber.text(value, decimals: 6) }
}
