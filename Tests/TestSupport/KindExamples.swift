/// A finding of each kind as a record has it, in a photo of 400 by 200 pixels.
public enum KindExamples {
    /// By the name of the kind's list.
    public static let json: [String: String] = [
        "detections": """
        {"label":"cup","classId":1,"confidence":0.75,"box":\(box),"corners":\(corners)}
        """,
        "classes": #"{"label":"cup","confidence":0.75}"#,
        "poses": """
        {"label":"left hand","classId":1,"confidence":0.75,"sideConfidence":0.5,"box":\(box),\
        "keypoints":[{"name":"wrist","x":60,"y":50,"z":-4,"visibility":0.5}],"mesh":[[60,50,8]],"mask":\(mask)}
        """,
        "masks": """
        {"label":"cup","classId":1,"confidence":0.75,"box":\(box),"mask":\(mask),\
        "polygons":[[40,20,140,20,140,80,40,80]]}
        """,
        "texts": """
        {"text":"one two","confidence":0.75,"corners":\(corners),\
        "words":[{"text":"one","confidence":0.75,"corners":\(corners)}],\
        "candidates":[{"text":"one too","confidence":0.25}],"paragraph":0,"block":0,"onPage":\(corners)}
        """,
        "codes": #"{"symbology":"qr","text":"one","bytes":"b25l","corners":\#(corners)}"#,
        "pages": #"{"confidence":0.75,"corners":\#(corners),"flatSize":[210,297]}"#,
        "elements": """
        {"identifier":"17","title":"USE BY or EXPIRY","text":"260200","value":"2026-02-28","isSound":true,\
        "corners":\(corners)}
        """,
        "contents": """
        {"kind":"table","text":"one","value":"1","confidence":0.75,"corners":\(corners),"items":["one"],\
        "table":{"confidence":0.75,"corners":\(corners),"isRuled":true,"rows":1,"columns":1,\
        "cells":[{"row":0,"column":0,"rowSpan":1,"columnSpan":1,"text":"one","corners":\(corners)}]}}
        """,
    ]

    private static let box = #"{"x":40,"y":20,"width":100,"height":60}"#
    private static let corners = #"[{"x":40,"y":20},{"x":140,"y":20},{"x":140,"y":80},{"x":40,"y":80}]"#
    private static let mask = #"{"size":[200,400],"counts":"\#(counts)"}"#
    /// The pixels of the box, a column after the other.
    private static let counts = "dj7l1\\\\4" + String(repeating: "0", count: 197) + "\\\\hb1"
}
