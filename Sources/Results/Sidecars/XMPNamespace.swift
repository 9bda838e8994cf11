/// The namespaces of sidecars that Quiver reads or writes, by their addresses.
enum XMPNamespace: String, Sendable, CaseIterable {
    case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    case meta = "adobe:ns:meta/"
    /// Dublin Core, whose `subject` is the list of keywords.
    case dc = "http://purl.org/dc/elements/1.1/"
    /// Lightroom's, whose `hierarchicalSubject` is the tree of keywords.
    case lr = "http://ns.adobe.com/lightroom/1.0/"
    /// digiKam's, whose `TagsList` goes before all other keywords there.
    case digiKam = "http://www.digikam.org/ns/1.0/"
    /// The regions of the Metadata Working Group.
    case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    case dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
    case area = "http://ns.adobe.com/xmp/sType/Area#"
    /// What Quiver notes for itself.
    case quiver = "urn:quiver:sidecar:1.0/"

    /// The prefix that is written, as other programs write it.
    var prefix: String {
        switch self {
        case .rdf: "rdf"
        case .meta: "x"
        case .dc: "dc"
        case .lr: "lr"
        case .digiKam: "digiKam"
        case .regions: "mwg-rs"
        case .dimensions: "stDim"
        case .area: "stArea"
        case .quiver: "quiver"
        }
    }

    /// The attributes that bind prefixes, with a blank in front of each.
    static func bindings(_ namespaces: [XMPNamespace]) -> String {
        XMLText.attributes(namespaces.map { ("xmlns:" + $0.prefix, $0.rawValue) })
    }
}
