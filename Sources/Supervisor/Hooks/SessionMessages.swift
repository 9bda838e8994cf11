import JSONTree
import Reports
import Scoring
import Settings
import Storage
import SystemPackage

extension HookPlan {
    /// What hooks are told of a session whose sheet is new, in the transaction that says so.
    ///
    /// It waits until the session has rested, and takes the place of what was not delivered yet: of many changes readers get
    /// the last.
    ///
    /// - Parameter waits: Whether more may come: a run that ends tells at once.
    func add(
        _ session: Session, _ files: [FilePath], to transaction: QueueTransaction, waits: Bool, at now: UnixMillis
    ) throws {
        for hook in told(of: .session) {
            let subject = OutboxSubject.session(session.name)
            let waiting = OutboxFilter(hooks: [hook.name], states: [.waiting])
            let former = try transaction.outbox.page(OutboxPage(waiting, limit: Self.mostSessions))
                .filter { $0.subject == subject }.map(\.id)
            if !former.isEmpty {
                _ = try transaction.outbox.forget(OutboxFilter(ids: former), limit: former.count)
            }
            let content = JSONValue.object([
                .init("session", JSONReport(session).value), .init("files", .array(files.map { .string($0.string) })),
            ])
            var message = NewMessage(
                hook: hook.name, subject: subject, event: Settings.Hook.Subject.session.rawValue,
                body: Array(content.line.utf8))
            message.delay = waits ? UnixMillis(hook.settings.quiet / .milliseconds(1)) : 0
            try transaction.outbox.add([message], at: now)
        }
    }

    /// The same for a writer of sheets.
    func tellingSessions(
        _ news: HookNews, waits: Bool
    ) -> @Sendable (QueueTransaction, Session, _ files: [FilePath]) throws -> Void {
        { transaction, session, files in
            try add(session, files, to: transaction, waits: waits, at: Clock.now())
            news.changes.notify()
        }
    }

    /// So many waiting messages of a hook are looked through for a former one of the same session.
    private static let mostSessions = 10_000
}
