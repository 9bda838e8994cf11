/// What an ONNX file says beside its graph: metadata, and the names of files that hold its weights.
///
/// Field numbers are those of onnx.proto: ModelProto 7 graph, 14 metadata_props; GraphProto 5 initializer;
/// TensorProto 13 external_data; StringStringEntryProto 1 key, 2 value. Weights are stepped over, not read.
struct ONNXHeader {
    private(set) var metadata: [String: String] = [:]
    private(set) var externalFiles: Set<String> = []
    private(set) var hasGraph = false

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
            guard field.number == 5, case .bytes(let content) = field.value else { continue }
            var tensor = ProtobufReader(content)
            while let field = try tensor.next() {
                guard field.number == 13, case .bytes(let content) = field.value else { continue }
                let entry = try Self.entry(content)
                if entry.key == "location" { externalFiles.insert(entry.value) }
            }
        }
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
