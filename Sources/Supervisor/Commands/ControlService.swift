import Control
import ServiceLifecycle

/// Answers the clients of the socket side by side, so that a long command does not hold up `status`.
struct ControlService: Service {
    let server: ControlServer
    let handler: CommandHandler
    let events: EventHub
    /// The ends of photos, for clients that follow.
    let endings: EndedPhotos
    /// What a command has changed may be work.
    let wake: @Sendable () -> Void

    /// Runs until the run ends; clients that still wait get an error.
    func run() async {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                for await request in server.requests {
                    group.addTask { await serve(request) }
                }
                // Commands are carried out to their end; listeners are let go, those too that do not read.
                server.stop()
                events.endSubscriptions()
            }
        } onGracefulShutdown: {
            server.stop()
        }
    }

    private func serve(_ client: ControlServer.Pending) async {
        if case .events(let start) = client.request {
            return await client.follow(events, endings, from: start, every: .seconds(2))
        }
        client.reply(await handler.answer(client.request))
        wake()
    }
}
