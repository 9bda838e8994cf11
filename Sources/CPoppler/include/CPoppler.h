// The part of Poppler's GLib interface that Quiver uses: the characters of a page with their boxes. One that makes gives
// NULL where it fails. The bytes are not copied: they must outlive the document.
#ifndef QUIVER_CPOPPLER_H
#define QUIVER_CPOPPLER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cpoppler_document cpoppler_document;

/// In points of the page, from its top left corner.
typedef struct { double left, top, right, bottom; } cpoppler_box;

/// The characters of a page in reading order, a line end after each line.
typedef struct {
    char *_Nullable text; // UTF-8, ended by 0
    cpoppler_box *_Nullable boxes; // one for each character, as long as `count` says
    uint32_t count;
    double width, height; // of the page
} cpoppler_text;

/// Opens the library; NULL, or why that failed. Every other function needs it first.
const char *_Nullable cpoppler_load(void);

cpoppler_document *_Nullable cpoppler_open(const void *_Nonnull bytes, size_t length);
void cpoppler_close(cpoppler_document *_Nonnull document);
/// The text of a page, counted from 0; -1 where there is no such page or it has no text.
int32_t cpoppler_page_text(cpoppler_document *_Nonnull document, int32_t page, cpoppler_text *_Nonnull text);
void cpoppler_free(cpoppler_text *_Nonnull text);

#ifdef __cplusplus
}
#endif

#endif
