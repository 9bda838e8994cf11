import Storage

/// The rows of named sets in SQL; used inside one transaction of a database.
package struct SQLPhotoSetRows: PhotoSetTable {
    private let database: any SQLDatabase

    /// The rows of an open database, for as long as its transaction lasts.
    package init(_ database: any SQLDatabase) { self.database = database }

    package func photoSets() throws -> [PhotoSet] { try counted(Self.isSet) }

    package func drafts() throws -> [PhotoSet] { try counted(Self.isDraft) }

    /// Of drafts no reader of sets is told.
    private static let isSet = "(substr(name, 1, 1) <> '\(PhotoSet.markOfDrafts)')"
    /// A range of the key: the rows of all sets are not read for it.
    private static let isDraft =
        "(name > '\(PhotoSet.markOfDrafts)' AND name < '\(PhotoSet.markOfDrafts)~')"

    private func counted(_ condition: String) throws -> [PhotoSet] {
        try database.rows(
            "SELECT name, count(*) AS photos FROM photo_set WHERE \(condition) GROUP BY name ORDER BY name", [:]
        ).map { PhotoSet(name: try $0.text("name"), count: Int(try $0.number("photos"))) }
    }

    package func contents(ofSet name: String, after content: String?, limit: Int) throws -> [String] {
        try database.rows(
            "SELECT content FROM photo_set WHERE name = :name AND content > :after ORDER BY content LIMIT :limit",
            ["name": .text(name), "after": .text(content ?? ""), "limit": .integer(Int64(limit))]
        ).map { try $0.text("content") }
    }

    package func sets(ofContents contents: [String]) throws -> [String: [String]] {
        let rows = try database.rows(
            """
            SELECT name, content FROM photo_set
            WHERE content IN (\(database.elements(ofTexts: "contents"))) AND \(Self.isSet) ORDER BY content, name
            """, ["contents": .text(JSON.encode(contents))])
        return try rows.reduce(into: [:]) { $0[try $1.text("content"), default: []].append(try $1.text("name")) }
    }

    package func add(_ contents: [String], toSet name: String) throws {
        try database.execute(
            "INSERT INTO photo_set (name, content) VALUES (:name, :content) ON CONFLICT (name, content) DO NOTHING",
            each: contents.map { ["name": .text(name), "content": .text($0)] })
    }

    package func move(draft name: String, toSet set: String) throws {
        try database.execute(
            """
            INSERT INTO photo_set (name, content) SELECT :set, content FROM photo_set WHERE name = :name
            ON CONFLICT (name, content) DO NOTHING
            """, ["set": .text(set), "name": .text(name)])
        try clear(set: name)
    }

    package func take(_ contents: [String], outOfSet name: String) throws {
        try database.execute(
            """
            DELETE FROM photo_set WHERE name = :name AND content IN (\(database.elements(ofTexts: "contents")))
            """, ["name": .text(name), "contents": .text(JSON.encode(contents))])
    }

    package func take(draft name: String, outOfSet set: String) throws {
        try database.execute(
            """
            DELETE FROM photo_set
            WHERE name = :set AND content IN (SELECT content FROM photo_set WHERE name = :name)
            """, ["set": .text(set), "name": .text(name)])
        try clear(set: name)
    }

    package func clear(set name: String) throws {
        try database.execute("DELETE FROM photo_set WHERE name = :name", ["name": .text(name)])
    }

    package func rename(set name: String, to other: String) throws {
        try database.execute(
            "UPDATE photo_set SET name = :other WHERE name = :name", ["name": .text(name), "other": .text(other)])
    }
}
