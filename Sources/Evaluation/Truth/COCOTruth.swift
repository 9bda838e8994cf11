import Findings
import JSONTree

/// What is in photos, as a file of COCO's says it.
public struct COCOTruth: Sendable, Hashable {
    /// A photo of the file.
    public struct Image: Sendable, Hashable {
        /// Its number in the file.
        public var id: Int
        /// The name of its file, often with a path in front.
        public var name: String
        /// Its size in the file; nil where that is not said.
        public var size: PixelSize?
        /// What is in it, in the order of the file.
        public var objects: [TrueObject]
        /// Objects of it whose class the file does not have, and those whose pixels cannot be read, which are among the
        /// others without where a box tells their place.
        public private(set) var (strays, withoutPixels) = (0, 0)

        /// A photo from its parts.
        public init(id: Int, name: String, size: PixelSize? = nil, objects: [TrueObject] = []) {
            self.id = id
            self.name = name
            self.size = size
            self.objects = objects
        }

        fileprivate mutating func take(_ one: COCOAnnotation, _ object: TrueObject?) {
            guard let object else {
                strays += one.isCrowd ? 0 : 1
                return
            }
            objects.append(object)
            withoutPixels += one.isCrowd || object.mask != nil || !one.hasPixels(in: size) ? 0 : 1
        }

        /// Misses an object of which nothing but pixels that cannot be read tells where it is.
        fileprivate mutating func miss(_ one: COCOAnnotation) { withoutPixels += one.isCrowd ? 0 : 1 }
    }

    /// The photos by their numbers.
    public var images: [Image]
    /// The names of all classes, in the order of their numbers.
    public var classes: [String]
    /// Objects of photos or classes that the file does not have.
    public var strays: Int

    /// Truth from its parts.
    public init(images: [Image], classes: [String], strays: Int = 0) {
        self.images = images
        self.classes = classes
        self.strays = strays
    }

    /// Reads the file from a source of bytes, which gives none at its end; masks are read where they are compared.
    ///
    /// What is not needed is passed over, so that a file of any length costs the memory of its photos and objects.
    ///
    /// - Throws: `JSONSyntaxError` with the line of what is no such file, ``COCOTruthError`` for parts that do not fit
    ///   together, and what the source throws.
    public static func read(by shape: EvaluatedShape, _ source: @escaping () throws -> [UInt8]) throws -> COCOTruth {
        var stream = try JSONStream(source)
        var file = COCOFile(shape: shape)
        guard try stream.kind() == .object else {
            throw stream.error("truth is an object with images, annotations and categories; this is a list or a value")
        }
        try stream.object { stream, name in try file.read(name, from: &stream) }
        try stream.end()
        return try file.truth()
    }
}

/// What does not fit together in a file of COCO's.
public struct COCOTruthError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The parts of a file in the order in which they come.
private struct COCOFile {
    let shape: EvaluatedShape
    private var images: [COCOTruth.Image]?
    private var annotations: [COCOAnnotation]?
    private var categories: [Int: String]?

    init(shape: EvaluatedShape) { self.shape = shape }

    /// More than any set of photos has: beyond, a file is refused.
    private static let (mostImages, mostAnnotations, mostCategories) = (2_000_000, 10_000_000, 100_000)
    private static let (longestPath, longestLabel) = (4_096, 1_000)

    mutating func read(_ name: String, from stream: inout JSONStream) throws {
        switch name {
        case "images":
            var list = images ?? []
            try stream.array { stream in
                list.append(try Self.image(from: &stream))
                guard list.count <= Self.mostImages else { throw stream.error("more than \(Self.mostImages) images") }
            }
            images = list
        case "annotations":
            var list = annotations ?? []
            try stream.array { stream in
                list.append(try COCOAnnotation(from: &stream, shape))
                guard list.count <= Self.mostAnnotations else {
                    throw stream.error("more than \(Self.mostAnnotations) annotations")
                }
            }
            annotations = list
        case "categories":
            var list = categories ?? [:]
            try stream.array { stream in
                let (id, label) = try Self.category(from: &stream)
                guard list.updateValue(label, forKey: id) == nil else {
                    throw stream.error("two categories have the id \(id)")
                }
                guard list.count <= Self.mostCategories else {
                    throw stream.error("more than \(Self.mostCategories) categories")
                }
            }
            categories = list
        default: try stream.skip()
        }
    }

    private static func image(from stream: inout JSONStream) throws -> COCOTruth.Image {
        var (id, file, width, height): (Int?, String?, Int?, Int?) = (nil, nil, nil, nil)
        try stream.object { stream, name in
            switch name {
            case "id": id = try stream.integer()
            case "file_name": file = try stream.string(atMost: longestPath)
            case "width": width = try stream.integer()
            case "height": height = try stream.integer()
            default: try stream.skip()
            }
        }
        guard let id, let file else { throw stream.error("an image has an \"id\" and a \"file_name\"") }
        let size = width.flatMap { width in height.map { PixelSize(width: width, height: $0) } }
        return COCOTruth.Image(id: id, name: file, size: size)
    }

    private static func category(from stream: inout JSONStream) throws -> (id: Int, label: String) {
        var (id, label): (Int?, String?) = (nil, nil)
        try stream.object { stream, name in
            switch name {
            case "id": id = try stream.integer()
            case "name": label = try stream.string(atMost: longestLabel)
            default: try stream.skip()
            }
        }
        guard let id, let label else { throw stream.error("a category has an \"id\" and a \"name\"") }
        return (id, label)
    }

