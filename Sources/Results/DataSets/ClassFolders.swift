import SystemPackage

/// `yolo-classify`: photos in a folder for each class, as trainers of classifiers read them: `cat/day1/a.jpg`, and of a divided
/// set `train/cat/day1/a.jpg`.
///
/// A photo without a class has no place. A class that no photo has, has no folder, which trainers would refuse. A class that
/// a photo of any part has, has a folder in every part: trainers number the classes of a part by its folders.
final class ClassFolders: RecordTable {
    private let place: FilePath
    private let parts: [SplitPart]
    private var folder: DataSetFolder
    private var folders: [String: [UInt8]] = [:]
    private var taken: Set<[UInt8]> = []
    /// Those that have a photo.
    private var filled: Set<[UInt8]> = []

    init(_ making: TableFormat.Making) {
        (place, parts) = (making.place, making.parts)
        folder = DataSetFolder(making.place, images: nil, copies: making.copiesPhotos)
    }

    /// Puts a photo into the folder of its class.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let label = row.record.photoClass else { return }
        let name = name(of: label)
        if try folder.place(row, below: [name]) != nil { filled.insert(name) }
    }

    func finish() throws(ResultsError) {
        _ = folder.removeOthers()
        for part in parts {
            for name in filled { try AtomicFile.make(place.appending(part.rawValue).appending(raw: name)) }
        }
    }

    /// The folder of a class: two classes never share one, whatever they are called.
    private func name(of label: String) -> [UInt8] {
        if let known = folders[label] { return known }
        var own = folder.folder(named: label)
        // Trainers take these for parts of the set.
        if own.isEmpty || SplitPart.allCases.contains(where: { own.elementsEqual($0.rawValue.utf8) }) {
            own.append(UInt8(ascii: "-"))
        }
        var (name, number) = (own, 1)
        while !taken.insert(name).inserted {
            number += 1
            name = own + Array("-\(number)".utf8)
        }
        folders[label] = name
        return name
    }
}
