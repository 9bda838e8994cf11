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

    /// Where it lies on this machine: in `share/quiver` beside the `bin` that the executable is installed in, or in the
    /// checkout whose `.build` holds the executable; nowhere else, so that no folder of photos can bring its own.
    ///
    /// Where it is in none of them, the first is named, so that the error says where it should be.
    func locate(from executable: FilePath?, exists: (FilePath) -> Bool) -> FilePath {
        let executable = executable ?? "/usr/bin/quiver"
        let folder = executable.removingLastComponent()
        let installed = folder.removingLastComponent().appending("share/quiver/models").appending(rawValue)
        if exists(installed) { return installed }
        guard let build = folder.components.lastIndex(where: { $0.string == ".build" }) else { return installed }
        var package = folder
        package.components.removeSubrange(build...)
        let candidate = package.pushing(path)
        return exists(candidate) ? candidate : installed
    }
}
