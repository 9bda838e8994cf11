import SystemPackage

/// A model that comes with Quiver.
enum BundledModel: String {
    /// Finds faces, bulls, arrows and holes in a whole photo.
    case targets = "targets.onnx"
    /// Sees the arrows of a face that has been laid flat: tips, nocks and shafts.
    case arrows = "arrows.onnx"
    /// Sees the holes of a card that has been laid flat.
    case impacts = "impacts.onnx"

    /// Where it lies in the package.
    var path: FilePath { FilePath("samples/models").appending(rawValue) }

    /// Where it lies on this machine: in a folder above the executable, which `swift build` puts inside the package,
    /// or in `share/quiver` beside the `bin` that the executable is installed in.
    func locate(from executable: FilePath?, exists: (FilePath) -> Bool) -> FilePath? {
        guard let executable else { return nil }
        var folder = executable.removingLastComponent()
        let installed = folder.removingLastComponent().appending("share/quiver/models").appending(rawValue)
        if exists(installed) { return installed }
        while !folder.components.isEmpty {
            let candidate = folder.pushing(path)
            if exists(candidate) { return candidate }
            folder.removeLastComponent()
        }
        return nil
    }
}
