import Foundation
import Storage

/// The reviews' rows in SQL; used inside one transaction of a database.
package struct SQLReviewRows: FindingReviewTable {
    private let database: any SQLDatabase

    /// The rows of an open database, for as long as its transaction lasts.
    package init(_ database: any SQLDatabase) { self.database = database }

    package func findingReview(ofContent content: String) throws -> StoredFindingReview? {
        try database.first(
            "SELECT revision, review FROM finding_review WHERE content = :content", ["content": .text(content)]
        ).map(Self.stored)
    }

    package func findingReviews(ofContents contents: [String]) throws -> [String: StoredFindingReview] {
        let rows = try database.rows(
            """
            SELECT content, revision, review FROM finding_review
            WHERE content IN (\(database.elements(ofTexts: "contents")))
            """, ["contents": .text(JSON.encode(contents))])
        return Dictionary(try rows.map { (try $0.text("content"), try Self.stored($0)) }) { _, last in last }
    }

    package func findingReviews() throws -> [String: StoredFindingReview] {
        try findingReviews(after: nil, limit: Int.max)
    }

    package func findingReviews(after content: String?, limit: Int) throws -> [String: StoredFindingReview] {
        let rows = try database.rows(
            """
            SELECT content, revision, review FROM finding_review WHERE review IS NOT NULL AND content > :after
            ORDER BY content LIMIT :limit
            """, ["after": .text(content ?? ""), "limit": .integer(Int64(limit))])
        return Dictionary(try rows.map { (try $0.text("content"), try Self.stored($0)) }) { _, last in last }
    }

    package func keptFindingReviews(after content: String?, limit: Int) throws -> [KeptFindingReview] {
        try database.rows(
            """
            SELECT content, revision, review FROM finding_review WHERE content > :after
            ORDER BY content LIMIT :limit
            """, ["after": .text(content ?? ""), "limit": .integer(Int64(limit))]
        ).map { KeptFindingReview(content: try $0.text("content"), stored: try Self.stored($0)) }
    }

    package func changesOfFindingReviews() throws -> Int {
        // No row ever goes, and a revision only grows.
        let sql = "SELECT CAST(coalesce(sum(revision), 0) AS BIGINT) AS changes FROM finding_review"
        return Int(try database.first(sql, [:])?.number("changes") ?? 0)
    }

    package func write(_ stored: StoredFindingReview, ofContent content: String) throws {
        try write([content: stored])
    }

    package func write(_ stored: [String: StoredFindingReview]) throws {
        // In one order everywhere, in which rows are locked too.
        let rows = stored.sorted { $0.key < $1.key }
        try renewFacts(ofContents: rows.map(\.key))
        try database.execute(
            """
            INSERT INTO finding_review (content, revision, review) VALUES (:content, :revision, :review)
            ON CONFLICT (content) DO UPDATE SET revision = excluded.revision, review = excluded.review
            """,
            each: rows.map { content, one in
                [
                    "content": .text(content), "revision": .integer(Int64(one.revision)),
                    "review": SQLValue(try one.review.map(JSON.encode)),
                ]
            })
    }

    /// Has what queries ask of the photos of contents made anew.
    ///
    /// Where photos end beside this, their jobs' rows are locked first: facts that another transaction is about to keep, and
    /// that know nothing of this review, are there by then. Those of all contents are locked at once, in the order of their numbers,
    /// as everywhere: content by content, two transactions would wait for each other.
    private func renewFacts(ofContents contents: [String]) throws {
        let heads = contents.compactMap(PhotoFacts.head)
        guard !heads.isEmpty else { return }
        let arguments = ["heads": SQLValue.text(try JSON.encode(heads))]
        let isOne = "IN (\(database.elements(ofNumbers: "heads")))"
        let isRenewed = "content IS NOT NULL AND content \(isOne) AND is_due = 0"
        if !database.locking.isEmpty {
            try database.execute(
                """
                SELECT id FROM job WHERE id = ANY (ARRAY(
                    SELECT id FROM job WHERE content_head IS NOT NULL AND content_head \(isOne) AND original IS NULL
                    UNION SELECT id FROM job WHERE content_head \(isOne) AND state = 2
                ))
                ORDER BY id\(database.locking)
                """, arguments)
            // Those of copies, whose jobs are not locked.
            try database.execute(
                "SELECT job FROM photo_fact WHERE \(isRenewed) ORDER BY job\(database.locking)", arguments)
        }
        try database.execute("UPDATE photo_fact SET is_due = 1 WHERE \(isRenewed)", arguments)
    }

    private static func stored(_ row: SQLRow) throws -> StoredFindingReview {
        let (text, revision) = (try row.textIfAny("review"), Int(try row.number("revision")))
        do {
            return StoredFindingReview(
                revision: revision,
                review: try text.map { try JSONDecoder().decode(FindingReview.self, from: Data($0.utf8)) })
        } catch {
            throw ReviewBookError(.damaged, "The review of a photo's findings cannot be read; review them again.")
        }
    }
}
