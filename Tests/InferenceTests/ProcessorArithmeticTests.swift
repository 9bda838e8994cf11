import Findings
import Testing

@testable import Inference
@testable import InferenceOpenVINO

@Suite struct ProcessorArithmeticTests {
    @Test(
        arguments: [
            ("flags\t\t: fpu avx2 avx512_vnni", nil, "avx512_vnni", "none for bf16: a model of integers gains"),
            ("flags\t\t: fpu avx512_vnni avx512_bf16", "avx512_bf16", "avx512_vnni", "may gain over bf16"),
            ("flags\t\t: avx512_bf16 amx_int8 amx_bf16 avx_vnni", "amx_bf16", "amx_int8", "may gain over bf16"),
            ("processor\t: 0\nFeatures\t: fp asimd asimddp i8mm bf16", "bf16", "i8mm", "may gain over bf16"),
            ("flags\t\t: fpu sse2 avx2\nbugs\t\t: avx512_bf16", nil, nil, "32-bit floats are as good"),
            ("", nil, nil, "32-bit floats are as good"),
        ] as [(String, String?, String?, String)])
    func theUnitsAreThoseThatTheKernelNames(text: String, bfloat16: String?, integers: String?, words: String) {
        let arithmetic = ProcessorArithmetic(cpuinfo: text)
        #expect(arithmetic.bfloat16 == bfloat16 && arithmetic.integers == integers)
        #expect(arithmetic.gain.contains(words), "\(arithmetic.gain)")
        #expect(arithmetic.gain.contains("quiver model quantize") == (integers != nil))
    }

    @Test(
        arguments: [
            ("GenuineIntel", "avx512_vnni avx512_bf16", false), ("GenuineIntel", "avx512_bf16 amx_bf16", true),
            ("AuthenticAMD", "avx512_vnni avx512_bf16", true), ("GenuineIntel", "avx512_vnni", false),
        ])
    func bfloat16IsTakenWhereItGains(vendor: String, flags: String, gains: Bool) {
        let arithmetic = ProcessorArithmetic(
            cpuinfo:
                "processor\t: 0\nvendor_id\t: \(vendor)\nmodel name\t: one\nflags\t\t: fpu \(flags)\nbugs\t\t: none")
        #expect(arithmetic.gainsByBfloat16 == gains)
        let isSlow = arithmetic.bfloat16 != nil && !gains
        #expect(arithmetic.gain.contains("slower than 32-bit floats") == isSlow)
        // The engine is told of what it would choose otherwise by itself, and of nothing that a user has set.
        for (precision, device, hint) in [
            (Precision.auto, "CPU", isSlow ? "f32" : nil), (.int8, "CPU", isSlow ? "f32" : nil),
            (.bf16, "CPU", "bf16"), (.fp32, "CPU", "f32"), (.auto, "GPU.0", nil),
        ] as [(Precision, String, String?)] {
            let properties = OpenVINOSetup.properties(
                EngineOptions(precision: precision), device: device, on: arithmetic)
            #expect(properties.first { $0.0 == "INFERENCE_PRECISION_HINT" }?.1 == hint, "\(precision) on \(device)")
        }
    }
}
