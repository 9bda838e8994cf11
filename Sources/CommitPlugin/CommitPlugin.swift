import Foundation
import PackagePlugin

/// Writes the commit that is built into a source file of its own, before each build that is planned anew, and only where it has changed.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let folder = context.pluginWorkDirectoryURL
        let script = context.package.directoryURL.appending(path: "Sources/CommitPlugin/commit.sh")
        return [
            .prebuildCommand(
                displayName: "Commit of this build", executable: URL(filePath: "/bin/sh"),
                arguments: [script.path, context.package.directoryURL.path, folder.path],
                outputFilesDirectory: folder)
        ]
    }
}
