import SystemPackage

/// Settings as they are read from what was given, mistakes included.
struct SettingsReading {
    var settings = Settings()
    var rawSettings: RawSettings
    var derived: [String: Origin] = [:]
    var warnings: [String] = []
    var queueWarnings: [String] = []
    /// The entry of `watch` that gives them, and what all of the file gives; nil for what stands beside `watch`.
    var source: (entry: Int, file: RawSettings)?

    /// - Parameters:
    ///   - fromFile: What the settings file gives.
    ///   - file: The file's name for messages; nil where there is none.
    ///   - prefix: What stands before the detectors' key of a watched folder.
    init(
        _ fromFile: RawSettings, _ sources: SettingsSources, file: String?, below prefix: String = "",
        exists: (FilePath) -> Bool
    ) {
        rawSettings = fromFile
        rawSettings.read(paths: sources.paths, in: sources.folder)
        warnings = rawSettings.read(environment: sources.environment, in: sources.folder)
        rawSettings.read(options: sources.options, in: sources.folder)
        for key in Settings.keys { key.read(&settings, &rawSettings, "") }
        takeBytes(sources)
        for index in settings.watch.indices {
            guard let value = rawSettings["watch[\(index)].path"], case .file = value.origin else { continue }
            settings.watch[index].isMadeBelow = value.folder
        }
        derived = settings.fillIn(rawSettings, sources, exists: exists)
        derived.merge(settings.fillInRound(rawSettings)) { first, _ in first }
        settings.placeDatabase(
            &rawSettings, sources,
            named: sources.paths.isEmpty ? settings.watch : Settings.configuredFolders(fromFile, sources))
        queueWarnings = settings.queueWarnings(rawSettings, derived: derived)
        let library = ModelLibrary(environment: sources.environment, executable: sources.executable)
        warnings += settings.nameModels(&rawSettings, library, exists: exists)
        settings.nameActions(&rawSettings, library, exists: exists)
        settings.notePlaces(rawSettings, file: file, below: prefix)
        settings.check(&rawSettings)
    }

    /// Takes the bytes of paths: one that is not UTF-8 has lost some on its way through the text.
    private mutating func takeBytes(_ sources: SettingsSources) {
        for (index, path) in sources.paths.enumerated() where index < settings.watch.count {
            settings.watch[index].path = sources.folder.pushing(path).lexicallyNormalized()
        }
        for option in sources.options {
            guard let path = option.path, rawSettings[option.key]?.origin == .option(option.name) else { continue }
            let file = sources.folder.pushing(path).lexicallyNormalized()
            switch option.key {
            case "output.path": settings.output.path = file
            case "queue" where settings.queue.file != nil: settings.queue = .file(file)
            default: break
            }
        }
    }
}
