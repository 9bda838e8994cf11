import Storage
import StorageSQL
import SystemValues
import Testing

/// One list of columns for both databases: what each of them names follows from it.
@Suite struct QueueColumnTests {
    /// A store reads a column of a job's row at its raw value.
    @Test func theColumnsOfAJobComeFirst() {
        #expect([QueueColumn].ofJob.map(\.rawValue) == Array(0..<[QueueColumn].ofJob.count))
        #expect(Set(QueueColumn.allCases.map(\.sql)).count == QueueColumn.allCases.count)
    }

    @Test func whatChangesIsWrittenOnce() {
        let changing = [QueueColumn].ofProgress + [QueueColumn].ofFile
        let kept: [QueueColumn] = [.id, .folder, .name, .arrived]
        #expect(Set(changing).count == changing.count)
        #expect((kept + changing).sorted() == [QueueColumn].ofJob)
    }

    /// Every value is a number of a parameter, so that nothing that a user names becomes a part of the statement.
    @Test func aPagesConditionsHoldNoValueOfTheFilter() {
        var filter = JobFilter(ids: [JobID(rawValue: 77)], states: [.done, .failed], age: .any)
        (filter.root, filter.folder) = (Array("/it's".utf8), Array("a\"b".utf8))
        (filter.finishedBefore, filter.finishedSince, filter.isRerun) = (5001, 4001, true)
        var values = 0
        let conditions = JobConditions { value in
            values += 1
            if case .oneOf = value { return "= ANY($\(values))" }
            return "$\(values)"
        }
        let page = conditions.page(PageRequest(filter, after: JobID(rawValue: 88), limit: 9), pipelines: [99])
        #expect(values == 9)
        #expect(
            page == "job.id = ANY($1) AND state IN (4, 5) AND folder IN (SELECT id FROM folder WHERE root = $2) "
                + "AND folder IN (SELECT id FROM folder WHERE path = $3 OR substr(path, 1, 4) = $4) "
                + "AND pipeline = $5 AND finished < $6 AND finished >= $7 AND counterpart IS NOT NULL "
                + "AND job.id > $8 ORDER BY id ASC LIMIT $9")
        #expect(conditions.page(PageRequest(JobFilter(age: .any)), pipelines: nil) == "1 = 1 ORDER BY id ASC LIMIT $10")
    }

    @Test func aClaimsConditionsFollowTheOthers() {
        let conditions = JobConditions { _ in "?" }
        let owner = Owner(host: "h", boot: "b", pid: 1, started: 1)
        let any = ClaimRequest(limit: 1, owner: owner, pipelines: [])
        #expect(conditions.claim(any) == "")
        var narrow = any
        narrow.outside = [FolderPlace(root: [47], folder: [97])]
        #expect(
            conditions.claim(narrow)
                == " AND folder NOT IN (SELECT id FROM folder WHERE "
                + "(root = ? AND (path = ? OR substr(path, 1, 2) = ?)))")
    }
}
