/// What an ONNX file says of itself: metadata, the names of files that hold its weights, and whether it computes with integers.
///
/// Field numbers are those of onnx.proto: ModelProto 7 graph, 14 metadata_props; GraphProto 1 node, 5 initializer; NodeProto 4 op_type;
/// TensorProto 13 external_data; StringStringEntryProto 1 key, 2 value. Weights are stepped over, not read.
struct ONNXHeader {
    private(set) var metadata: [String: String] = [:]
    private(set) var externalFiles: Set<String> = []
    private(set) var hasGraph = false
    /// Whether a layer takes or makes 8-bit integers, as in a quantized model.
    private(set) var isQuantized = false
    /// The layers that only such a model has.
    private static let ofIntegers: Set = [
        "QuantizeLinear", "DequantizeLinear", "QLinearConv", "ConvInteger", "FakeQuantize",
    ]

    init(_ bytes: UnsafeRawBufferPointer) throws(ProtobufReader.Damaged) {
        var model = ProtobufReader(bytes)
        while let field = try model.next() {
            guard case .bytes(let content) = field.value else { continue }
            switch field.number {
            case 7:
                hasGraph = true
                try readGraph(content)
            case 14:
                let entry = try Self.entry(content)
                metadata[entry.key] = entry.value
            default: break
            }
        }
    }

    private mutating func readGraph(_ bytes: UnsafeRawBufferPointer) throws(ProtobufReader.Damaged) {
        var graph = ProtobufReader(bytes)
        while let field = try graph.next() {
            guard case .bytes(let content) = field.value else { continue }
            switch field.number {
            case 1: if !isQuantized { isQuantized = Self.ofIntegers.contains(Self.kind(ofNode: content)) }
            case 5: try readTensor(content)
            default: break
            }
        }
    }

    private mutating func readTensor(_ bytes: UnsafeRawBufferPointer) throws(ProtobufReader.Damaged) {
        var tensor = ProtobufReader(bytes)
        while let field = try tensor.next() {
            guard field.number == 13, case .bytes(let content) = field.value else { continue }
            let entry = try Self.entry(content)
            if entry.key == "location" { externalFiles.insert(entry.value) }
        }
    }

    /// What a layer does; nothing for one that is damaged, which the engine refuses with its own reason.
    private static func kind(ofNode bytes: UnsafeRawBufferPointer) -> String {
        var node = ProtobufReader(bytes)
        while let field = try? node.next() {
            if field.number == 4 { return field.value.text ?? "" }
        }
        return ""
    }

    private static func entry(
        _ bytes: UnsafeRawBufferPointer
    ) throws(ProtobufReader.Damaged) -> (key: String, value: String) {
        var reader = ProtobufReader(bytes)
        var entry = (key: "", value: "")
        while let field = try reader.next() {
            if field.number == 1 { entry.key = field.value.text ?? "" }
            if field.number == 2 { entry.value = field.value.text ?? "" }
        }
        return entry
    }
}

/// Reads the fields of one protobuf message in order, without copying and without trusting a length.
struct ProtobufReader {
    enum Value {
        case number(UInt64)
        case bytes(UnsafeRawBufferPointer)
    }

    struct Field {
        let number: Int
        let value: Value
    }

    /// The message ends in the middle of a field, or is no protobuf message.
    struct Damaged: Error {}

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The next field, or nil at the end.
    mutating func next() throws(Damaged) -> Field? {
        guard offset < bytes.count else { return nil }
        let key = try varint()
        guard let number = Int(exactly: key >> 3), number > 0 else { throw Damaged() }
        switch key & 7 {
        case 0: return Field(number: number, value: .number(try varint()))
        case 1: return Field(number: number, value: .bytes(try take(8)))
        case 2:
            guard let count = Int(exactly: try varint()) else { throw Damaged() }
            return Field(number: number, value: .bytes(try take(count)))
        case 5: return Field(number: number, value: .bytes(try take(4)))
        default: throw Damaged()
        }
    }

    private mutating func take(_ count: Int) throws(Damaged) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - offset else { throw Damaged() }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    private mutating func varint() throws(Damaged) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0 as UInt64, to: 70, by: 7) {
            guard offset < bytes.count else { throw Damaged() }
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Damaged()
    }
}

extension ProtobufReader.Value {
    /// The bytes as text, repaired where they are not UTF-8; nil for a number.
    var text: String? {
        guard case .bytes(let bytes) = self else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
