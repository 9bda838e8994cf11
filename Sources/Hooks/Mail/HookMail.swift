import Foundation
import Glibc
import Settings
import SystemPackage
import SystemValues

/// Hands each message as mail to the machine's own mailer, `sendmail` or `msmtp`.
///
/// Readers are arguments that settings have let through, and never read from the mail. The message is delivered where the
/// mailer has taken it: what becomes of mail behind that is the mailer's.
public struct HookMail: HookChannel {
    let hook: Settings.Hook
    let readers: [String]

    /// Where mailers are looked for, the first of them that is there.
    static let mailers: [FilePath] = [
        "/usr/sbin/sendmail", "/usr/lib/sendmail", "/usr/bin/msmtp", "/usr/local/bin/msmtp",
    ]
    /// Bytes of all attachments together; more is left out, and the mail says so.
    static let mostAttached = 10 << 20

    /// The channel of a hook with mail.
    public init(_ hook: Settings.Hook, to readers: [String]) {
        self.hook = hook
        self.readers = readers
    }

    /// What its deliveries share; see `HookChannel`.
    public var place: String { "mail" }

    private var mailer: FilePath? {
        hook.mailer ?? Self.mailers.first { $0.withPlatformString { access($0, X_OK) } == 0 }
    }

    /// Why nothing can be delivered; see `HookChannel`.
    public func trouble() -> String? {
        guard let mailer else {
            return "there is no sendmail and no msmtp; apt install msmtp-mta, or name one with \"mailer\""
        }
        return TrustedPath(path: mailer).programTrouble()
    }

    /// Delivers a message; see `HookChannel`.
    public func deliver(_ message: HookMessage, until isStopped: @escaping @Sendable () -> Bool) -> HookAnswer {
        guard let mailer, trouble() == nil else { return HookAnswer(.refused(trouble() ?? "there is no mailer")) }
        let process = HookProcess(
            program: mailer, arguments: ["-i"] + (hook.from.map { ["-f", $0] } ?? []) + ["--"] + readers,
            environment: HookEnvironment.plain, input: document(of: message).bytes, limit: hook.timeout,
            leavesRest: true)
        return process.answer(named: PercentEscape.printable(mailer), until: isStopped)
    }

    /// The mail of a message.
    func document(of message: HookMessage) -> MailDocument {
        let content = MailText(message)
        var attachments: [MailDocument.Attachment] = []
        var (room, left) = (Self.mostAttached, 0)
        for path in hook.attach ? content.attachments : [] {
            // A sheet may have been written anew, or be gone by now.
            guard let file = try? Data(contentsOf: URL(fileURLWithPath: path)), file.count <= room else {
                left += 1
                continue
            }
            room -= file.count
            attachments.append(
                .init(name: FilePath(path).lastComponent?.string.forTerminal ?? "sheet", bytes: Array(file)))
        }
        let rest = left == 0 ? "" : "\n\(left) of the files are not attached: they are gone, or too large.\n"
        return MailDocument(
            from: hook.from, readers: readers, subject: content.subject, text: content.text + rest,
            attachments: attachments, key: message.key, date: message.made.date)
    }
}
