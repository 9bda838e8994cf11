import Foundation
import PackagePlugin

/// Writes the files of the page into a source file, before each build and only where one has changed, come or gone.
@main
struct SitePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL
        let script = context.package.directoryURL.appending(path: "Sources/SitePlugin/embed.sh")
        return [
            .prebuildCommand(
                displayName: "Files of the page", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, target.directoryURL.appending(path: "Site").path, folder.path],
                outputFilesDirectory: folder)
        ]
    }
}
