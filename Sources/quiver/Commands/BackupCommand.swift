import ArgumentParser
import Supervisor
import SystemPackage

/// `quiver backup`: a copy of the queue and the score book, taken while work goes on.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the queue and the score book into a new file, while work goes on.",
        discussion: """
            The copy is consistent and safely stored when the command returns. To go back to it, stop Quiver, remove \
            quiver.sqlite, quiver.sqlite-wal and quiver.sqlite-shm, and put the copy in their place.
            """)

    @Argument(
        help: ArgumentHelp("The file to write; there must be none of that name.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var options: QueueOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let backup = try QueueControl(options.settings().settings).backup(to: FilePath(file))
        guard output.format == .text else {
            return Terminal.say(try JSONText.encode(backup, pretty: output.format == .json))
        }
        Terminal.say("\(backup.file): \(counted(backup.jobs, "job")), \(backup.bytes) bytes, checked")
    }
}
