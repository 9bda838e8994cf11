/// One step of a room's tables.
///
/// A step is never changed once it was released: what is wrong with one is mended by the next.
package struct Migration: Sendable {
    /// What the database remembers the step by: the room, a slash, and what the step brings.
    package let name: String
    /// The number of the step in databases that counted their steps; nil for steps of a later time.
    package let formerVersion: Int?
    /// The statements that take the step.
    package let sql: String

    /// A step from its parts.
    package init(_ name: String, formerVersion: Int? = nil, _ sql: String) {
        self.name = name
        self.formerVersion = formerVersion
        self.sql = sql
    }
}