    /// The truth that the parts are together.
    func truth() throws(COCOTruthError) -> COCOTruth {
        guard let images, let annotations, let categories else {
            let missing = [
                ("images", images == nil), ("annotations", annotations == nil), ("categories", categories == nil),
            ]
            .filter { $0.1 }.map { "\"\($0.0)\"" }.joined(separator: " and ")
            throw COCOTruthError("the file has no \(missing), so it is no truth in COCO's format")
        }
        var truth = COCOTruth(
            images: images.sorted { $0.id < $1.id },
            classes: categories.sorted { $0.key < $1.key }.map(\.value))
        var places: [Int: Int] = [:]
        for (place, image) in truth.images.enumerated() {
            guard places.updateValue(place, forKey: image.id) == nil else {
                throw COCOTruthError("two images have the id \(image.id)")
            }
        }
        for one in annotations {
            guard let place = places[one.image] else {
                truth.strays += 1
                continue
            }
            guard let label = categories[one.category] else {
                // A crowd is no object of its photo.
                truth.strays += one.isCrowd ? 0 : 1
                truth.images[place].take(one, nil)
                continue
            }
            let size = truth.images[place].size
            guard let object = one.object(label, in: size) else {
                if one.hasBrokenPixels(in: size) {
                    truth.images[place].miss(one)
                    continue
                }
                throw COCOTruthError("an annotation of the image with the id \(one.image) has no \"bbox\"")
            }
            truth.images[place].take(one, object)
        }
        return truth
    }
}

/// An object as the file has it.
private struct COCOAnnotation {
    private(set) var image = 0
    private(set) var category = 0
    private var box: Box?
    private var area: Double?
    private(set) var isCrowd = false
    private var mask: COCOMask?
    private var keypoints: [Keypoint] = []

    /// More keypoints than any pose has.
    private static let mostKeypoints = 1_000

    init(from stream: inout JSONStream, _ shape: EvaluatedShape) throws {
        var (image, category): (Int?, Int?) = (nil, nil)
        // Out of self, as the call is made while self is not whole.
        var (box, area, isCrowd, mask): (Box?, Double?, Bool, COCOMask?) = (nil, nil, false, nil)
        var keypoints: [Keypoint] = []
        try stream.object { stream, name in
            switch name {
            case "image_id": image = try stream.integer()
            case "category_id": category = try stream.integer()
            case "bbox": box = try Self.box(from: &stream)
            case "area": area = try Self.orNull(&stream) { try $0.number() }
            case "iscrowd": isCrowd = try Self.flag(from: &stream)
            case "segmentation" where shape == .masks: mask = try COCOMask(from: &stream)
            case "keypoints" where shape == .masks: keypoints = try Self.keypoints(from: &stream)
            default: try stream.skip()
            }
        }
        guard let image, let category else {
            throw stream.error("an annotation has an \"image_id\" and a \"category_id\"")
        }
        (self.image, self.category) = (image, category)
        (self.box, self.area, self.isCrowd, self.mask) = (box, area, isCrowd, mask)
        self.keypoints = keypoints
    }

    /// Three numbers each: x, y, and 0 for one that is not in the photo, 1 hidden, 2 seen.
    private static func keypoints(from stream: inout JSONStream) throws -> [Keypoint] {
        guard
            let numbers = try orNull(
                &stream,
                { stream in
                    var numbers: [Double] = []
                    try stream.array { stream in
                        numbers.append(try stream.number())
                        guard numbers.count <= 3 * mostKeypoints else {
                            throw stream.error("a pose of too many keypoints")
                        }
                    }
                    guard numbers.count % 3 == 0 else { throw stream.error("\"keypoints\" are three numbers each") }
                    return numbers
                })
        else { return [] }
        return stride(from: 0, to: numbers.count, by: 3).map { index in
            let seen = numbers[index + 2]
            guard seen > 0 else { return Keypoint(x: -1, y: -1, visibility: 0) }
            return Keypoint(x: numbers[index], y: numbers[index + 1], visibility: seen > 1 ? 1 : 0)
        }
    }

    /// 0 and 1, or as some programs write it false and true.
    private static func flag(from stream: inout JSONStream) throws -> Bool {
        if try stream.kind() == .bool { return try stream.bool() }
        return try stream.integer() != 0
    }

    private static func orNull<Value>(
        _ stream: inout JSONStream, _ read: (inout JSONStream) throws -> Value
    ) throws -> Value? {
        guard try stream.kind() == .null else { return try read(&stream) }
        try stream.skip()
        return nil
    }

    private static func box(from stream: inout JSONStream) throws -> Box? {
        guard try stream.kind() != .null else {
            try stream.skip()
            return nil
        }
        var sides: [Double] = []
        try stream.array { stream in
            sides.append(try stream.number())
            guard sides.count <= 4 else { throw stream.error("a \"bbox\" has four numbers: x, y, width, height") }
        }
        if sides.isEmpty { return nil }
        guard sides.count == 4, sides[2] >= 0, sides[3] >= 0 else {
            throw stream.error("a \"bbox\" has four numbers: x, y, width, height")
        }
        return Box(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    }

    /// Whether the file tells all that its pixels are made of.
    func hasPixels(in size: PixelSize?) -> Bool { mask?.isWhole(in: size) ?? false }

    /// Whether the file tells all that its pixels are made of, and that is of no picture.
    func hasBrokenPixels(in size: PixelSize?) -> Bool { hasPixels(in: size) && mask?.mask(in: size) == nil }

    /// The object; nil where nothing says where it is.
    func object(_ label: String, in size: PixelSize?) -> TrueObject? {
        let corners = mask?.corners
        let mask = mask?.mask(in: size)
        guard let box = box ?? mask?.box else { return nil }
        var object = TrueObject(label: label, box: box, area: area, mask: mask, isCrowd: isCrowd)
        (object.corners, object.keypoints) = (corners, keypoints)
        return object
    }
}
