import Testing

@testable import Inference

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
}
