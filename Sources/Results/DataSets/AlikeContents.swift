import Findings
import Geometry

/// Which content decides where the photos of each group of near-duplicates go.
///
/// Of a group that is the photo that was taken first; of several, and where no camera says when, the one with the lowest
/// SHA-256. This follows from the photos alone, in whatever order they came. Photos that are taken later hence change it only
/// where they connect two groups: these then go where the group goes whose first photo is the earlier one.
struct AlikeContents {
    private struct Photo {
        let content: String
        /// By the camera's clock, in the form of ISO 8601.
        let captured: String?

        func isBefore(_ other: Photo) -> Bool {
            switch (captured, other.captured) {
            case (let own?, let others?) where own != others: own < others
            case (.some, nil): true
            case (nil, .some): false
            default: content < other.content
            }
        }
    }

    private var photos: [Photo] = []
    private var likenesses: [Likeness] = []
    private var known: Set<String> = []

    /// Notes a photo; one of which it is not known what it looks like is left out, and so are copies.
    mutating func note(_ record: Record) {
        guard let likeness = record.photo.image?.likeness, known.insert(record.splitContent).inserted else { return }
        photos.append(Photo(content: record.splitContent, captured: record.photo.imageMetadata?.captured))
        likenesses.append(likeness)
    }

    /// The content that decides, by each content that was noted; mostly its own.
    ///
    /// - Parameter distance: How many bits may differ in a pair.
    func deciding(within distance: Int) -> [String: String] {
        let numbers = LikenessGroups(likenesses, within: distance).numbers
        var firsts: [Int: Int] = [:]
        for (place, number) in numbers.enumerated() {
            if let first = firsts[number], photos[first].isBefore(photos[place]) { continue }
            firsts[number] = place
        }
        return Dictionary(
            uniqueKeysWithValues: numbers.enumerated().map { place, number in
                (photos[place].content, photos[firsts[number] ?? place].content)
            })
    }
}
