import SystemPackage

/// The model that comes with Quiver.
enum BundledModel {
    /// Where it lies in the package.
    static let path: FilePath = "samples/models/targets.onnx"

    /// Where it lies on this machine: in a folder above the executable, which `swift build` puts inside the package,
    /// or in `share/quiver` beside the `bin` that the executable is installed in.
    static func locate(from executable: FilePath?, exists: (FilePath) -> Bool) -> FilePath? {
        guard let executable else { return nil }
        var folder = executable.removingLastComponent()
        let installed = folder.removingLastComponent().appending("share/quiver/models/targets.onnx")
        if exists(installed) { return installed }
        while !folder.components.isEmpty {
            let candidate = folder.pushing(path)
            if exists(candidate) { return candidate }
            folder.removeLastComponent()
        }
        return nil
    }
}
