import Foundation
import Results
import TestSupport
import Testing

/// A model that loads and gives no numbers: no photo may count as done with nothing on it.
@Suite struct BrokenModelTests {
    @Test(arguments: [Float.nan, .infinity]) func aModelThatGivesNoNumbersIsToBlame(value: Float) throws {
        let fixtures = try RunFixtures()
        try fixtures.add(3)
        let model = try Self.write(to: fixtures.folder, giving: value)
        let ended = try fixtures.program.start([
            "run", fixtures.photos.path, "--output", fixtures.output.path, "--model", model,
        ]).wait()
        #expect(ended.status == 1, "\(ended.talk)")
        #expect(ended.talk.contains("NaN or infinite"), "\(ended.talk)")
        let records = try fixtures.records().values
        #expect(records.count == 3)
        for record in records {
            #expect(record.state == .failed && record.error?.code == "output" && record.error?.fault == .input)
        }
    }

    /// An OpenVINO model of a detector's shape: the photo's mean times a table of one value.
    static func write(to folder: URL, giving value: Float) throws -> String {
        var weights = Data()
        for axis in [1, 2, 3] as [Int64] { withUnsafeBytes(of: axis.littleEndian) { weights.append(contentsOf: $0) } }
        for _ in 0..<(7 * 84) {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { weights.append(contentsOf: $0) }
        }
        let xml = """
            <?xml version="1.0"?>
            <net name="broken" version="11"><layers>
            <layer id="0" name="photo" type="Parameter" version="opset1"><data shape="1,3,64,64" element_type="f32"/>
            <output><port id="0" precision="FP32" names="photo"><dim>1</dim><dim>3</dim><dim>64</dim><dim>64</dim></port>
            </output></layer>
            <layer id="1" name="axes" type="Const" version="opset1">
            <data element_type="i64" shape="3" offset="0" size="24"/>
            <output><port id="0" precision="I64"><dim>3</dim></port></output></layer>
            <layer id="2" name="mean" type="ReduceMean" version="opset1"><data keep_dims="false"/>
            <input><port id="0" precision="FP32"><dim>1</dim><dim>3</dim><dim>64</dim><dim>64</dim></port>
            <port id="1" precision="I64"><dim>3</dim></port></input>
            <output><port id="2" precision="FP32"><dim>1</dim></port></output></layer>
            <layer id="3" name="table" type="Const" version="opset1">
            <data element_type="f32" shape="1,7,84" offset="24" size="2352"/>
            <output><port id="0" precision="FP32"><dim>1</dim><dim>7</dim><dim>84</dim></port></output></layer>
            <layer id="4" name="out" type="Multiply" version="opset1"><data auto_broadcast="numpy"/>
            <input><port id="0" precision="FP32"><dim>1</dim></port>
            <port id="1" precision="FP32"><dim>1</dim><dim>7</dim><dim>84</dim></port></input>
            <output><port id="2" precision="FP32" names="out"><dim>1</dim><dim>7</dim><dim>84</dim></port></output></layer>
            <layer id="5" name="out/result" type="Result" version="opset1">
            <input><port id="0" precision="FP32"><dim>1</dim><dim>7</dim><dim>84</dim></port></input></layer></layers>
            <edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
            <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
            <edge from-layer="2" from-port="2" to-layer="4" to-port="0"/>
            <edge from-layer="3" from-port="0" to-layer="4" to-port="1"/>
            <edge from-layer="4" from-port="2" to-layer="5" to-port="0"/></edges></net>
            """
        let url = folder.appendingPathComponent("broken.xml")
        try Data(xml.utf8).write(to: url)
        try weights.write(to: folder.appendingPathComponent("broken.bin"))
        return url.path
    }
}
