import Foundation

extension TinyModels {
    /// An OpenVINO model of the YOLO segment layout that finds the same two objects in every photo of 64 by 64 pixels: a disc
    /// called `cup` in the left half, and one called `ball` in the right half.
    ///
    /// Outputs: `[1, 4+2+2, 84]` and `[1, 2, 16, 16]`; each object has a prototype of its own.
    package static func segmenting(in folder: URL) throws -> String {
        var rows = [Float](repeating: 0, count: 8 * 84)
        // Centre, size, the scores of both classes, the coefficients of both prototypes.
        for (anchor, values) in [
            [16, 32, 28, 28, 0.9, 0, 1, 0] as [Float], [48, 32, 28, 28, 0, 0.6, 0, 1],
        ].enumerated() {
            for (row, value) in values.enumerated() { rows[row * 84 + anchor] = value }
        }
        let prototypes = [4.0, 12.0].flatMap { center in
            (0..<256).map { place in
                let (x, y) = (Double(place % 16) + 0.5 - center, Double(place / 16) + 0.5 - 8)
                return Float(3 - (x * x + y * y).squareRoot())
            }
        }
        var weights = Data()
        for axis in [1, 2, 3] as [Int64] { withUnsafeBytes(of: axis.littleEndian) { weights.append(contentsOf: $0) } }
        for value in [0] + rows + prototypes {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { weights.append(contentsOf: $0) }
        }
        let xml = """
            <?xml version="1.0"?>
            <net name="segmenting" version="11"><layers>
            <layer id="0" name="photo" type="Parameter" version="opset1"><data shape="1,3,64,64" element_type="f32"/>
            <output>\(port(0, "photo", 1, 3, 64, 64))</output></layer>
            \(constant(1, "axes", "i64", [3], offset: 0, size: 24))
            <layer id="2" name="mean" type="ReduceMean" version="opset1"><data keep_dims="false"/>
            <input>\(port(0, nil, 1, 3, 64, 64))<port id="1" precision="I64"><dim>3</dim></port></input>
            <output>\(port(2, nil, 1))</output></layer>
            \(constant(3, "zero", "f32", [1], offset: 24, size: 4))
            <layer id="4" name="nothing" type="Multiply" version="opset1"><data auto_broadcast="numpy"/>
            <input>\(port(0, nil, 1))\(port(1, nil, 1))</input><output>\(port(2, nil, 1))</output></layer>
            \(constant(5, "rows", "f32", [1, 8, 84], offset: 28, size: 2688))
            \(sum(6, "output0", 1, 8, 84))
            \(constant(7, "prototypes", "f32", [1, 2, 16, 16], offset: 2716, size: 2048))
            \(sum(8, "output1", 1, 2, 16, 16))
            \(result(9, 1, 8, 84))\(result(10, 1, 2, 16, 16))</layers>
            <edges>\(edge(0, 0, 2, 0))\(edge(1, 0, 2, 1))\(edge(2, 2, 4, 0))\(edge(3, 0, 4, 1))\(edge(4, 2, 6, 0))\
            \(edge(5, 0, 6, 1))\(edge(4, 2, 8, 0))\(edge(7, 0, 8, 1))\(edge(6, 2, 9, 0))\(edge(8, 2, 10, 0))</edges>
            </net>
            """
        let url = folder.appendingPathComponent("segmenting.xml")
        try Data(xml.utf8).write(to: url)
        try weights.write(to: folder.appendingPathComponent("segmenting.bin"))
        return url.path
    }

    static func port(_ id: Int, _ name: String?, _ sides: Int...) -> String {
        let names = name.map { " names=\"\($0)\"" } ?? ""
        return "<port id=\"\(id)\" precision=\"FP32\"\(names)>\(dimensions(sides))</port>"
    }

    static func dimensions(_ sides: [Int]) -> String { sides.map { "<dim>\($0)</dim>" }.joined() }

    static func constant(
        _ id: Int, _ name: String, _ type: String, _ sides: [Int], offset: Int, size: Int
    ) -> String {
        let shape = sides.map(String.init).joined(separator: ",")
        return """
            <layer id="\(id)" name="\(name)" type="Const" version="opset1">
            <data element_type="\(type)" shape="\(shape)" offset="\(offset)" size="\(size)"/>
            <output><port id="0" precision="\(type == "i64" ? "I64" : "FP32")">\(dimensions(sides))</port></output></layer>
            """
    }

    static func sum(_ id: Int, _ name: String, _ sides: Int...) -> String {
        """
        <layer id="\(id)" name="\(name)" type="Add" version="opset1"><data auto_broadcast="numpy"/>
        <input>\(port(0, nil, 1))<port id="1" precision="FP32">\(dimensions(sides))</port></input>
        <output><port id="2" precision="FP32" names="\(name)">\(dimensions(sides))</port></output></layer>
        """
    }

    static func result(_ id: Int, _ sides: Int...) -> String {
        """
        <layer id="\(id)" name="result\(id)" type="Result" version="opset1">
        <input><port id="0" precision="FP32">\(dimensions(sides))</port></input></layer>
        """
    }

    static func edge(_ from: Int, _ output: Int, _ to: Int, _ input: Int) -> String {
        "<edge from-layer=\"\(from)\" from-port=\"\(output)\" to-layer=\"\(to)\" to-port=\"\(input)\"/>"
    }
}
