import Findings
import JSONTree

/// Where a finding is, as COCO's annotations say it.
enum COCOShape {
    /// `bbox` and `area`.
    static func place(of box: FoundBox) -> [JSONValue.Member] {
        let sides = [box.box.x, box.box.y, box.box.width, box.box.height]
        return [.init("bbox", .array(sides.map { .rounded($0, decimals: 3) })), .init("area", area(of: box))]
    }

    /// `segmentation` and `keypoints` of findings that have them.
    static func further(of box: FoundBox, in size: Record.Image) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let mask = box.mask {
            members.append(.init("segmentation", ValueFormat<RunLengthMask>.runLengths.write(mask)))
        } else if let corners = box.corners {
            let numbers = corners.flatMap { [JSONValue.rounded($0.x, decimals: 2), .rounded($0.y, decimals: 2)] }
            members.append(.init("segmentation", [.array(numbers)]))
        }
        if !box.keypoints.isEmpty {
            let all = box.keypoints.map { ($0, SeenKeypoint($0, in: size)) }
            let numbers = all.flatMap { keypoint, seen -> [JSONValue] in
                guard seen != .outside else { return [0, 0, 0] }
                return [
                    .rounded(keypoint.x, decimals: 2), .rounded(keypoint.y, decimals: 2), .integer(seen.rawValue),
                ]
            }
            let count = all.count { $0.1 != .outside }
            members += [.init("keypoints", .array(numbers)), .init("num_keypoints", .integer(count))]
        }
        return members
    }

    /// The pixels of a mask, what a turned box covers, or else the box's area.
    private static func area(of box: FoundBox) -> JSONValue {
        if let mask = box.mask { return .integer(mask.area) }
        guard let corners = box.corners else { return .rounded(box.box.area, decimals: 3) }
        let next = corners.dropFirst() + corners.prefix(1)
        let twice = zip(corners, next).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
        return .rounded(abs(twice) / 2, decimals: 3)
    }
}

/// COCO's third number of a keypoint, which YOLO's labels have too.
enum SeenKeypoint: Int {
    case outside, hidden, seen

    /// What a keypoint is in a photo.
    init(_ keypoint: Keypoint, in size: Record.Image) {
        let (x, y) = (0...Double(size.width), 0...Double(size.height))
        guard x.contains(keypoint.x), y.contains(keypoint.y) else {
            self = .outside
            return
        }
        self = (keypoint.visibility ?? 1) >= 0.5 ? .seen : .hidden
    }
}

/// The keypoints of a class: as many in each finding, with a name each.
package enum ClassKeypoints {
    /// The keypoints with those of an arrow that are out of sight, as many for each arrow: they lie nowhere in the photo.
    static func all(of keypoints: [Keypoint]) -> [Keypoint] {
        guard !keypoints.isEmpty, let names = Skeleton(of: keypoints)?.names, names.count > keypoints.count else {
            return keypoints
        }
        return names.map { name in keypoints.first { $0.name == name } ?? Keypoint(name: name, x: -1, y: -1) }
    }

    /// Their names as COCO writes them: `left_eye` for `leftEye`, and `thumb_cmc` for `thumbCMC`.
    package static func names(of keypoints: [Keypoint]) -> [String] {
        let known = Skeleton(of: keypoints)
        return keypoints.enumerated().map { index, keypoint in
            let own = known?.names[index]
            let name = keypoint.name ?? own ?? "\(index + 1)"
            return name == own ? cocoName(name) : name
        }
    }

    private static func cocoName(_ name: String) -> String {
        var words = ""
        for letter in name {
            if letter.isUppercase, words.last?.isLowercase == true { words += "_" }
            words.append(letter)
        }
        return words.lowercased()
    }
}
