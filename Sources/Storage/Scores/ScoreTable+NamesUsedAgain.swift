import Scoring

/// Cameras and senders give one name to many photos: each content has its own end, under a name of its own.
extension ScoreTable {
    /// The name and the row of a reading's own photo among those of its file; no name where it is new, and no row where
    /// that cannot be read any more and is made anew.
    func row(of reading: PhotoReading, among names: [String]) throws -> (name: String?, row: PhotoRow?) {
        let rows = try names.sorted().map { (name: $0, row: try readable($0)) }
        let standing = rows.filter { $0.row?.photo.isFormer == false }
        if let content = reading.content, let same = rows.first(where: { $0.row?.content == content }) { return same }
        // A moment in which the file could not be read says nothing against the photo that was there.
        let own = standing.first {
            reading.content == nil || $0.row?.content == nil && $0.row?.looks(like: reading) == true
        }
        return own ?? rows.first { $0.row == nil } ?? (nil, nil)
    }

    /// Lets the photos that had a reading's file before make way, and returns those whose ends do not stay.
    ///
    /// The rule is that of records: an earlier photo with a result keeps it. One that was only half written makes way, and so
    /// does the same shot before it was edited: it would count twice.
    func makeWay(for reading: PhotoReading, _ names: [String]) throws -> [PhotoRow] {
        var replaced: [PhotoRow] = []
        for var row in try names.compactMap(readable) where !row.photo.isFormer {
            switch row.keeping {
            case .nothing: replaced.append(row)
            case .result where row.photo.isSameShot(as: reading.photo): replaced.append(row)
            case .result, .file:
                row.photo.isFormer = true
                try write(row)
                try outdateSheets(with: row)
            }
        }
        return replaced
    }

    /// The name in the book of the photo that a reading is a copy of; nil where it is none, or the book does not have that.
    func original(of reading: PhotoReading) throws -> String? {
        guard let file = reading.copyOf else { return nil }
        return try photos(ofFile: file).sorted().first { name in
            guard let row = try readable(name) else { return true }
            return row.content == nil || row.content == reading.content
        }
    }

    /// A name for a new photo that no other has: its path, the one that it asks for, or the path with a number.
    func freeName(of reading: PhotoReading) throws -> String {
        let path = reading.photo.path
        if try isFree(path) { return path }
        if let name = reading.name, try isFree(name) { return name }
        let start = PhotoReading.folder(ofPhoto: path).endIndex
        let dot = path[start...].lastIndex(of: ".") ?? path.endIndex
        var number = 2
        while try !isFree("\(path[..<dot])-\(number)\(path[dot...])") { number += 1 }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }

    /// A photo's row; nil where it cannot be read any more: the photo is at hand again, and its row is made anew.
    func readable(_ name: String) throws -> PhotoRow? {
        do {
            return try photo(name)
        } catch let error as ScoreBookError where error.code == .damaged {
            return nil
        }
    }

    private func isFree(_ name: String) throws -> Bool {
        do {
            return try photo(name) == nil
        } catch let error as ScoreBookError where error.code == .damaged {
            return false
        }
    }
}

extension PhotoRow {
    /// Whether a reading may be of the same photo, for rows of books that did not note contents.
    fileprivate func looks(like reading: PhotoReading) -> Bool {
        let new = reading.photo
        if let captured = photo.captured, let other = new.captured, captured != other { return false }
        guard photo.width > 0, new.width > 0 else { return true }
        return (photo.width, photo.height) == (new.width, new.height)
    }
}

extension Session.Photo {
    /// Whether the camera noted the same moment in both: a card that was filled again holds photos of other moments.
    fileprivate func isSameShot(as other: Session.Photo) -> Bool { captured != nil && captured == other.captured }
}
