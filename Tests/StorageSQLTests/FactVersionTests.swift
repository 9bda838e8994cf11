import GRDB
import Storage
import StorageSQL
import StorageSQLite
import Testing

/// What becomes of kept facts where a later program has them say something else.
@Suite struct FactVersionTests {
    @Test func eachVersionHasAStepOfItsOwn() {
        #expect(FactVersion.steps(upTo: 1).isEmpty)
        #expect(FactVersion.steps(upTo: 3).map(\.name) == ["jobs/facts-2", "jobs/facts-3"])
        #expect(FactVersion.steps().count == PhotoFacts.version - 1)
    }

    @Test func factsOfAnOlderVersionAreDue() throws {
        let due = try DatabaseQueue().inDatabase { database in
            for migration in Migration.all { try database.execute(sql: migration.sql) }
            for job in 1...2 {
                try database.execute(
                    sql: "INSERT INTO photo_fact (job, is_due, gaps, marks, found) VALUES (?, 0, 0, 0, 1)",
                    arguments: [job])
            }
            for step in FactVersion.steps(upTo: 2) { try database.execute(sql: step.sql) }
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM photo_fact WHERE is_due = 1 AND found = 1")
        }
        #expect(due == 2)
    }
}
