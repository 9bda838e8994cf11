import Scoring
import Storage

extension OpenRows: ScoreTable {
    func sessionRows() -> [SessionRow] { Array(rows.sessions.values) }

    func sessionRow(named name: String) -> SessionRow? { rows.sessions[name] }

    func sessionRow(ofFolder folder: String) -> SessionRow? { rows.sessions.values.first { $0.folder == folder } }

    func write(_ session: SessionRow) { rows.sessions[session.name] = session }

    func removeIfEmpty(session name: String) {
        if !rows.photos.values.contains(where: { $0.session == name }) { rows.sessions[name] = nil }
    }

    func captures(of session: String) -> [CapturedPhoto] {
        rows.photos.values.filter { $0.session == session }.map {
            CapturedPhoto(
                path: $0.photo.path, captured: $0.photo.captured, isSkipped: $0.marks.isSkipped,
                archer: $0.marks.archer)
        }
    }

    func photo(_ path: String) -> PhotoRow? { rows.photos[path] }

    func photos(ofFile file: String) -> [String] {
        rows.photos.values.filter { $0.photo.filePath == file }.map(\.photo.path)
    }

    func changesOfPhotoReviews() -> Int {
        rows.photos.filter { path, row in
            row.marks.isSaid || rows.arrows[path]?.contains { $0.manual != nil } == true
        }.reduce(0) { sum, photo in
            sum + photo.value.marks.revision + 1000 * photo.key.utf8.reduce(1) { ($0 * 31 + Int($1)) % 1_000_003 }
        }
    }

    func photos(inTrouble trouble: String) -> [String] {
        rows.photos.values.filter { $0.trouble == trouble }.map(\.photo.path)
    }

    func write(_ photo: PhotoRow) { rows.photos[photo.photo.path] = photo }

    func arrows(of photo: String) -> [ArrowRow] { rows.arrows[photo] ?? [] }

    func write(_ arrows: [ArrowRow], of photo: String) {
        rows.arrows[photo] = arrows.sorted { $0.number < $1.number }
    }

    func remove(photo: String) {
        rows.photos[photo] = nil
        rows.arrows[photo] = nil
    }

    func correctedPhotos() -> [String] {
        rows.arrows.filter { $0.value.contains { $0.manual != nil } }.map(\.key)
    }

    func parkedPhotos(content: String?) -> [ParkedPhoto] {
        rows.parked.filter { content == nil || $0.content == content }
    }

    func write(_ parked: ParkedPhoto) {
        remove(parked)
        rows.parked.append(parked)
    }

    func remove(_ parked: ParkedPhoto) {
        rows.parked.removeAll { $0.path == parked.path && $0.content == parked.content }
    }

    func sheetMarks() -> [SheetMark] { rows.sheetMarks }

    func write(_ mark: SheetMark) {
        rows.sheetMarks.removeAll { $0.session == mark.session && $0.day == mark.day }
        rows.sheetMarks.append(mark)
    }

    func remove(_ mark: SheetMark) { rows.sheetMarks.removeAll { $0 == mark } }
}

extension OpenRows: FindingReviewTable {
    func findingReview(ofContent content: String) -> StoredFindingReview? { rows.reviews[content] }

    func findingReviews() -> [String: StoredFindingReview] { rows.reviews.filter { $0.value.review != nil } }

    func findingReviews(after content: String?, limit: Int) -> [String: StoredFindingReview] {
        let next = findingReviews().keys.sorted().drop { $0 <= content ?? "" }.prefix(limit)
        return rows.reviews.filter { next.contains($0.key) }
    }

    func keptFindingReviews(after content: String?, limit: Int) -> [KeptFindingReview] {
        rows.reviews.filter { $0.key > content ?? "" }.sorted { $0.key < $1.key }.prefix(limit)
            .map { KeptFindingReview(content: $0.key, stored: $0.value) }
    }

    func changesOfFindingReviews() -> Int { rows.reviews.values.reduce(0) { $0 + $1.revision } }

    func write(_ stored: StoredFindingReview, ofContent content: String) { rows.reviews[content] = stored }
}
