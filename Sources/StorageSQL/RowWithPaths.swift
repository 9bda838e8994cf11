import Scoring
import Storage

/// A row of the score book that names files or folders of photos.
protocol RowWithPaths {
    /// The row with each of these as it is after a change.
    func withPaths(_ change: (String) -> String) -> Self
}

extension SessionRow: RowWithPaths {
    func withPaths(_ change: (String) -> String) -> SessionRow {
        var row = self
        row.folder = folder.map(change)
        row.details.homes = details.homes?.map { SessionHome(folder: change($0.folder), day: $0.day) }
        return row
    }
}

extension PhotoRow: RowWithPaths {
    func withPaths(_ change: (String) -> String) -> PhotoRow {
        var row = self
        row.photo.path = change(photo.path)
        row.photo.file = photo.file.map(change)
        return row
    }
}

extension ParkedPhoto: RowWithPaths {
    func withPaths(_ change: (String) -> String) -> ParkedPhoto {
        var photo = self
        photo.path = change(path)
        return photo
    }
}
