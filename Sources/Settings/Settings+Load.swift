import Findings
import Foundation
import JSONTree
import Scoring
import SystemPackage

extension Settings {
    /// The effective settings: the command line over the environment over the file over the defaults.
    ///
    /// Every mistake is found before anything is thrown, so that one message names them all.
    public static func load(_ sources: SettingsSources) throws(SettingsError) -> EffectiveSettings {
        let exists = { (path: FilePath) in FileManager.default.fileExists(atPath: path.string) }
        let file = sources.chosenFile(exists: exists)
        var rawSettings = RawSettings()
        let unnamed = sources.namesFile ? nil : file.map(UnnamedFile.init)
        // What was read before was its user's then.
        if sources.content == nil, let refusal = unnamed?.refusal() {
            throw SettingsError([.init(.unreadable, refusal)], file: file?.string)
        }
        var content: Data?
        if let file {
            let name = sources.file?.string ?? file.string
            let bytes = if let given = sources.content { given } else { try read(file, named: name) }
            let node = try parse(bytes, named: name)
            content = bytes
            rawSettings.read(
                file: node, named: file.lastComponent?.string ?? file.string, in: file.removingLastComponent())
        }
        let shown = file.map { sources.file?.string ?? $0.string }
        var base = SettingsReading(rawSettings, sources, file: shown, exists: exists)
        let folders = base.settings.readFolders(
            rawSettings, beside: &base.rawSettings, sources, file: shown, exists: exists)
        if let unnamed {
            base.rawSettings.problems += unnamed.escapes(base.settings, from: base.rawSettings, derived: base.derived)
        }
        guard base.rawSettings.problems.isEmpty else { throw SettingsError(base.rawSettings.problems, file: shown) }
        return EffectiveSettings(
            settings: base.settings, file: file, content: content, isNamed: sources.namesFile,
            warnings: base.warnings + folders.readings.sorted { $0.key < $1.key }.flatMap(\.value.warnings),
            queueWarnings: base.queueWarnings,
            rawSettings: base.rawSettings, derived: base.derived, folders: folders)
    }

    /// Bytes of a settings file; the longest that make sense have some ten thousand.
    private static let largestFile = 1 << 20

    private static func read(_ file: FilePath, named name: String) throws(SettingsError) -> Data {
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.string))
            defer { try? handle.close() }
            bytes = try handle.read(upToCount: largestFile + 1) ?? Data()
        } catch {
            let message =
                "cannot read the settings file \(name); name another with --config, or write one with 'quiver init'"
            throw SettingsError([.init(.unreadable, message)], file: name, detail: "\(error.localizedDescription)")
        }
        guard bytes.count <= largestFile else {
            let message =
                "the settings file \(name) is larger than \(largestFile >> 20) MiB: this is no settings file of Quiver's; "
                + "name another with --config"
            throw SettingsError([.init(.unreadable, message)], file: name)
        }
        return bytes
    }

    private static func parse(_ bytes: Data, named name: String) throws(SettingsError) -> JSONNode {
        do throws(JSONSyntaxError) {
            return try JSONParser.parse(bytes)
        } catch {
            throw SettingsError([.init(.syntax, error.message, at: error.position)], file: name)
        }
    }

    /// Puts absolute paths in place of defaults that depend on the machine or on another setting.
    mutating func fillIn(
        _ rawSettings: RawSettings, _ sources: SettingsSources, exists: (FilePath) -> Bool
    ) -> [String: Origin] {
        var derived: [String: Origin] = [:]
        if rawSettings["output.path"] == nil { output.path = sources.folder.pushing(output.path).lexicallyNormalized() }
        // A queue belongs to its results: results that are named more strongly bring a queue of their own, lest two
        // runs into two folders take each other's photos for done.
        let named = rawSettings["output.path"]?.origin ?? .builtIn
        // Hosts that share a database may have its results at different paths, which their environment says.
        let isShared = queue.address != nil && named.strength < Origin.option("--output").strength
        if rawSettings["queue"].map({ $0.origin.strength < named.strength && !isShared }) ?? true {
            queue = .usual(in: output.path)
            derived["queue"] = .derived(from: named == .builtIn ? "output.path" : named.description)
        }
        if rawSettings["cache"] == nil { cache = Self.cacheFolder(sources) }
        func bundled(_ model: BundledModel) -> FilePath {
            model.locate(from: sources.executable, exists: exists)
        }
        for index in detectors.indices
        where rawSettings["detectors[\(index)].model"] == nil
            && detectors[index].task.row.models.contains(.main(.bundled))
        {
            detectors[index].model = bundled(.targets)
        }
        if rawSettings["scoring.model"] == nil { scoring.model = bundled(.arrows) }
        if rawSettings["scoring.holeModel"] == nil { scoring.holeModel = bundled(.impacts) }
        return derived
    }

    /// The user's own folder; nil where the environment names none.
    ///
    /// Never the current folder: a folder of photos from elsewhere may hold compiled models, which are as good as
    /// programs.
    private static func cacheFolder(_ sources: SettingsSources) -> FilePath? {
        let environment = sources.environment
        if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") {
            return FilePath(folder).appending("quiver")
        }
        if let home = environment["HOME"], home.hasPrefix("/") { return FilePath(home).appending(".cache/quiver") }
        return nil
    }

    /// What no single value shows: names and folders that must differ.
    func check(_ rawSettings: inout RawSettings) {
        var names: [String: Int] = [:]
        for (index, detector) in detectors.enumerated() {
            if let other = names[detector.name] {
                let message =
                    "detectors[\(index)].name: \"\(detector.name)\" is also the name of detectors[\(other)]; "
                    + "give each its own"
                rawSettings.problems.append(
                    .init(.duplicate, message, at: rawSettings["detectors[\(index)].name"]?.node.position))
            }
            // What it finds on the third page of a file is named so.
            if DetectorResult.parts(ofAddress: detector.name).page > 1 {
                let message =
                    "detectors[\(index)].name: \"\(detector.name)\" ends as the number of a page does; leave \"#\" out"
                rawSettings.problems.append(
                    .init(.conflict, message, at: rawSettings["detectors[\(index)].name"]?.node.position))
            }
            names[detector.name] = names[detector.name] ?? index
            if detector.name == TargetDetection.detector {
                let message =
                    "detectors[\(index)].name: \"\(detector.name)\" is reserved: scored arrows stand under this name; "
                    + "give the detector another name"
                rawSettings.problems.append(
                    .init(.conflict, message, at: rawSettings["detectors[\(index)].name"]?.node.position))
            }
        }
        checkNames(&rawSettings)
        checkChains(&rawSettings)
        checkRounds(&rawSettings)
        checkSequences(&rawSettings)
        checkHooks(&rawSettings)
        checkNormalization(&rawSettings)
        checkFormats(&rawSettings)
        checkWindow(&rawSettings)
        if let originals = output.originals, originals == output.path {
            let message =
                "output.originals: \(originals) is also output.path; name another folder, "
                + "for example \(originals.appending("originals"))"
            rawSettings.problems.append(.init(.conflict, message, at: rawSettings["output.originals"]?.node.position))
        }
    }

    /// Refuses texts without records: only the record beside it says whose a text is.
    private func checkFormats(_ rawSettings: inout RawSettings) {
        guard output.formats.contains(.text), !output.formats.contains(.json) else { return }
        let message =
            "output.formats: a photo's text is told from foreign files by the record beside it; add \"json\""
        rawSettings.problems.append(.init(.conflict, message, at: rawSettings["output.formats"]?.node.position))
    }
}
