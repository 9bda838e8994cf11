import JSONTree

/// The places in JSON, moved from a photo's pixels to another frame; what is no place stays as it is.
package struct FramedPlaces: Sendable {
    private let frame: CoordinateFrame
    private let photo: PixelSize

    package init(_ frame: CoordinateFrame, in photo: PixelSize) {
        self.frame = frame
        self.photo = photo
    }

    /// The same frame for another page.
    package func of(_ page: PixelSize) -> FramedPlaces { FramedPlaces(frame, in: page) }

    func box(_ json: JSONValue) -> JSONValue {
        guard let x = json["x"]?.double, let y = json["y"]?.double, let width = json["width"]?.double,
            let height = json["height"]?.double
        else { return json }
        let box = frame.box(Box(x: x, y: y, width: width, height: height), in: photo)
        return json.replacing(["x": box.x, "y": box.y, "width": box.width, "height": box.height])
    }

    /// An object with x, y and perhaps z.
    func point(_ json: JSONValue) -> JSONValue {
        guard let x = json["x"]?.double, let y = json["y"]?.double else { return json }
        let point = frame.point(Point(x: x, y: y), in: photo)
        var values = ["x": point.x, "y": point.y]
        values["z"] = json["z"]?.double.map { frame.depth($0, in: photo) }
        return json.replacing(values)
    }

    /// A point that may lie in the world as well: there as well y is turned around where the frame's is, and stays in metres.
    func keypoint(_ json: JSONValue) -> JSONValue {
        point(json).mapMembers { member in
            guard frame == .vision, member.name == "metres", let numbers = member.value.doubles, numbers.count == 3
            else { return member.value }
            return .share([numbers[0], -numbers[1], numbers[2]])
        }
    }

    /// `[x, y, z]`.
    func meshPoint(_ json: JSONValue) -> JSONValue {
        guard let numbers = json.doubles, numbers.count == 3 else { return json }
        let point = frame.point(Point(x: numbers[0], y: numbers[1]), in: photo)
        return .share([point.x, point.y, frame.depth(numbers[2], in: photo)])
    }

    /// `[x1, y1, x2, y2, …]`.
    func polygon(_ json: JSONValue) -> JSONValue {
        guard let numbers = json.doubles, numbers.count.isMultiple(of: 2) else { return json }
        return .share(
            stride(from: 0, to: numbers.count, by: 2).flatMap { index in
                let point = frame.point(Point(x: numbers[index], y: numbers[index + 1]), in: photo)
                return [point.x, point.y]
            })
    }
}

extension JSONValue {
    fileprivate var double: Double? {
        switch self {
        case .integer(let whole): Double(whole)
        case .number(let number): number
        default: nil
        }
    }

    /// An array's numbers, nil where it holds anything else.
    fileprivate var doubles: [Double]? {
        guard case .array(let items) = self else { return nil }
        let numbers = items.compactMap(\.double)
        return numbers.count == items.count ? numbers : nil
    }

    fileprivate static func share(_ value: Double) -> JSONValue { .rounded(value, decimals: 6) }

    fileprivate static func share(_ values: [Double]) -> JSONValue { .array(values.map(share)) }

    /// An object with numbers in the place of those that these members hold.
    fileprivate func replacing(_ values: [String: Double]) -> JSONValue {
        mapMembers { member in values[member.name].map(JSONValue.share) ?? member.value }
    }

    /// An object with other values under its names.
    package func mapMembers(_ change: (Member) -> JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.map { Member($0.name, change($0)) })
    }

    /// An array with other items.
    package func mapItems(_ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .array(let items) = self else { return self }
        return .array(items.map(change))
    }
}
