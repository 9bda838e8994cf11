/// How a photo's file shows light that is brighter than white.
public enum DynamicRange: String, Sendable, Hashable, Codable, CaseIterable {
    /// A second picture in the file says how much brighter each place is: Ultra HDR, Apple's, ISO 21496-1.
    case gainMap
    /// The numbers follow the curve of SMPTE ST 2084.
    case pq
    /// The numbers follow the curve of ARIB STD-B67.
    case hlg
}
