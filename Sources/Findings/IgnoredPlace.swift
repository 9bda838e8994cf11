/// A rule: what is found of a class at a place of a scene is no object there, such as a stain on the butt or a sign before a camera.
public struct IgnoredPlace: Sendable, Hashable, Codable {
    /// The class's name, as findings have it.
    public var label: String
    /// Where, as shares of the upright photo's sides: left, top, width, height.
    public var box: Box
    /// The least overlap (intersection over union) of a finding with the box.
    public var overlap: Double
    /// The name of a folder that the photos lie in, however deep, or of several in a row; nil for all.
    ///
    /// One that begins with a slash is where the photos' paths begin.
    public var folder: String?
    /// A part of the camera's maker and model; nil for all.
    public var camera: String?

    /// The overlap where a rule says none.
    public static let usualOverlap = 0.7

    /// A rule from its parts.
    public init(
        label: String, box: Box, overlap: Double = usualOverlap, folder: String? = nil, camera: String? = nil
    ) {
        self.label = label
        self.box = box
        self.overlap = overlap
        self.folder = folder
        self.camera = camera
    }

    /// Whether it is about photos of a scene.
    public func isAbout(_ scene: PhotoScene) -> Bool {
        (folder.map(scene.lies(in:)) ?? true) && (camera.map(scene.isOf(camera:)) ?? true)
    }

    /// Whether a finding in such a photo is meant; one without a place is not.
    ///
    /// - Parameter photo: The size of the upright photo.
    public func covers(_ finding: any Finding, in photo: PixelSize) -> Bool {
        guard finding.label == label, let bounds = finding.region?.bounds else { return false }
        return bounds.clipped(to: photo).intersectionOverUnion(box.scaled(to: photo)) >= overlap
    }
}

/// What rules know photos of one scene by.
public struct PhotoScene: Sendable, Hashable {
    private let folders: [Substring]
    private let camera: String?

    /// The scene of a photo.
    ///
    /// - Parameters:
    ///   - path: The photo's whole path.
    ///   - camera: The camera's maker and model; nil where they are not known.
    public init(path: String, camera: String? = nil) {
        folders = Array(Self.parts(of: path).dropLast())
        self.camera = camera
    }

    /// Whether it lies in a folder of this name, or of these names in a row; a path from the root on begins there.
    func lies(in folder: String) -> Bool {
        let wanted = Self.parts(of: folder)
        guard folders.count >= wanted.count else { return false }
        let last = folder.hasPrefix("/") ? 0 : folders.count - wanted.count
        return (0...last).contains { folders[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    /// Whether a text is part of the camera's maker and model; upper and lower case are the same.
    func isOf(camera part: String) -> Bool { camera?.lowercased().contains(part.lowercased()) ?? false }

    private static func parts(of path: String) -> [Substring] {
        // By bytes: a slash with a mark on it is a character of its own, and yet ends a name.
        path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }.filter { $0 != "." }
    }
}

extension Box {
    /// A box of shares in pixels of a photo.
    func scaled(to photo: PixelSize) -> Box {
        let (across, down) = (Double(photo.width), Double(photo.height))
        return Box(x: x * across, y: y * down, width: width * across, height: height * down)
    }

    /// A box in pixels of a photo as shares of its sides.
    package func shares(of photo: PixelSize) -> Box {
        let (across, down) = (Double(max(photo.width, 1)), Double(max(photo.height, 1)))
        return Box(x: x / across, y: y / down, width: width / across, height: height / down)
    }
}

extension DetectorResult {
    /// The same result by other rules: what they mean is ``ignored``, and what other rules meant before is found again.
    ///
    /// - Parameters:
    ///   - places: The rules of its detector.
    ///   - photo: The size of the upright photo or page.
    ///   - scene: What rules know the photo by.
    public func ignoring(_ places: [IgnoredPlace], in photo: PixelSize, of scene: PhotoScene) -> DetectorResult {
        // What was scored is no longer what the detector found.
        guard !isScored else { return self }
        var result = self
        if let ignored { result.found = found.joined(with: ignored) }
        result.ignored = nil
        let own = places.filter { $0.isAbout(scene) }
        guard !own.isEmpty else { return result }
        let all = result.found
        func isMeant(_ finding: any Finding) -> Bool { own.contains { $0.covers(finding, in: photo) } }
        let meant = all.filtered(isMeant)
        guard !meant.items.isEmpty else { return result }
        (result.found, result.ignored) = (all.filtered { !isMeant($0) }, meant)
        return result
    }
}
