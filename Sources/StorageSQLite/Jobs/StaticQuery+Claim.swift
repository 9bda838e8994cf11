import Storage
import SystemValues

extension StaticQuery {
    /// Hands out the first ready jobs.
    ///
    /// - Parameter condition: What more must hold for a job, in SQL.
    static func claim(outside condition: String = "") -> String {
        """
        UPDATE job SET state = 2, attempts = attempts + 1, turn = turn + 1, owner = :owner, claimed = :claimed
        WHERE id IN (
            SELECT id FROM job INDEXED BY job_ready WHERE state = 1 AND held = 0 AND pipeline = :pipeline\(condition)
            ORDER BY priority, due, id LIMIT :limit)
        RETURNING \([ColumnName].ofJob.list)
        """
    }

    /// That a job's file lies in none of the folders; bytes are written as digits, so that there is nothing to escape.
    static func condition(for folders: Set<FolderPlace>) -> String {
        let places = folders.map { place in
            let root = "root = \(literal(place.root))"
            guard !place.folder.isEmpty else { return "(\(root))" }
            let inside = place.folder + [UInt8(ascii: "/")]
            return "(\(root) AND (path = \(literal(place.folder)) OR "
                + "substr(path, 1, \(inside.count)) = \(literal(inside))))"
        }
        return " AND folder NOT IN (SELECT id FROM folder WHERE \(places.sorted().joined(separator: " OR ")))"
    }

    private static func literal(_ bytes: [UInt8]) -> String { "X'\(bytes.hexadecimal)'" }
}
