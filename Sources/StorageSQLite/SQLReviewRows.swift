import Foundation
import GRDB
import Storage

/// The reviews' rows in SQL; used inside a transaction of the queue's connection.
package struct SQLReviewRows: FindingReviewTable {
    private let database: Database

    /// The rows of an open database, for as long as its transaction lasts.
    package init(_ database: Database) { self.database = database }

    package func findingReview(ofContent content: String) throws -> StoredFindingReview? {
        try Row.fetchOne(
            database, sql: "SELECT revision, review FROM finding_review WHERE content = :content",
            arguments: ["content": content]
        ).map(Self.stored)
    }

    package func findingReviews() throws -> [String: StoredFindingReview] {
        try findingReviews(after: nil, limit: Int.max)
    }

    package func findingReviews(after content: String?, limit: Int) throws -> [String: StoredFindingReview] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT content, revision, review FROM finding_review WHERE review IS NOT NULL AND content > :after
                ORDER BY content LIMIT :limit
                """, arguments: ["after": content ?? "", "limit": limit])
        return Dictionary(try rows.map { ($0["content"] as String, try Self.stored($0)) }) { _, last in last }
    }

    package func changesOfFindingReviews() throws -> Int {
        // No row ever goes, and a revision only grows.
        try Int.fetchOne(database, sql: "SELECT coalesce(sum(revision), 0) FROM finding_review") ?? 0
    }

    package func write(_ stored: StoredFindingReview, ofContent content: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = try stored.review.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        try database.execute(
            sql: """
                INSERT INTO finding_review (content, revision, review) VALUES (:content, :revision, :review)
                ON CONFLICT (content) DO UPDATE SET revision = excluded.revision, review = excluded.review
                """, arguments: ["content": content, "revision": stored.revision, "review": text])
    }

    private static func stored(_ row: Row) throws -> StoredFindingReview {
        let text: String? = row["review"]
        do {
            return StoredFindingReview(
                revision: row["revision"],
                review: try text.map { try JSONDecoder().decode(FindingReview.self, from: Data($0.utf8)) })
        } catch {
            throw ReviewBookError(.damaged, "What was said of a photo's findings cannot be read; say it again.")
        }
    }
}
