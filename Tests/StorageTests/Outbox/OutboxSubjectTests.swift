import Testing

@testable import Storage

@Suite struct OutboxSubjectTests {
    static let subjects: [(OutboxSubject, String)] = [
        (.photo(ClaimID(job: JobID(rawValue: 17), claimNumber: 3)), "photo 17.3"),
        (.session("day 1"), "session day 1"), (.session(""), "session "),
        (
            .run(Owner(host: "a b", boot: "", pid: 5, started: 6, life: -7), started: 8),
            "run 8 5 6 -7  a b"
        ),
    ]

    @Test(arguments: subjects)
    func aSubjectIsReadAsItIsWritten(_ subject: OutboxSubject, _ text: String) {
        #expect(subject.description == text)
        #expect(OutboxSubject(text) == subject)
    }

    @Test(arguments: ["", "photo", "photo 17", "photo x.1", "run 8", "run x 5 6 7 b h", "run 8 5 6 7 b", "page 3"])
    func nothingElseIsASubject(_ text: String) { #expect(OutboxSubject(text) == nil) }

    @Test func aPhotosJobIsKnown() {
        #expect(Self.subjects.map(\.0.job) == [JobID(rawValue: 17), nil, nil, nil])
    }
}
