import Foundation

/// Which short numbers this machine's processor multiplies by units of its own, and what that gains.
///
/// What `auto` computes with is the engine's choice, which follows the same units; this says it in words.
public struct ProcessorArithmetic: Hashable, Sendable {
    /// The unit for bfloat16 as the kernel names it, such as `avx512_bf16`; nil where there is none.
    public let bfloat16: String?
    /// The unit for 8-bit integers, such as `avx512_vnni`; nil where there is none.
    public let integers: String?

    /// The fastest first, as the kernel names them on x86 and ARM.
    private static let units = (
        bfloat16: ["amx_bf16", "avx512_bf16", "avx_ne_convert", "svebf16", "bf16"],
        integers: ["amx_int8", "avx512_vnni", "avx_vnni", "avx_vnni_int8", "svei8mm", "i8mm", "asimddp"]
    )

    /// Reads the kernel's description of a processor, `/proc/cpuinfo`.
    public init(cpuinfo: String) {
        let line = cpuinfo.split(separator: "\n").first { line in
            ["flags", "Features"].contains { line.hasPrefix($0) }
        }
        let flags = Set((line?.split(separator: ":").last ?? "").split(separator: " ").map(String.init))
        bfloat16 = Self.units.bfloat16.first(where: flags.contains)
        integers = Self.units.integers.first(where: flags.contains)
    }

    /// Those of this machine.
    public static var current: ProcessorArithmetic {
        ProcessorArithmetic(cpuinfo: (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? "")
    }

    /// What is gained here, as the end of a sentence.
    public var gain: String {
        switch (bfloat16, integers) {
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
