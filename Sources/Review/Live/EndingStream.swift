import Control
import Hummingbird
import HummingbirdCore
import JSONTree
import ServiceLifecycle
import Storage
import Supervisor

/// The messages to pages with the ends of photos between them, each with its cursor as the event's id: for programs that are to miss
/// none.
///
/// The ends are read from the queue, at the client's pace: a client that connects again with the last id that it has seen goes on there,
/// whatever was restarted meanwhile.
struct EndingStream: Sendable {
    let photos: EndedPhotos
    /// From where the client follows.
    let start: EndingCursor

    /// The body; a server that shuts down ends it.
    func body(_ messages: AsyncStream<LiveFeed.Message>) -> ResponseBody {
        ResponseBody { writer in
            var cursor = start
            try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
            try await writer.write(ByteBuffer(string: Self.following(start)))
            var messages = messages.cancelOnGracefulShutdown().makeAsyncIterator()
            do {
                repeat {
                    while case let found = try await photos.next(behind: cursor), let last = found.last {
                        for photo in found { try await writer.write(ByteBuffer(string: Self.text(of: photo))) }
                        cursor = last.cursor
                    }
                    guard let message = await messages.next() else { break }
                    try await writer.write(ByteBuffer(string: message.text))
                } while true
            } catch let error as JobQueueError {
                try await writer.write(ByteBuffer(string: Self.refusal(Problem(error))))
            }
            try await writer.finish(nil)
        }
    }

    private static func following(_ cursor: EndingCursor) -> String {
        "id: \(cursor)\nevent: following\ndata: \(JSONValue.object([.init("cursor", .string(cursor.description))]).line)\n\n"
    }

    private static func text(of photo: EndedPhoto) -> String {
        "id: \(photo.cursor)\nevent: ended\ndata: \(JSONValue.object(photo.members).line)\n\n"
    }

    /// Why nothing more is told; the client begins anew.
    private static func refusal(_ problem: Problem) -> String {
        "event: refused\ndata: \(Problem.format.write(problem).line)\n\n"
    }
}
