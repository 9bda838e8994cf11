import SystemPackage
import SystemValues

/// Tells a table of Quiver's from any other file of that name.
public enum OwnTable {
    private static let mostNumbers = 1000
    /// How every table and every line of records has begun, in each version.
    private static let beginnings = ["path,state,label,class_id,", #"{"version":""#].map { Array($0.utf8) }

    /// The first place for a table that is free or holds one already: `results.csv`, then `results-2.csv`; blocks.
    public static func place(_ usual: FilePath) -> FilePath {
        let name = usual.lastComponent?.rawBytes ?? []
        let folder = usual.removingLastComponent()
        for number in 1...mostNumbers {
            let place = number == 1 ? usual : folder.appending(raw: OutputNumber.added(number, to: name))
            if isFree(place) { return place }
        }
        return usual
    }

    private static func isFree(_ place: FilePath) -> Bool {
        switch FileCalls.status(place)?.kind {
        case .regular:
            guard let start = FileCalls.beginning(of: place, limit: 64) else { return false }
            return start.isEmpty || beginnings.contains { start.starts(with: $0) }
        case .link: return false
        // A folder in the way is told when the table is written.
        case nil, .folder, .special: return true
        }
    }
}
