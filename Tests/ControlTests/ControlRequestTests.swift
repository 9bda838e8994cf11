import Control
import Findings
import Foundation
import Scoring
import Storage
import SystemValues
import Testing

/// The vocabulary as it stands on the socket: clients of other versions and other programs rely on it.
@Suite struct ControlRequestTests {
    static let correction = Correction(photo: "/p/a.jpg", arrow: 2, value: Correction.Value(score: 9))

    static let club = RoundDefinition(
        id: "club", name: "Club", faces: [.wa60], ends: 6, arrowsPerEnd: 3, parts: 2)

    @Test(arguments: [
        (ControlRequest.status, #"{"command":"status"}"#),
        (.events(since: .now), #"{"command":"events"}"#),
        (.events(since: .first), #"{"command":"events","since":"first"}"#),
        (
            .events(since: .behind(EndingCursor(queue: Fingerprint(head: 1, tail: (2, 3, 4)), number: 7))),
            #"{"command":"events","since":"0000000000000001-7"}"#
        ),
        (.measurements, #"{"command":"measurements"}"#),
        (.retry(JobChoice(states: ["failed"])), #"{"command":"retry","jobs":[],"states":["failed"]}"#),
        (.cancel(JobChoice(jobs: [7])), #"{"command":"cancel","jobs":[7],"states":[]}"#),
        (.prune(JobChoice(jobs: [7])), #"{"command":"prune","jobs":[7],"states":[]}"#),
        (
            .prune(JobChoice(states: ["done"]), limit: 1000),
            #"{"command":"prune","jobs":[],"limit":1000,"states":["done"]}"#
        ),
        (
            .prune(JobChoice(states: ["done"]), endedBefore: 5),
            #"{"command":"prune","endedBefore":5,"jobs":[],"states":["done"]}"#
        ),
        (
            .prune(JobChoice(states: ["done"]), again: true),
            #"{"again":true,"command":"prune","jobs":[],"states":["done"]}"#
        ),
        (.reload(), #"{"command":"reload"}"#),
        (.reload(check: true, again: true), #"{"again":true,"check":true,"command":"reload"}"#),
        (.withdraw(photo: "/p/a.jpg", arrow: 2), #"{"arrow":2,"command":"withdraw","photo":"/p/a.jpg"}"#),
        (.assign(photos: ["/p"], session: "June"), #"{"command":"assign","photos":["/p"],"session":"June"}"#),
        (
            .correct(correction),
            #"{"command":"correct","correction":{"adds":false,"arrow":2,"photo":"/p/a.jpg","#
                + #""word":{"isRemoved":false,"isX":false,"score":9}}}"#
        ),
        (
            .review(photo: "/p/a.jpg", as: PhotoReview(isConfirmed: true), revision: 3),
            #"{"command":"review","photo":"/p/a.jpg","review":{"archers":[],"arrows":[],"faces":[],"isConfirmed":true,"#
                + #""isSkipped":false},"revision":3}"#
        ),
        (
            .findings(content: "0a", as: FindingReview(isAccepted: true)),
            #"{"command":"findings","content":"0a","review":{"classes":{},"codes":{},"detections":{},"isAccepted":true,"masks":{},"pages":{},"poses":{},"tables":{},"texts":{}}}"#
        ),
        (.findings(content: "0a", as: nil, revision: 2), #"{"command":"findings","content":"0a","revision":2}"#),
        (
            .accept(contents: ["0a": ["objects": ReviewBasis(task: "detect", model: "51", digest: "7")]]),
            #"{"command":"accept","contents":{"0a":{"objects":{"digest":"7","model":"51","task":"detect"}}}}"#
        ),
        (.unaccept(contents: ["0a"]), #"{"command":"unaccept","contents":["0a"]}"#),
        (.choose(set: "s", contents: ["0a"], .new), #"{"command":"choose","contents":["0a"],"set":"s"}"#),
        (
            .choose(set: "s", contents: ["0a"], .replace),
            #"{"change":"replace","command":"choose","contents":["0a"],"set":"s"}"#
        ),
        (
            .choose(set: "s", contents: ["0a"], .new, with: PhotoSetDraft(id: "7", count: 9)),
            #"{"command":"choose","contents":["0a"],"draft":{"count":9,"id":"7"},"set":"s"}"#
        ),
        (
            .gather(contents: ["0a"], in: PhotoSetDraft(id: "7")),
            #"{"command":"gather","contents":["0a"],"draft":{"count":0,"id":"7"}}"#
        ),
        (
            .choose(set: "s", contents: ["0a"], .remove),
            #"{"change":"remove","command":"choose","contents":["0a"],"set":"s"}"#
        ),
        (.unchoose(set: "s"), #"{"command":"unchoose","set":"s"}"#),
        (.renameSet("s", to: "t"), #"{"command":"renameSet","name":"t","set":"s"}"#),
        (
            .findingsOfMany([FindingChange(content: "0a", review: nil, revision: 2)]),
            #"{"changes":[{"content":"0a","revision":2}],"command":"findingsOfMany"}"#
        ),
        (.session("a", .rename("b")), #"{"command":"rename","name":"b","session":"a"}"#),
        (
            .session("a", .describe(name: nil, date: "2026-06-01", archers: nil)),
            #"{"command":"describe","date":"2026-06-01","session":"a"}"#
        ),
        (.session("a", .date(nil)), #"{"command":"date","session":"a"}"#),
        (
            .session("a", .archers(Archers(names: ["Ana"], by: .end))),
            #"{"archers":{"by":"end","colours":[],"names":["Ana"]},"command":"archers","session":"a"}"#
        ),
        (.session("a", .round(.noRound)), #"{"command":"round","round":"none","session":"a"}"#),
        (
            .session("a", .describe(name: "b", date: nil, archers: nil, round: .round(club))),
            #"{"command":"describe","name":"b","round":{"arrowsPerEnd":3,"ends":6,"faces":["wa-60"],"id":"club","#
                + #""name":"Club","parts":2,"ties":"tens-nines"},"session":"a"}"#
        ),
        (
            .session("a", .split(photos: ["p"], name: "b")),
            #"{"command":"split","name":"b","photos":["p"],"session":"a"}"#
        ),
        (.session("a", .merge(into: "b")), #"{"command":"merge","into":"b","session":"a"}"#),
        (
            .expect(
                ExpectedPhoto(
                    file: "/drop/a.jpg", number: FileNumber(device: 7, inode: 8), size: 9, content: "0a", archer: "Ana")
            ),
            #"{"command":"expect","file":{"archer":"Ana","content":"0a","device":7,"inode":8,"isThere":false,"path":"/drop/a.jpg","size":9}}"#
        ),
        (
            .redeliver(MessageChoice(messages: [17])),
            #"{"command":"redeliver","hooks":[],"messages":[17],"states":[]}"#
        ),
        (
            .forget(MessageChoice(hooks: ["erp"], states: ["given up"])),
            #"{"command":"forget","hooks":["erp"],"messages":[],"states":["given up"]}"#
        ),
        (.pause, #"{"command":"pause"}"#), (.on(queue: "0f", .pause), #"{"command":"pause","queue":"0f"}"#),
        (.resume, #"{"command":"resume"}"#), (.resumeNow, #"{"command":"resumeNow"}"#),
        (
            .prioritize(JobChoice(jobs: [7]), level: -2),
            #"{"command":"prioritize","jobs":[7],"priority":-2,"states":[]}"#
        ),
    ])
    func everyCommandIsItsWordWithItsKeys(request: ControlRequest, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(request), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(ControlRequest.self, from: Data(json.utf8)) == request)
        #expect(ControlRequest.Word.allCases.contains(request.word))
    }

    @Test(arguments: [
        "{}", #"{"command":"format"}"#, #"{"command":"withdraw","photo":"a"}"#, #"{"command":"retry","jobs":["7"]}"#,
        #"{"command":"assign","photos":[]}"#, #"{"command":"prioritize","jobs":[7]}"#, "[]", "7",
    ])
    func whatIsNoCommandIsRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ControlRequest.self, from: Data(json.utf8)) }
    }

    @Test func aRefusalKeepsTheCodeAndTheFaultOfItsError() throws {
        let error = ControlError(.badRequest, "name jobs by number or by state", fault: .input)
        let line = try JSONEncoder().encode(ControlReply.error(ControlError(error)))
        #expect(try JSONDecoder().decode(ControlReply.self, from: line) == .error(error))
        #expect(String(decoding: line, as: UTF8.self).contains(#""isUsage":true"#))
        // As an earlier supervisor says it, and an error that is about nothing that was said.
        let earlier = #"{"code":"badRequest","fault":"input","message":"x"}"#
        #expect(try !JSONDecoder().decode(ControlError.self, from: Data(earlier.utf8)).isUsage)
        let full = try JSONEncoder().encode(ControlError(.unavailable, "x", fault: .environment))
        #expect(!String(decoding: full, as: UTF8.self).contains("isUsage"))
        struct Strange: Error {}
        #expect(ControlError(Strange()).code == "unexpected" && ControlError(Strange()).fault == .quiver)
    }

    @Test(arguments: [
        ControlReply.changed(3), .revised(["0a": 2]), .photos(["0a"]), .photos([]),
        .reload(
            ReloadReport(
                changes: [ReloadReport.Change(key: "watch[1].path", old: nil, new: #""/a""#)], changesFiles: false,
                changesResults: true, done: 2, again: false, isTaken: true)),
        .status(LiveStatus(processIdentifier: 1, startedAt: 2, workers: 3, roots: [], ended: 4)),
        .status(
            LiveStatus(
                processIdentifier: 1, startedAt: 2, workers: 3, roots: [], ended: 4,
                wait: LiveStatus.Wait(cause: .hours, why: "It is noon.", until: 5), fullFor: 60)),
    ])
    func anAnswerReadsBack(reply: ControlReply) throws {
        #expect(try JSONDecoder().decode(ControlReply.self, from: JSONEncoder().encode(reply)) == reply)
    }
}
