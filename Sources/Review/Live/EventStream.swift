import Hummingbird
import HummingbirdCore
import ServiceLifecycle

/// Messages as the body of a response that goes on until one side hangs up.
enum EventStream {
    /// The body; a server that shuts down ends it.
    static func body(_ messages: AsyncStream<LiveFeed.Message>) -> ResponseBody {
        ResponseBody { writer in
            // A first line at once, so that the client knows that it is connected.
            try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
            for await message in messages.cancelOnGracefulShutdown() {
                try await writer.write(ByteBuffer(string: message.text))
            }
            try await writer.finish(nil)
        }
    }
}
