import Control
import ServiceLifecycle

/// Answers the clients of the socket side by side, so that a long command does not hold up `status`.
struct ControlService: Service {
    let server: ControlServer
    let handler: CommandHandler
    let events: EventHub
    /// What a command has changed may be work.
    let wake: @Sendable () -> Void

    /// Runs until the run ends; clients that still wait get an error.
    func run() async {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                for await request in server.requests {
                    group.addTask { await serve(request) }
                }
                // Commands are carried out to their end; listeners are let go.
                events.endSubscriptions()
            }
        } onGracefulShutdown: {
            server.stop()
        }
        server.stop()
    }

    private func serve(_ client: ControlServer.Pending) async {
        if case .events = client.request { return await client.stream(events.subscribe()) }
        client.reply(await handler.answer(client.request))
        wake()
    }
}
