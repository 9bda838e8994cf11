// Vector instructions that Swift has no name for and the compiler does not reliably find by itself.
#ifndef QUIVER_CVECTORS_H
#define QUIVER_CVECTORS_H

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef unsigned char CVectorsByte16 __attribute__((ext_vector_type(16)));
typedef short CVectorsShort8 __attribute__((ext_vector_type(8)));
typedef int CVectorsInt4 __attribute__((ext_vector_type(4)));

#define CVECTORS_INLINE static inline __attribute__((always_inline))

/// The first byte of `a`, the first of `b`, the second of `a` and so on, up to the eighth: PUNPCKLBW.
CVECTORS_INLINE CVectorsByte16 cvectors_interleave_low(CVectorsByte16 a, CVectorsByte16 b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/// The same of the last eight bytes of each: PUNPCKHBW.
CVECTORS_INLINE CVectorsByte16 cvectors_interleave_high(CVectorsByte16 a, CVectorsByte16 b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/// The first eight bytes in 16 bits each.
CVECTORS_INLINE CVectorsShort8 cvectors_widen_low(CVectorsByte16 a) {
    return __builtin_convertvector(a.lo, CVectorsShort8);
}

/// The last eight bytes in 16 bits each.
CVECTORS_INLINE CVectorsShort8 cvectors_widen_high(CVectorsByte16 a) {
    return __builtin_convertvector(a.hi, CVectorsShort8);
}

/// The products of each place, the two of each pair of places added up, modulo 2^32: PMADDWD on x86.
CVECTORS_INLINE CVectorsInt4 cvectors_pair_products(CVectorsShort8 a, CVectorsShort8 b) {
#if defined(__SSE2__)
    return (CVectorsInt4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    CVectorsInt4 even = __builtin_convertvector(a.even, CVectorsInt4) * __builtin_convertvector(b.even, CVectorsInt4);
    CVectorsInt4 odd = __builtin_convertvector(a.odd, CVectorsInt4) * __builtin_convertvector(b.odd, CVectorsInt4);
    return even + odd;
#endif
}

/// The sum of the products of `count` numbers with as many others; of the first only the upper sixteen bits of each float are
/// there, the lower byte first.
float cvectors_half_product(const void *_Nonnull halves, const float *_Nonnull other, long count);

/// The same of each of `firsts` rows with each of `seconds`, all of floats; `out` has a row of `seconds` for each first one.
///
/// `count` is a multiple of sixteen. The product of two rows is the same whichever of them is the first.
void cvectors_products(const float *_Nonnull first, long firsts, const float *_Nonnull second, long seconds, long count,
                       float *_Nonnull out);

/// The first place from `at` on where a number is at least as large as its bound; `count` where there is none.
long cvectors_first_reaching(const float *_Nonnull numbers, const float *_Nonnull bounds, long at, long count);

/// The sum of the squares of `count` numbers, of which only the upper sixteen bits of each float are there, the lower byte first.
float cvectors_half_square(const void *_Nonnull halves, long count);

/// Adds `count` numbers, each `factor` times, to as many sums; of the numbers only the upper sixteen bits of each float are there,
/// the lower byte first.
void cvectors_add_halves(const void *_Nonnull halves, float factor, float *_Nonnull sums, long count);

#endif
