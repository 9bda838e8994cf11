import Storage
import SystemValues
import Testing

@Suite struct EndingCursorTests {
    private static let queue = Fingerprint(head: 0x3F2A_9C0D_11AA_22BB, tail: (1, 2, 3))

    @Test func aCursorIsReadAsItIsWritten() throws {
        let cursors = [
            EndingCursor(queue: Self.queue, number: 0), EndingCursor(queue: Self.queue, number: 1234),
            EndingCursor(queue: Self.queue, number: 300, forgettings: 5), EndingCursor(queue: Self.queue, number: .max),
            EndingCursor(queue: Self.queue, number: 0, forgettings: 0),
        ]
        #expect(
            cursors.map(\.description) == [
                "3f2a9c0d11aa22bb-0", "3f2a9c0d11aa22bb-1234", "3f2a9c0d11aa22bb-300-5",
                "3f2a9c0d11aa22bb-9223372036854775807", "3f2a9c0d11aa22bb-0-0",
            ])
        for cursor in cursors {
            #expect(EndingCursor(cursor.description) == cursor)
            #expect(EndingStart(cursor.description) == .behind(cursor))
        }
    }

    @Test(arguments: [
        "", "7", "-", "now-1", "3f2a9c0d11aa22bb", "3f2a9c0d11aa22bb-", "3f2a9c0d11aa22bb-1-", "3f2a9c0d11aa22bb--1",
        "3f2a9c0d11aa22bb-1-2-3", "3f2a9c0d11aa22bb-1--2", "3F2A9C0D11AA22BB-1", "3f2a9c0d11aa22b-1",
        "3f2a9c0d11aa22bb-9223372036854775808",
        "3f2a9c0d11aa22bb-+1", "3f2a9c0d11aa22bb-1 ", "3f2a9c0d11aa22bb-١",
    ])
    func whatIsNoCursorIsNone(_ text: String) {
        #expect(EndingCursor(text) == nil && EndingStart(text) == nil)
    }

    @Test func whereOneBeginsHasAWord() {
        #expect(EndingStart("now") == .now && EndingStart("first") == .first)
        #expect(EndingStart.now.description == "now" && EndingStart.first.description == "first")
    }
}
