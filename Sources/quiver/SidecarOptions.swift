import ArgumentParser
import Results
import SystemValues

/// Where sidecars go and what they are called, for `quiver export xmp`.
struct SidecarOptions: ParsableArguments {
    @Flag(help: "Write sidecars beside the photos, and merge them with those that lie there.")
    var beside = false

    @Option(
        help: ArgumentHelp(
            "What a new sidecar is called: full (photo.jpg.xmp, as darktable and digiKam do) or stem (photo.xmp, as Lightroom "
                + "does).", valueName: "names"))
    var sidecarNames: SidecarChoice.Names?

    /// The choice that was made.
    ///
    /// - Parameter head: The manifest that an export is made again by.
    func choice(like head: ExportManifest.Head?) -> SidecarChoice {
        SidecarChoice(names: head?.sidecarNames ?? sidecarNames ?? .full, isBeside: beside)
    }

    /// Refuses what means nothing for a format.
    ///
    /// - Parameters:
    ///   - format: The format's name; nil where a manifest says it.
    ///   - isTo: Whether a folder was named.
    func check(_ format: String?, isTo: Bool, isLinked: Bool, isBlurred: Bool) throws {
        guard format == "xmp" else {
            guard !beside, sidecarNames == nil else {
                throw ValidationError("--beside and --sidecar-names are for 'quiver export xmp'.")
            }
            return
        }
        guard !isLinked, !isBlurred else {
            throw ValidationError("xmp has no photos in it; leave out --link and --blur.")
        }
        guard !beside || !isTo else {
            throw ValidationError("--beside writes beside the photos, --to into a folder; name one of them.")
        }
    }
}

extension SidecarChoice.Names: ExpressibleByArgument {}

extension SidecarSummary {
    /// What became of them, for the command's last line.
    var sentence: String {
        "\(counted(written, "sidecar")) written, \(unchanged) as they were" + (left > 0 ? ", \(left) left alone" : "")
    }

    /// Those that were left as they are, in sentences.
    var notes: [String] {
        let more = left - examples.count
        return examples + (more > 0 ? ["\(more) further sidecars were left alone"] : [])
    }
}
