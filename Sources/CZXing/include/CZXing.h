// Reading and writing codes with zxing-cpp 1.4, whose interface is C++: plain C in front of it. No exception comes out.
#ifndef QUIVER_CZXING_H
#define QUIVER_CZXING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The library's own bits, of which a mask of formats is made.
typedef enum : uint32_t {
    QZX_AZTEC = 1 << 0,
    QZX_CODABAR = 1 << 1,
    QZX_CODE_39 = 1 << 2,
    QZX_CODE_93 = 1 << 3,
    QZX_CODE_128 = 1 << 4,
    QZX_DATABAR = 1 << 5,
    QZX_DATABAR_EXPANDED = 1 << 6,
    QZX_DATA_MATRIX = 1 << 7,
    QZX_EAN_8 = 1 << 8,
    QZX_EAN_13 = 1 << 9,
    QZX_ITF = 1 << 10,
    QZX_MAXICODE = 1 << 11,
    QZX_PDF_417 = 1 << 12,
    QZX_QR = 1 << 13,
    QZX_UPC_A = 1 << 14,
    QZX_UPC_E = 1 << 15,
    QZX_MICRO_QR = 1 << 16,
} qzx_format;

typedef enum : int32_t { QZX_LOCAL_THRESHOLD = 0, QZX_GLOBAL_THRESHOLD = 1 } qzx_threshold;

typedef enum : int32_t {
    QZX_OK = 0,
    QZX_BAD_PICTURE = 1, // no pixels, rows that overlap, or more pixels than the library can count
    QZX_NO_MEMORY = 2,
    QZX_FAILED = 3, // the library threw something else
} qzx_status;

/// Rows of 8-bit pixels: `channels` is 1 for grey and 3 for red, green and blue; `stride` is the bytes from row to row.
typedef struct {
    const uint8_t *_Nonnull pixels;
    int32_t width, height, channels;
    ptrdiff_t stride;
} qzx_picture;

/// Every flag costs time. `lines` is how many rows of pixels must agree on a linear code.
typedef struct {
    uint32_t formats; // bits of `qzx_format`; 0 finds nothing
    qzx_threshold threshold;
    int32_t lines;
    bool harder, rotated, pure; // `pure`: the picture is one code, upright and without a background
} qzx_options;

typedef struct {
    uint32_t format;
    int32_t corners[8]; // x and y: top left, top right, bottom right, bottom left, as the code itself stands
    const char *_Nonnull text; // UTF-8, ends in zero, may hold further zeros
    size_t text_length;
    const uint8_t *_Nullable bytes;
    size_t byte_count;
    int32_t lines; // how many rows of pixels agreed on a linear code; 0 for others
    char identifier[4]; // ISO/IEC 15424: `]E0`
    bool is_gs1;
} qzx_code;

typedef struct qzx_codes qzx_codes;

/// Looks for codes once, at the size that the picture has. `problem` receives the reason of a failure.
/// What comes back in `found` is to be freed also where it holds none; it is null where the status is not `QZX_OK`.
qzx_status qzx_read(
    qzx_picture picture, qzx_options options, qzx_codes *_Nullable *_Nonnull found, char *_Nonnull problem,
    size_t capacity);

size_t qzx_count(const qzx_codes *_Nonnull codes);
/// Valid until the list is freed; `index` must be below the count.
qzx_code qzx_at(const qzx_codes *_Nonnull codes, size_t index);
void qzx_free(qzx_codes *_Nullable codes);

/// Writes a text as a QR code without a margin, a byte a module, 1 for a dark one, row after row.
/// `modules` has place for `capacity` of them; `side` receives how many one side has. `QZX_FAILED` where the text does not
/// fit into a code, or the code not into its place.
qzx_status qzx_write_qr(
    const char *_Nonnull text, size_t length, uint8_t *_Nonnull modules, size_t capacity, int32_t *_Nonnull side);

#ifdef __cplusplus
}
#endif

#endif
