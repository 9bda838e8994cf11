import SystemPackage

@testable import Results

extension OutputFormat {
    /// `paths`: the path of each photo that has a result, one a line.
    static let paths = OutputFormat(
        name: "paths",
        table: TableFormat(end: ".paths.txt", beginnings: [PathList.mark]) { making throws(ResultsError) in
            try PathList(at: making.place)
        })
}

/// `results.paths.txt`: one path a line behind a line that tells whose file it is.
final class PathList: GrowingTable {
    static let mark = "# photos with a result, made by Quiver"
    private var file: LineFile

    init(at path: FilePath) throws(ResultsError) {
        file = try LineFile(at: path)
        try file.append(Array("\(Self.mark)\n".utf8))
    }

    func append(_ row: TableRow) throws(ResultsError) { try file.append(Self.line(of: row)) }

    func finish() throws(ResultsError) { try file.publish() }

    func add(_ rows: [TableRow]) throws(ResultsError) -> Bool { try file.add(rows.flatMap(Self.line)) }

    private static func line(of row: TableRow) -> [UInt8] {
        row.record.state == .done ? Array("\(row.record.source.path)\n".utf8) : []
    }
}
