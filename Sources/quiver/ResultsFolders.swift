import Foundation
import Results
import Settings
import SystemPackage
import SystemValues

/// Folders of results that were named as if they held photos.
enum ResultsFolders {
    /// The same, without those that folders give which do not answer within the patience.
    static func notes(on settings: Settings, within patience: Duration) async -> [String] {
        let (answers, telling) = AsyncStream<[String]>.makeStream()
        OwnThread.start("quiver-notes") { telling.yield(notes(on: settings)) }
        let limit = Task {
            try? await Task.sleep(for: patience)
            telling.finish()
        }
        defer { limit.cancel() }
        for await notes in answers { return notes }
        return []
    }

    /// A sentence for each of them: the pictures in it are Quiver's own and are skipped; blocks.
    private static func notes(on settings: Settings) -> [String] {
        let own = real(settings.output.path)
        // Thousands of photos may be named one by one; folders are few.
        return settings.watch.prefix(1_000).map(\.path).filter { holdsResults($0) && real($0) != own }.map { path in
            let name = EscapedName.printable(path)
            let word = CommandHint.quoted(name)
            return """
                \(name) is a folder of results: the pictures that Quiver wrote there are skipped. \
                To see what is in it: quiver jobs list --output \(word), or quiver score report \(word)
                """
        }
    }

    private static func holdsResults(_ path: FilePath) -> Bool {
        FileManager.default.fileExists(atPath: path.appending("quiver.sqlite").string)
    }

    /// Where a folder lies, whatever links lead there.
    static func real(_ path: FilePath) -> String {
        URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path
    }
}
