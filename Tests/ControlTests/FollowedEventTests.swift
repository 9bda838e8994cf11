import Control
import Foundation
import JSONTree
import Results
import Storage
import SystemPackage
import SystemValues
import Testing

/// The lines that a client gets that follows a run: other programs rely on them.
@Suite struct FollowedEventTests {
    private static let cursor = EndingCursor(
        queue: Fingerprint(head: 0x3F2A_9C0D_11AA_22BB, tail: (1, 2, 3)), number: 7)

    private static func photo(file: String?) -> EndedPhoto {
        let record = Record(
            timestamp: Timestamp(Date(timeIntervalSince1970: 0)),
            source: Record.Source(path: "/p/a.jpg", bytes: 9, sha256: nil), state: .done, error: nil, attempts: 1)
        return EndedPhoto(cursor: cursor, job: JobID(rawValue: 3), path: "/p/a.jpg", file: file, record: record)
    }

    @Test func aPhotoIsToldWithItsCursorNumberPathsAndRecord() {
        let photo = Self.photo(file: "/r/a.jpg.json")
        #expect(
            FollowedEvent.ended(photo).json.line
                == #"{"event":"ended","cursor":"3f2a9c0d11aa22bb-7","job":3,"path":"/p/a.jpg","file":"/r/a.jpg.json","record":"#
                + photo.record.line + "}")
        #expect(FollowedEvent.ended(Self.photo(file: nil)).json["file"] == .null)
    }

    @Test func whereOneBeginsAndWhyOneIsBrokenOffIsTold() {
        #expect(
            FollowedEvent.following(Self.cursor).json.line == #"{"event":"following","cursor":"3f2a9c0d11aa22bb-7"}"#)
        let error = ControlError(JobQueueError(.cursorTooOld, "Forgotten.", fault: .input))
        #expect(
            FollowedEvent.broken(error).json.line
                == #"{"error":{"code":"cursorTooOld","fault":"input","message":"Forgotten."}}"#)
        #expect(FollowedEvent.event(.intakeEnded).json.line == #"{"event":"intakeEnded"}"#)
        #expect(FollowedEvent.runEnded.json.line == #"{"event":"runEnded"}"#)
    }
}
