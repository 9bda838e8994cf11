import Foundation

extension TinyModels {
    /// An OpenVINO model with YuNet's outputs, in the reverse of their usual order, for photos of 32 by 32 pixels.
    ///
    /// It finds one face, a square of 8 pixels around 12, 12 with all points in its middle, whose score is the root of
    /// (blue / 200), where blue is the mean of the first channel as the model sees it.
    package static func faces(in folder: URL) throws -> String {
        var weights = Data()
        func store(_ values: [Float]) -> Int {
            let place = weights.count
            for value in values {
                withUnsafeBytes(of: value.bitPattern.littleEndian) { weights.append(contentsOf: $0) }
            }
            return place
        }
        for axis in [2, 3, 1] as [Int64] {
            withUnsafeBytes(of: axis.littleEndian) { weights.append(contentsOf: $0) }
        }
        let blue = store([1 / 200, 0, 0])
        let zero = store([0])
        var layers = """
            <layer id="0" name="photo" type="Parameter" version="opset1"><data shape="1,3,32,32" element_type="f32"/>
            <output>\(port(0, "photo", 1, 3, 32, 32))</output></layer>
            \(constant(1, "sides", "i64", [2], offset: 0, size: 16))
            <layer id="2" name="mean" type="ReduceMean" version="opset1"><data keep_dims="false"/>
            <input>\(port(0, nil, 1, 3, 32, 32))<port id="1" precision="I64"><dim>2</dim></port></input>
            <output>\(port(2, nil, 1, 3))</output></layer>
            \(constant(3, "blue", "f32", [1, 3], offset: blue, size: 12))
            <layer id="4" name="weighed" type="Multiply" version="opset1"><data auto_broadcast="numpy"/>
            <input>\(port(0, nil, 1, 3))\(port(1, nil, 1, 3))</input><output>\(port(2, nil, 1, 3))</output></layer>
            \(constant(5, "channels", "i64", [1], offset: 16, size: 8))
            <layer id="6" name="score" type="ReduceSum" version="opset1"><data keep_dims="false"/>
            <input>\(port(0, nil, 1, 3))<port id="1" precision="I64"><dim>1</dim></port></input>
            <output>\(port(2, nil, 1))</output></layer>
            \(constant(7, "zero", "f32", [1], offset: zero, size: 4))
            <layer id="8" name="nothing" type="Multiply" version="opset1"><data auto_broadcast="numpy"/>
            <input>\(port(0, nil, 1))\(port(1, nil, 1))</input><output>\(port(2, nil, 1))</output></layer>
            """
        var edges = edge(0, 0, 2, 0) + edge(1, 0, 2, 1) + edge(2, 2, 4, 0) + edge(3, 0, 4, 1) + edge(4, 2, 6, 0)
        edges += edge(5, 0, 6, 1) + edge(6, 2, 8, 0) + edge(7, 0, 8, 1)
        var id = 9
        let parts: [(String, fields: Int, face: [Float]?)] = [
            ("kps", 10, [Float](repeating: 0.5, count: 10)), ("bbox", 4, [0.5, 0.5, 0, 0]), ("obj", 1, [1]),
            ("cls", 1, nil),
        ]
        for (part, fields, face) in parts {
            for (step, cells) in [(32, 1), (16, 4), (8, 16)] {
                var values = [Float](repeating: 0, count: cells * fields)
                // The cell in the second row and column: the face's corner is 8, 8, its middle half a cell further.
                if step == 8, let face { values.replaceSubrange(5 * fields..<6 * fields, with: face) }
                let isScore = part == "cls" && step == 8
                let (name, size) = ("\(part)_\(step)", values.count * 4)
                layers += constant(id, name + "_value", "f32", [1, cells, fields], offset: store(values), size: size)
                layers += sum(id + 1, name, 1, cells, fields) + result(id + 2, 1, cells, fields)
                edges += edge(isScore ? 6 : 8, 2, id + 1, 0) + edge(id, 0, id + 1, 1) + edge(id + 1, 2, id + 2, 0)
                id += 3
            }
        }
        let xml = """
            <?xml version="1.0"?>
            <net name="faces" version="11"><layers>\(layers)</layers><edges>\(edges)</edges></net>
            """
        let url = folder.appendingPathComponent("faces.xml")
        try Data(xml.utf8).write(to: url)
        try weights.write(to: folder.appendingPathComponent("faces.bin"))
        return url.path
    }
}
