import Foundation

extension TinyModels {
    /// An OpenVINO model of U²-Net's outputs, seven masks of its input of 32 by 32 pixels, that sees the same two discs in every photo:
    /// a larger one in the left half, and one in the right half.
    package static func subjects(in folder: URL) throws -> String {
        let discs: [(x: Double, radius: Double)] = [(8, 6), (24, 5)]
        let mask = (0..<32 * 32).map { place -> Float in
            let (x, y) = (Double(place % 32) + 0.5, Double(place / 32) + 0.5 - 16)
            let isInside = discs.contains { ((x - $0.x) * (x - $0.x) + y * y).squareRoot() < $0.radius }
            return isInside ? 0.9 : 0.05
        }
        var weights = Data()
        for axis in [1, 2, 3] as [Int64] { withUnsafeBytes(of: axis.littleEndian) { weights.append(contentsOf: $0) } }
        for value in [0] + mask {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { weights.append(contentsOf: $0) }
        }
        let outputs = 6..<13
        let xml = """
            <?xml version="1.0"?>
            <net name="subjects" version="11"><layers>
            <layer id="0" name="photo" type="Parameter" version="opset1"><data shape="1,3,32,32" element_type="f32"/>
            <output>\(port(0, "photo", 1, 3, 32, 32))</output></layer>
            \(constant(1, "axes", "i64", [3], offset: 0, size: 24))
            <layer id="2" name="mean" type="ReduceMean" version="opset1"><data keep_dims="false"/>
            <input>\(port(0, nil, 1, 3, 32, 32))<port id="1" precision="I64"><dim>3</dim></port></input>
            <output>\(port(2, nil, 1))</output></layer>
            \(constant(3, "zero", "f32", [1], offset: 24, size: 4))
            <layer id="4" name="nothing" type="Multiply" version="opset1"><data auto_broadcast="numpy"/>
            <input>\(port(0, nil, 1))\(port(1, nil, 1))</input><output>\(port(2, nil, 1))</output></layer>
            \(constant(5, "mask", "f32", [1, 1, 32, 32], offset: 28, size: 4096))
            \(outputs.map { sum($0, "d\($0 - 6)", 1, 1, 32, 32) }.joined())
            \(outputs.map { result($0 + 7, 1, 1, 32, 32) }.joined())</layers>
            <edges>\(edge(0, 0, 2, 0))\(edge(1, 0, 2, 1))\(edge(2, 2, 4, 0))\(edge(3, 0, 4, 1))\
            \(outputs.map { edge(4, 2, $0, 0) + edge(5, 0, $0, 1) + edge($0, 2, $0 + 7, 0) }.joined())</edges>
            </net>
            """
        let url = folder.appendingPathComponent("subjects.xml")
        try Data(xml.utf8).write(to: url)
        try weights.write(to: folder.appendingPathComponent("subjects.bin"))
        return url.path
    }

    /// An OpenVINO model with one mask of its input's size: the mean of red, green and blue, as the model gets them.
    ///
    /// - Parameter input: The input's name, by which families are known.
    package static func brightness(in folder: URL, input: String, side: Int) throws -> String {
        var weights = Data()
        withUnsafeBytes(of: Int64(1).littleEndian) { weights.append(contentsOf: $0) }
        let xml = """
            <?xml version="1.0"?>
            <net name="brightness" version="11"><layers>
            <layer id="0" name="\(input)" type="Parameter" version="opset1">
            <data shape="1,3,\(side),\(side)" element_type="f32"/>
            <output>\(port(0, input, 1, 3, side, side))</output></layer>
            \(constant(1, "axis", "i64", [1], offset: 0, size: 8))
            <layer id="2" name="mask" type="ReduceMean" version="opset1"><data keep_dims="true"/>
            <input>\(port(0, nil, 1, 3, side, side))<port id="1" precision="I64"><dim>1</dim></port></input>
            <output>\(port(2, "mask", 1, 1, side, side))</output></layer>
            \(result(3, 1, 1, side, side))</layers>
            <edges>\(edge(0, 0, 2, 0))\(edge(1, 0, 2, 1))\(edge(2, 2, 3, 0))</edges>
            </net>
            """
        let url = folder.appendingPathComponent("\(input)-\(side).xml")
        try Data(xml.utf8).write(to: url)
        try weights.write(to: folder.appendingPathComponent("\(input)-\(side).bin"))
        return url.path
    }
}
