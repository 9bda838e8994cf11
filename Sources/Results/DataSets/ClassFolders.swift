import SystemPackage

/// `yolo-classify`: photos in a folder for each class, as trainers of classifiers read them: `cat/day1/a.jpg`, and of a divided
/// set `train/cat/day1/a.jpg`.
///
/// A photo without a class has no place. A class or a part that no photo has, has no folder, which trainers would refuse. A
/// class that a photo of any part has, has a folder in every part: trainers number the classes of a part by its folders.
final class ClassFolders: RecordTable {
    private let place: FilePath
    private let parts: [SplitPart]
    private var folder: DataSetFolder
    private var folders: [String: [UInt8]] = [:]
    private var taken: Set<[UInt8]> = []
    /// The classes that have a photo, and the parts.
    private var filled: (classes: Set<[UInt8]>, parts: Set<SplitPart>) = ([], [])

    init(_ making: TableFormat.Making) {
        (place, parts) = (making.place, making.parts)
        folder = DataSetFolder(making.place, images: nil, copies: making.copiesPhotos)
    }

    /// Puts a photo into the folder of its class.
    func append(_ row: TableRow) throws(ResultsError) {
        guard let label = row.record.photoClass else { return }
        let name = name(of: label)
        guard try folder.place(row, below: [name]) != nil else { return }
        filled.classes.insert(name)
        if let part = row.part { filled.parts.insert(part) }
    }

    func finish() throws(ResultsError) {
        _ = folder.removeOthers()
        for part in parts where filled.parts.contains(part) {
            for name in filled.classes { try AtomicFile.make(place.appending(part.rawValue).appending(raw: name)) }
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
