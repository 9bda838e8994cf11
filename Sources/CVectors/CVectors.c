// The short functions are in the header, so that callers need no call; the loops over rows are here, since each is also
// compiled for processors that have wider vectors.
#include "CVectors.h"

#include <string.h>

typedef float Float8 __attribute__((ext_vector_type(8)));
typedef unsigned Word8 __attribute__((ext_vector_type(8)));
typedef unsigned short Half8 __attribute__((ext_vector_type(8)));

// A vector that is wider than those of every processor is given by its address: as a value it would go another way in each.
CVECTORS_INLINE void load8(Float8 *value, const float *place) {
    memcpy(value, place, sizeof *value);
}

CVECTORS_INLINE float sum8(const Float8 *value) {
    float sum = 0;
    for (int index = 0; index < 8; index++) sum += (*value)[index];
    return sum;
}

CVECTORS_INLINE float half_product(const unsigned char *halves, const float *other, long count) {
    Float8 sum = 0;
    long at = 0;
    for (; at + 8 <= count; at += 8) {
        Half8 half;
        Float8 factor;
        memcpy(&half, halves + 2 * at, sizeof half);
        load8(&factor, other + at);
        sum += (Float8)(__builtin_convertvector(half, Word8) << 16) * factor;
    }
    float rest = 0;
    for (; at < count; at++) {
        unsigned bits = (unsigned)(halves[2 * at] | halves[2 * at + 1] << 8) << 16;
        float value;
        memcpy(&value, &bits, sizeof value);
        rest += value * other[at];
    }
    return sum8(&sum) + rest;
}

CVECTORS_INLINE float half_square(const unsigned char *halves, long count) {
    Float8 sum = 0;
    long at = 0;
    for (; at + 8 <= count; at += 8) {
        Half8 half;
        memcpy(&half, halves + 2 * at, sizeof half);
        Float8 value = (Float8)(__builtin_convertvector(half, Word8) << 16);
        sum += value * value;
    }
    float rest = 0;
    for (; at < count; at++) {
        unsigned bits = (unsigned)(halves[2 * at] | halves[2 * at + 1] << 8) << 16;
        float value;
        memcpy(&value, &bits, sizeof value);
        rest += value * value;
    }
    return sum8(&sum) + rest;
}

CVECTORS_INLINE void add_halves(const unsigned char *halves, float factor, float *sums, long count) {
    long at = 0;
    for (; at + 8 <= count; at += 8) {
        Half8 half;
        Float8 sum;
        memcpy(&half, halves + 2 * at, sizeof half);
        load8(&sum, sums + at);
        sum += (Float8)(__builtin_convertvector(half, Word8) << 16) * factor;
        memcpy(sums + at, &sum, sizeof sum);
    }
    for (; at < count; at++) {
        unsigned bits = (unsigned)(halves[2 * at] | halves[2 * at + 1] << 8) << 16;
        float value;
        memcpy(&value, &bits, sizeof value);
        sums[at] += value * factor;
    }
}

// Two rows by four: each number that is read is multiplied more than once.
CVECTORS_INLINE void products(const float *first, long firsts, const float *second, long seconds, long count,
                              float *out) {
    for (long i = 0; i < firsts; i += 2) {
        const float *a0 = first + i * count, *a1 = i + 1 < firsts ? a0 + count : a0;
        for (long j = 0; j < seconds; j += 4) {
            const float *b[4];
            for (int k = 0; k < 4; k++) b[k] = second + (j + k < seconds ? j + k : seconds - 1) * count;
            Float8 sums[8] = {0};
            for (long at = 0; at < count; at += 8) {
                Float8 x, y;
                load8(&x, a0 + at);
                load8(&y, a1 + at);
#pragma unroll
                for (int k = 0; k < 4; k++) {
                    Float8 z;
                    load8(&z, b[k] + at);
                    sums[k] += x * z;
                    sums[k + 4] += y * z;
                }
            }
            for (int k = 0; k < 4 && j + k < seconds; k++) {
                out[i * seconds + j + k] = sum8(&sums[k]);
                if (i + 1 < firsts) out[(i + 1) * seconds + j + k] = sum8(&sums[k + 4]);
            }
        }
    }
}

static float plain_half_product(const unsigned char *halves, const float *other, long count) {
    return half_product(halves, other, count);
}

static void plain_products(const float *first, long firsts, const float *second, long seconds, long count, float *out) {
    products(first, firsts, second, seconds, count, out);
}

static float plain_half_square(const unsigned char *halves, long count) {
    return half_square(halves, count);
}

static void plain_add_halves(const unsigned char *halves, float factor, float *sums, long count) {
    add_halves(halves, factor, sums, count);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static float wide_half_product(
    const unsigned char *halves, const float *other, long count) {
    return half_product(halves, other, count);
}

__attribute__((target("avx2,fma"))) static void wide_products(
    const float *first, long firsts, const float *second, long seconds, long count, float *out) {
    products(first, firsts, second, seconds, count, out);
}

__attribute__((target("avx2,fma"))) static float wide_half_square(const unsigned char *halves, long count) {
    return half_square(halves, count);
}

__attribute__((target("avx2,fma"))) static void wide_add_halves(
    const unsigned char *halves, float factor, float *sums, long count) {
    add_halves(halves, factor, sums, count);
}

static int is_wide(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
#define wide_half_product plain_half_product
#define wide_products plain_products
#define wide_half_square plain_half_square
#define wide_add_halves plain_add_halves

static int is_wide(void) {
    return 0;
}
#endif

float cvectors_half_product(const void *halves, const float *other, long count) {
    return (is_wide() ? wide_half_product : plain_half_product)(halves, other, count);
}

void cvectors_products(const float *first, long firsts, const float *second, long seconds, long count, float *out) {
    (is_wide() ? wide_products : plain_products)(first, firsts, second, seconds, count, out);
}

float cvectors_half_square(const void *halves, long count) {
    return (is_wide() ? wide_half_square : plain_half_square)(halves, count);
}

void cvectors_add_halves(const void *halves, float factor, float *sums, long count) {
    (is_wide() ? wide_add_halves : plain_add_halves)(halves, factor, sums, count);
}
