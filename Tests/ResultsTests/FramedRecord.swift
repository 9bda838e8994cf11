import Findings
import JSONTree
import Testing

/// A whole record with every kind of finding, as its JSON is in one frame; the photo has 200 x 100 pixels.
struct FramedRecord: Sendable, CustomTestStringConvertible {
    let frame: CoordinateFrame
    /// The key behind `image`, if any.
    var key = ""
    let box, corners, keypoints, mesh, polygons: String

    var testDescription: String { frame.rawValue }

    static let pixels = FramedRecord(
        frame: .pixels,
        box: #"{"x":20,"y":10,"width":50,"height":30.5}"#,
        corners: #"[{"x":20,"y":10},{"x":70,"y":12.5},{"x":68,"y":40},{"x":-2,"y":110}]"#,
        keypoints: """
            [{"name":"wrist","x":100,"y":25,"z":-10,"visibility":0.9,"metres":[0.1,-0.25,0.3]},{"x":220,"y":-5},{"x":0.001,"y":33.333,"z":0}]
            """,
        mesh: "[[0,0,0],[200,100,3.125],[66.667,33.333,-0.001]]", polygons: "[[20,10,70,10,70,40.5],[0,100,200,0]]")

    static let normalized = FramedRecord(
        frame: .normalized, key: #""coordinates":"normalized","#,
        box: #"{"x":0.1,"y":0.1,"width":0.25,"height":0.305}"#,
        corners: #"[{"x":0.1,"y":0.1},{"x":0.35,"y":0.125},{"x":0.34,"y":0.4},{"x":-0.01,"y":1.1}]"#,
        keypoints: """
            [{"name":"wrist","x":0.5,"y":0.25,"z":-0.05,"visibility":0.9,"metres":[0.1,-0.25,0.3]},{"x":1.1,"y":-0.05},\
            {"x":0.000005,"y":0.33333,"z":0}]
            """,
        mesh: "[[0,0,0],[1,1,0.015625],[0.333335,0.33333,-0.000005]]",
        polygons: "[[0.1,0.1,0.35,0.1,0.35,0.405],[0,1,1,0]]")

    static let vision = FramedRecord(
        frame: .vision, key: #""coordinates":"vision","#,
        box: #"{"x":0.1,"y":0.595,"width":0.25,"height":0.305}"#,
        corners: #"[{"x":0.1,"y":0.9},{"x":0.35,"y":0.875},{"x":0.34,"y":0.6},{"x":-0.01,"y":-0.1}]"#,
        keypoints: """
            [{"name":"wrist","x":0.5,"y":0.75,"z":-0.05,"visibility":0.9,"metres":[0.1,0.25,0.3]},{"x":1.1,"y":1.05},\
            {"x":0.000005,"y":0.66667,"z":0}]
            """,
        mesh: "[[0,1,0],[1,0,0.015625],[0.333335,0.66667,-0.000005]]",
        polygons: "[[0.1,0.9,0.35,0.9,0.35,0.595],[0,0,1,1]]")

    /// The record with these places.
    func json() throws -> JSONValue {
        let mask = #"{"size":[100,200],"counts":"PdV1"}"#
        let head = #""timings":{"load":1,"infer":2,"decode":null}"#
        let text = """
            {"version":"1.0","timestamp":"1970-01-01T00:00:02.000Z","source":{"path":"a.jpg","bytes":7,"sha256":null,\
            "duplicateOf":null},"state":"done","error":null,"attempts":1,\
            "image":{"width":200,"height":100,"orientation":6,"format":"jpeg"},\(key)"model":null,"models":[],\
            "detections":[{"label":"cup","classId":1,"confidence":0.5,"box":\(box)}],"results":[\
            {"detector":"turned","task":"obb","model":null,"parent":{"detector":"cup","index":0},\(head),"detections":\
            [{"label":"cup","classId":1,"confidence":0.5,"box":\(box),"corners":\(corners)}]},\
            {"detector":"kinds","task":"classify","model":null,"parent":null,\(head),\
            "classes":[{"label":"box","confidence":1}]},\
            {"detector":"hands","task":"hands","model":null,"parent":null,\(head),"poses":[{"label":"left hand",\
            "classId":0,"confidence":0.75,"sideConfidence":0.5,"box":\(box),"keypoints":\(keypoints),\
            "mesh":\(mesh),"mask":\(mask)}]},\
            {"detector":"shapes","task":"segment","model":null,"parent":null,\(head),"masks":[{"label":"cup",\
            "classId":1,"confidence":1,"box":\(box),"mask":\(mask),"polygons":\(polygons)}]},\
            {"detector":"none","task":"detect","model":null,"parent":null,\(head),"detections":[],\
            "error":{"code":"box","message":"x","fault":"quiver"}}],\
            "targetDetection":{"faces":[{"type":"wa-122","sizeAssumed":false,"center":{"x":100,"y":50},\
            "homography":[1,0,0,0,1,0,0,0,1],"outline":{"cx":100,"cy":50,"a":40,"b":30,"angleDeg":12.5},\
            "residual":0,"confidence":1}],"reason":null},\
            "arrows":[{"id":1,"pixelX":100,"pixelY":50,"boundingBox":{"x":90,"y":40,"width":20,"height":20},\
            "nock":{"x":120,"y":60}}],"imageMetadata":{"width":200,"height":100},"timings":{"load":3},"outputs":null}
            """
        return try JSONParser.parse(text.utf8).value
    }
}
