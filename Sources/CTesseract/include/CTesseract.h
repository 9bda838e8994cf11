// The part of Tesseract 5, and of the picture library Leptonica below it, that Quiver uses: fixed functions over
// opaque handles. No C++ exception leaves them. One that makes gives NULL where it fails; one that acts gives 0 or -1.
//
// Neither library tells why it failed but in text on its standard error, which is switched off here. Nothing is freed
// twice or shared: who makes a handle frees it.
#ifndef QUIVER_CTESSERACT_H
#define QUIVER_CTESSERACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctess_picture ctess_picture; // 8 bits of grey a pixel
typedef struct ctess_engine ctess_engine;   // a language's networks, and the page they read last
typedef struct ctess_cursor ctess_cursor;   // a place among the characters of that page

/// Opens the libraries and makes them silent; NULL, or why that failed. Every other function needs it first.
const char *_Nullable ctess_load(void);

// --- Pictures

/// A grey copy of a picture of interleaved red, green, blue; `stride` bytes lie between two rows' beginnings.
ctess_picture *_Nullable ctess_picture_from_rgb(
    const uint8_t *_Nonnull bytes, int32_t width, int32_t height, int64_t stride);
void ctess_picture_free(ctess_picture *_Nonnull picture);
int32_t ctess_picture_width(const ctess_picture *_Nonnull picture);
int32_t ctess_picture_height(const ctess_picture *_Nonnull picture);
/// Turned clockwise by so many quarters.
ctess_picture *_Nullable ctess_picture_turn(ctess_picture *_Nonnull picture, int32_t quarters);
/// Of another size.
ctess_picture *_Nullable ctess_picture_resize(ctess_picture *_Nonnull picture, int32_t width, int32_t height);
/// Turned clockwise about its middle by a small angle in radians, on white, with all its corners inside.
ctess_picture *_Nullable ctess_picture_rotate(ctess_picture *_Nonnull picture, float angle);
/// A part of it, which must lie inside.
ctess_picture *_Nullable ctess_picture_cut(
    ctess_picture *_Nonnull picture, int32_t left, int32_t top, int32_t width, int32_t height);
/// By how many degrees clockwise it must be turned for its lines to lie level, up to 15, and how sure that is:
/// above 3 it can be relied on (Leptonica, skew.c).
int32_t ctess_picture_skew(ctess_picture *_Nonnull picture, float *_Nonnull degrees, float *_Nonnull sureness);

// --- Engines

typedef enum { CTESS_LEGACY = 0, CTESS_NETWORK = 1 } ctess_mode;

/// How a picture is laid out, in Tesseract's numbers.
typedef enum { CTESS_PAGE = 3, CTESS_ROWS = 6, CTESS_LINE = 7, CTESS_SPARSE = 11 } ctess_layout;

/// Reads the files of the languages, joined by plus signs, from the folder, and sets variables of Tesseract's first.
/// They are so many pairs of name and value, behind each other, each text ended by 0.
ctess_engine *_Nullable ctess_open(
    const char *_Nonnull folder, const char *_Nonnull languages, ctess_mode mode, const char *_Nonnull variables,
    size_t count);
void ctess_close(ctess_engine *_Nonnull engine);
/// Reads a picture on the calling thread alone. The result stays with the engine until the next call.
int32_t ctess_read(ctess_engine *_Nonnull engine, ctess_picture *_Nonnull picture, ctess_layout layout);
/// How a page lies, and in which script it is written.
typedef struct {
    int32_t degrees;       // by how many it lies turned clockwise
    float sureness;        // of that
    char script[64];       // Tesseract's name, such as Latin or Cyrillic; it ends with 0
    float script_sureness;
} ctess_lie;

/// How the page lies; -1 where there is too little text.
int32_t ctess_orientation(
    ctess_engine *_Nonnull engine, ctess_picture *_Nonnull picture, ctess_lie *_Nonnull lie);
/// Whether the dictionary of the first language has a word; false where the language brings none.
bool ctess_knows(ctess_engine *_Nonnull engine, const char *_Nonnull word);
/// Lets go of the page.
void ctess_clear(ctess_engine *_Nonnull engine);

// --- Results

typedef struct { int32_t left, top, right, bottom; } ctess_box;

typedef enum {
    CTESS_BLOCK = 0,
    CTESS_PARAGRAPH = 1,
    CTESS_TEXT_LINE = 2,
    CTESS_WORD = 3,
    CTESS_SYMBOL = 4
} ctess_level;

/// A character or word under the cursor; the text ends with 0 and is cut off where it is longer.
typedef struct {
    char text[256];
    float confidence; // 0 to 100
    ctess_box box;
} ctess_item;

/// The first character of what was read; NULL where nothing was.
ctess_cursor *_Nullable ctess_cursor_make(ctess_engine *_Nonnull engine);
void ctess_cursor_free(ctess_cursor *_Nonnull cursor);
/// Goes to the next character; false behind the last.
bool ctess_cursor_next(ctess_cursor *_Nonnull cursor);
/// Whether the character is the first of its block, paragraph, line or word.
bool ctess_cursor_begins(const ctess_cursor *_Nonnull cursor, ctess_level level);
/// The character, or the word that it belongs to.
int32_t ctess_cursor_item(const ctess_cursor *_Nonnull cursor, ctess_level level, ctess_item *_Nonnull item);
/// The name of the language that the word was read in; it lives as long as the engine. NULL where it is unknown.
const char *_Nullable ctess_cursor_language(const ctess_cursor *_Nonnull cursor);
/// By how many quarters clockwise the line lies turned in the picture, 0 to 3.
int32_t ctess_cursor_quarters(const ctess_cursor *_Nonnull cursor);
/// Other readings of the character; how many were written. The boxes are left empty.
int32_t ctess_cursor_choices(const ctess_cursor *_Nonnull cursor, ctess_item *_Nonnull items, int32_t capacity);

// --- Words of the user's

/// A file of these bytes in memory alone, which `/proc/self/fd/N` names; its descriptor, or the error number negated.
int32_t ctess_memory_file(const void *_Nonnull bytes, size_t length);
/// Closes it.
void ctess_memory_file_close(int32_t descriptor);

#ifdef __cplusplus
}
#endif

#endif
