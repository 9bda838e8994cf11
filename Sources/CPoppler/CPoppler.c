#include "CPoppler.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// Declared here, so that a build needs none of Poppler's headers. The rectangle is PopplerRectangle, four doubles.
typedef struct bytes bytes;
typedef struct page page;
typedef struct error error;

static struct {
    bytes *(*make_bytes)(const void *data, size_t length);
    void (*free_bytes)(bytes *data);
    cpoppler_document *(*open)(bytes *data, const char *password, error **error);
    int (*pages)(cpoppler_document *document);
    page *(*page)(cpoppler_document *document, int index);
    void (*size)(page *page, double *width, double *height);
    char *(*text)(page *page);
    int (*layout)(page *page, cpoppler_box **boxes, unsigned *count);
    char *(*text_from)(page *page, cpoppler_box *area);
    int (*layout_from)(page *page, cpoppler_box *area, cpoppler_box **boxes, unsigned *count);
    void (*release)(void *object);
    void (*forget)(void *memory);
    void (*forget_error)(error **error);
} library;

static bool find(void *handle, const char *name, void *place) {
    void *symbol = dlsym(handle, name);
    *(void **) place = symbol;
    return symbol != NULL;
}

const char *cpoppler_load(void) {
    static bool is_loaded = false;
    if (is_loaded) return NULL;
    void *handle = dlopen("libpoppler-glib.so.8", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return "Poppler is not installed";
    // The functions of GLib are found through it as well.
    is_loaded = find(handle, "g_bytes_new_static", &library.make_bytes)
        && find(handle, "g_bytes_unref", &library.free_bytes)
        && find(handle, "poppler_document_new_from_bytes", &library.open)
        && find(handle, "poppler_document_get_n_pages", &library.pages)
        && find(handle, "poppler_document_get_page", &library.page)
        && find(handle, "poppler_page_get_size", &library.size)
        && find(handle, "poppler_page_get_text", &library.text)
        && find(handle, "poppler_page_get_text_layout", &library.layout)
        && find(handle, "poppler_page_get_text_for_area", &library.text_from)
        && find(handle, "poppler_page_get_text_layout_for_area", &library.layout_from)
        && find(handle, "g_object_unref", &library.release) && find(handle, "g_free", &library.forget)
        && find(handle, "g_clear_error", &library.forget_error);
    return is_loaded ? NULL : "Poppler is of another version";
}

cpoppler_document *cpoppler_open(const void *data, size_t length) {
    bytes *whole = library.make_bytes(data, length);
    error *error = NULL;
    cpoppler_document *document = library.open(whole, NULL, &error);
    library.free_bytes(whole);
    library.forget_error(&error);
    return document;
}

void cpoppler_close(cpoppler_document *document) { library.release(document); }

// Poppler selects from the top left corner to the bottom right one, also where text runs from right to left: of the first
// line there and of the last one nothing is left. Such a page is selected from the right, to whichever place below it
// gives most: that is one left of the last line.
static void read_from_the_right(page *page, cpoppler_text *text) {
    const int steps = 64;
    const unsigned most_letters = 20000; // of a printed page; more are not looked through so often
    if (text->count > most_letters) return;
    cpoppler_box best = {0, 0, 0, 0};
    unsigned most = text->count;
    for (int step = 0; step <= steps; step++) {
        cpoppler_box area = {2 * text->width, -text->height, text->width * step / steps, 2 * text->height};
        cpoppler_box *boxes = NULL;
        unsigned count = 0;
        if (library.layout_from(page, &area, &boxes, &count) && count > most) {
            most = count;
            best = area;
        }
        library.forget(boxes);
    }
    if (most == text->count) return;
    cpoppler_box *boxes = NULL;
    unsigned count = 0;
    char *whole = library.text_from(page, &best);
    if (!whole || !library.layout_from(page, &best, &boxes, &count)) {
        library.forget(whole);
        library.forget(boxes);
        return;
    }
    cpoppler_free(text);
    text->text = whole;
    text->boxes = boxes;
    text->count = count;
}

int32_t cpoppler_page_text(cpoppler_document *document, int32_t index, cpoppler_text *text) {
    if (index < 0 || index >= library.pages(document)) return -1;
    page *page = library.page(document, index);
    if (!page) return -1;
    text->boxes = NULL;
    text->count = 0;
    text->text = library.text(page);
    library.size(page, &text->width, &text->height);
    unsigned count = 0;
    if (text->text && library.layout(page, &text->boxes, &count)) text->count = count;
    // U+202B stands before words that run from right to left.
    if (text->text && text->boxes && strstr(text->text, "\u202b")) read_from_the_right(page, text);
    library.release(page);
    if (text->text && text->boxes) return 0;
    if (text->text) cpoppler_free(text);
    return -1;
}

void cpoppler_free(cpoppler_text *text) {
    library.forget(text->text);
    library.forget(text->boxes);
}
