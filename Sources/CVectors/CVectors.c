// The short functions are in the header, so that callers need no call; the loops over rows are here, since each is also
// compiled for processors that have wider vectors.
#include "CVectors.h"

#include <string.h>

typedef float Float8 __attribute__((ext_vector_type(8)));
typedef float Float16 __attribute__((ext_vector_type(16)));
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

// Some rows by some: each number that is read is multiplied more than once, and all sums stay in registers. The second rows of a
// turn stay in the nearest cache while the first ones pass by.
#define DEFINE_PRODUCTS(NAME, VECTOR, LANES, ROWS, COLUMNS)                                                            \
    CVECTORS_INLINE void NAME(const float *first, long firsts, const float *second, long seconds, long count,          \
                              float *out) {                                                                            \
        for (long j = 0; j < seconds; j += COLUMNS) {                                                                  \
            const float *b[COLUMNS];                                                                                   \
            for (int k = 0; k < COLUMNS; k++) b[k] = second + (j + k < seconds ? j + k : seconds - 1) * count;         \
            for (long i = 0; i < firsts; i += ROWS) {                                                                  \
                const float *a[ROWS];                                                                                  \
                for (int r = 0; r < ROWS; r++) a[r] = first + (i + r < firsts ? i + r : firsts - 1) * count;           \
                VECTOR sums[ROWS][COLUMNS];                                                                            \
                memset(sums, 0, sizeof sums);                                                                          \
                for (long at = 0; at < count; at += LANES) {                                                           \
                    VECTOR x[ROWS];                                                                                    \
                    _Pragma("unroll") for (int r = 0; r < ROWS; r++) memcpy(&x[r], a[r] + at, sizeof x[r]);            \
                    _Pragma("unroll") for (int k = 0; k < COLUMNS; k++) {                                              \
                        VECTOR y;                                                                                      \
                        memcpy(&y, b[k] + at, sizeof y);                                                               \
                        _Pragma("unroll") for (int r = 0; r < ROWS; r++) sums[r][k] += x[r] * y;                       \
                    }                                                                                                  \
                }                                                                                                      \
                for (int r = 0; r < ROWS && i + r < firsts; r++)                                                       \
                    for (int k = 0; k < COLUMNS && j + k < seconds; k++) {                                             \
                        float sum = 0;                                                                                 \
                        for (int lane = 0; lane < LANES; lane++) sum += sums[r][k][lane];                              \
                        out[(i + r) * seconds + j + k] = sum;                                                          \
                    }                                                                                                  \
            }                                                                                                          \
        }                                                                                                              \
    }

DEFINE_PRODUCTS(products, Float8, 8, 2, 4)

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
// Twice as many numbers at once, and twice as many registers for sums.
DEFINE_PRODUCTS(products_by_sixteen, Float16, 16, 4, 6)

__attribute__((target("avx512f"))) static void widest_products(
    const float *first, long firsts, const float *second, long seconds, long count, float *out) {
    products_by_sixteen(first, firsts, second, seconds, count, out);
}

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

static int is_widest(void) {
    return __builtin_cpu_supports("avx512f");
}
#else
#define wide_half_product plain_half_product
#define wide_products plain_products
#define wide_half_square plain_half_square
#define wide_add_halves plain_add_halves

#define widest_products plain_products

static int is_wide(void) {
    return 0;
}

static int is_widest(void) {
    return 0;
}
#endif

float cvectors_half_product(const void *halves, const float *other, long count) {
    return (is_wide() ? wide_half_product : plain_half_product)(halves, other, count);
}

void cvectors_products(const float *first, long firsts, const float *second, long seconds, long count, float *out) {
    (is_widest() ? widest_products : is_wide() ? wide_products : plain_products)(first, firsts, second, seconds, count, out);
}

float cvectors_half_square(const void *halves, long count) {
    return (is_wide() ? wide_half_square : plain_half_square)(halves, count);
}

void cvectors_add_halves(const void *halves, float factor, float *sums, long count) {
    (is_wide() ? wide_add_halves : plain_add_halves)(halves, factor, sums, count);
}

long cvectors_first_reaching(const float *numbers, const float *bounds, long at, long count) {
    // Nearly all are below: many are looked at before it is asked which.
    for (; at + 32 <= count; at += 32) {
        int reached = 0;
        for (int index = 0; index < 32; index++) reached |= numbers[at + index] >= bounds[at + index];
        if (reached) break;
    }
    while (at < count && !(numbers[at] >= bounds[at])) at++;
    return at;
}
