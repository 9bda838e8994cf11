import Foundation
import PackagePlugin

/// Writes the files of the page into a source file, as soon as one has changed, come or gone.
///
/// Not as a command before the build: SwiftPM runs such a one only where it plans anew, and a page that was edited stayed as it was.
@main
struct SitePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL
        let script = context.package.directoryURL.appending(path: "Sources/SitePlugin/embed.sh")
        let site = target.directoryURL.appending(path: "Site")
        return [
            .buildCommand(
                displayName: "Files of the page", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, site.path, folder.path],
                inputFiles: [script] + (try Self.files(below: site)),
                outputFiles: [folder.appending(path: "SiteFiles.swift")])
        ]
    }

    /// All but those whose names begin with a dot, as the script takes them.
    private static func files(below folder: URL) throws -> [URL] {
        let found = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
        return try found.sorted { $0.path < $1.path }.flatMap { one in
            try one.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true ? files(below: one) : [one]
        }
    }
}
