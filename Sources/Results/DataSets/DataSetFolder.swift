import SystemPackage

/// A photo under its name in a data set.
struct PlacedPhoto {
    /// The name below the folder of the photos, without its end.
    let stem: FilePath
    /// The name below the folder of the photos.
    let name: String
    /// The photo.
    let photo: LabelledPhoto
}

/// The photos of a data set whose labels lie in files of their own: each gets a name and is put there as a link or a copy.
struct DataSetFolder {
    private let photos: DataSetPhotos
    private var names: DataSetNames

    /// Looks at what lies in the folder of a data set; blocks.
    ///
    /// - Parameters:
    ///   - images: The folder of the photos there; nil where they lie in the data set's own.
    ///   - isForXML: Whether names stand in XML.
    init(_ folder: FilePath, images: FilePath.Component? = "images", copies: Bool, isForXML: Bool = false) {
        photos = DataSetPhotos(in: folder, images: images, copies: copies)
        names = DataSetNames(isForXML: isForXML)
    }

    /// Puts a photo into its place; nil for one that is not there any more, and for a file that is no picture, to which nothing
    /// may lead.
    ///
    /// - Parameter above: Folders in front of its name.
    mutating func place(_ row: TableRow, below above: [[UInt8]] = []) throws(ResultsError) -> PlacedPhoto? {
        guard let photo = row.labelledPhoto, let end = DataSetPhotos.end(of: photo), photo.isThere else { return nil }
        let stem = names.stem(for: row, photo, below: above) { [photos] in photos.isForeign($0) }
        let image = photos.image(stem, end: end)
        let placed = PlacedPhoto(stem: stem, name: String(decoding: stem.rawBytes, as: UTF8.self) + end, photo: photo)
        let isThere = photos.holds(photo, at: stem, end: end)
        guard isThere || photo.isPicture else { return nil }
        photos.keep(stem, end: end)
        if isThere { return placed }
        photos.removeLinks(stem, end: end)
        do throws(ResultsError) {
            try photos.place(photo, at: image)
        } catch {
            // Some file systems have no links: the labels are worth having without them.
            guard !photos.copies, [.denied, .failed].contains(error.code) else { throw error }
        }
        return placed
    }

    /// A name as a part of a path below the data set: no separator, not hidden, not too long.
    func folder(named name: String) -> [UInt8] {
        names.plain(Array(name.replacing("/", with: "-").replacing("\0", with: "-").utf8))
    }

    /// Removes the links of photos that were not placed again, and returns the names that no photo has now.
    func removeOthers() -> [FilePath] { photos.removeOthers() }
}
