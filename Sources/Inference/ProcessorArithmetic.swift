import Foundation

/// Which short numbers this machine's processor multiplies by units of its own, and what that gains.
///
/// Where ``gainsByBfloat16`` is false `auto` computes with 32-bit floats, and else with what the engine takes. So it is the same at
/// every start, in every worker, and takes no measurement then.
public struct ProcessorArithmetic: Hashable, Sendable {
    /// The unit for bfloat16 as the kernel names it, such as `avx512_bf16`; nil where there is none.
    public let bfloat16: String?
    /// The unit for 8-bit integers, such as `avx512_vnni`; nil where there is none.
    public let integers: String?
    /// Whether computing with bf16 is quicker than with 32-bit floats.
    ///
    /// By measurement: with AMX it took 0.37 times as long; in a virtual machine that hides AMX, an Intel processor's `avx512_bf16` alone
    /// took 1.5 times as long for each of the models that were tried, while AMD's gained.
    public let gainsByBfloat16: Bool

    /// The fastest first, as the kernel names them on x86 and ARM.
    private static let units = (
        bfloat16: ["amx_bf16", "avx512_bf16", "avx_ne_convert", "svebf16", "bf16"],
        integers: ["amx_int8", "avx512_vnni", "avx_vnni", "avx_vnni_int8", "svei8mm", "i8mm", "asimddp"]
    )

    /// Reads the kernel's description of a processor, `/proc/cpuinfo`.
    public init(cpuinfo: String) {
        let lines = cpuinfo.split(separator: "\n")
        func words(of keys: [String]) -> Set<String> {
            let line = lines.first { line in keys.contains { line.hasPrefix($0) } }
            return Set((line?.split(separator: ":").last ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        }
        let flags = words(of: ["flags", "Features"])
        let isIntel = words(of: ["vendor_id"]).contains("GenuineIntel")
        bfloat16 = Self.units.bfloat16.first(where: flags.contains)
        integers = Self.units.integers.first(where: flags.contains)
        gainsByBfloat16 = bfloat16 != nil && !(isIntel && bfloat16 == "avx512_bf16")
    }

    /// Those of this machine.
    public static let current = ProcessorArithmetic(
        cpuinfo: (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? "")

    /// What is gained here, as the end of a sentence.
    public var gain: String {
        switch (bfloat16, integers) {
        case (let float?, let integers?) where !gainsByBfloat16:
            "the unit for bf16 (\(float)) is slower than 32-bit floats here, and there is one for 8-bit integers (\(integers)): a model of "
                + "integers gains, and 'quiver model quantize' makes one"
        case (let float?, let integers?):
            "there are units for bf16 (\(float)) and for 8-bit integers (\(integers)): a model of integers may gain over "
                + "bf16, and 'quiver model quantize' measures it"
        case (let float?, nil):
            "there is a unit for bf16 (\(float)) and none for 8-bit integers, which gain little over it"
        case (nil, let integers?):
            "there is a unit for 8-bit integers (\(integers)) and none for bf16: a model of integers gains, and "
                + "'quiver model quantize' makes one"
        case (nil, nil): "there is a unit neither for bf16 nor for 8-bit integers: 32-bit floats are as good"
        }
    }
}
