import Foundation

/// Models of a few bytes, written by tests.
package enum TinyModels {
    /// An OpenVINO model that gives back its input; sides of "?" are left open.
    package static func echo(in folder: TemporaryFolder, shape: [String], type: String = "f32", info: String = "")
        throws
        -> String
    {
        let sides = shape.map { "<dim>\($0 == "?" ? "-1" : $0)</dim>" }.joined()
        let precision = type.uppercased().replacingOccurrences(of: "F", with: "FP")
        let xml = """
            <?xml version="1.0"?>
            <net name="echo" version="11"><layers>
            <layer id="0" name="photo" type="Parameter" version="opset1">
            <data shape="\(shape.joined(separator: ","))" element_type="\(type)"/>
            <output><port id="0" precision="\(precision)" names="photo">\(sides)</port></output></layer>
            <layer id="1" name="same" type="ReLU" version="opset1">
            <input><port id="0" precision="\(precision)">\(sides)</port></input>
            <output><port id="1" precision="\(precision)" names="same">\(sides)</port></output></layer>
            <layer id="2" name="same/out" type="Result" version="opset1">
            <input><port id="0" precision="\(precision)">\(sides)</port></input></layer></layers>
            <edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
            <edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges>
            <rt_info>\(info)</rt_info></net>
            """
        let url = folder["echo.xml"]
        try Data(xml.utf8).write(to: url)
        try Data().write(to: folder["echo.bin"])
        return url.path
    }

    /// A TFLite model that gives back its input of [1,2,3,3]: one ReLU.
    package static func tfliteEcho(in folder: TemporaryFolder) throws -> String {
        let text = [
            "GAAAAFRGTDMAAA4AFAAQAAwACAAAAAQADgAAABAAAAA8AAAAGAAAAAMAAAABAAAACAAAAAQABAAEAAAAAQAAABAAAAAMAAwACwAA",
            "AAAABAAMAAAAEwAAAAAAABMBAAAAFAAAAAAADgAYABQAEAAMAAgABAAOAAAAFAAAACwAAAAYAAAAHAAAAFAAAAAEAAAAbWFpbgAA",
            "AAABAAAAAQAAAAEAAAAAAAAAAQAAABAAAAAAAAoADAAAAAgABAAKAAAACAAAAAwAAAABAAAAAQAAAAEAAAAAAAAAAgAAAEAAAAAE",
            "AAAA1P///xwAAAAEAAAABAAAAAEAAAACAAAAAwAAAAMAAAAEAAAAc2FtZQAAAAAMAAwACAAAAAAABAAMAAAAHAAAAAQAAAAEAAAA",
            "AQAAAAIAAAADAAAAAwAAAAUAAABwaG90bwAAAA==",
        ].joined()
        try Data(base64Encoded: text)?.write(to: folder["echo.tflite"])
        return folder["echo.tflite"].path
    }

    /// A protobuf field of bytes.
    package static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(content.count) + content
    }

    package static func field(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

    /// The frame of an ONNX file: a version, a graph, metadata.
    package static func onnx(graph: [UInt8] = [], metadata: [(String, String)] = []) -> [UInt8] {
        [0x08, 0x08] + field(7, graph) + metadata.flatMap { field(14, field(1, $0.0) + field(2, $0.1)) }
    }

    package static func varint(_ value: Int) -> [UInt8] {
        var value = value
        var bytes: [UInt8] = []
        while value > 0x7F {
            bytes.append(UInt8(value & 0x7F) | 0x80)
            value >>= 7
        }
        return bytes + [UInt8(value)]
    }
}
