#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CTesseract.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <leptonica/allheaders.h>
#include <sys/mman.h>
#include <tesseract/capi.h>
#include <unistd.h>
#include <vector>

// A name that can never be opened: for some layouts Tesseract looks for a file of zones beside the picture's name.
static const char *const no_file = "/dev/null/none";

// The libraries are opened at run time, so that only what reads text pays for loading them and the fifty below them.
#define TESSERACT(X) \
    X(TessResultIteratorGetPageIteratorConst) X(TessBaseAPICreate) X(TessBaseAPISetVariable) \
    X(TessBaseAPIRecognize) X(TessBaseAPIInit4) X(TessBaseAPIDelete) X(TessBaseAPISetInputName) \
    X(TessBaseAPISetPageSegMode) X(TessBaseAPISetImage2) X(TessBaseAPISetSourceResolution) \
    X(TessBaseAPIDetectOrientationScript) X(TessBaseAPIClear) X(TessBaseAPIGetIterator) X(TessResultIteratorDelete) \
    X(TessResultIteratorNext) X(TessPageIteratorIsAtBeginningOf) X(TessResultIteratorGetUTF8Text) X(TessDeleteText) \
    X(TessResultIteratorConfidence) X(TessPageIteratorBoundingBox) X(TessResultIteratorWordRecognitionLanguage) \
    X(TessResultIteratorGetChoiceIterator) X(TessChoiceIteratorGetUTF8Text) X(TessChoiceIteratorConfidence) \
    X(TessChoiceIteratorNext) X(TessChoiceIteratorDelete) \
    X(TessPageIteratorOrientation) X(TessBaseAPIIsValidWord)
#define LEPTONICA(X) \
    X(setMsgSeverity) X(leptSetStderrHandler) X(pixCreateNoInit) X(pixGetWpl) X(pixGetData) X(pixDestroy) \
    X(pixGetWidth) X(pixGetHeight) X(pixRotateOrth) X(pixScaleToSize) X(pixRotate) X(boxCreate) X(pixClipRectangle) \
    X(boxDestroy) X(pixOtsuAdaptiveThreshold) X(pixFindSkewSweepAndSearch)

static struct {
#define X(name) decltype(&::name) name;
    TESSERACT(X)
    LEPTONICA(X)
#undef X
    // From OpenMP, where Tesseract was built with it.
    void (*omp_set_max_active_levels)(int);
} lib;

static const char *load() {
    void *const library = dlopen("libtesseract.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return dlerror();
    // The libraries that it stands on are searched with it, under whatever names they have.
#define X(name) \
    if ((lib.name = reinterpret_cast<decltype(&::name)>(dlsym(library, #name))) == nullptr) return dlerror();
    TESSERACT(X)
    LEPTONICA(X)
#undef X
    lib.omp_set_max_active_levels = reinterpret_cast<void (*)(int)>(dlsym(library, "omp_set_max_active_levels"));
    lib.setMsgSeverity(L_SEVERITY_NONE);
    lib.leptSetStderrHandler([](const char *) {});
    return nullptr;
}

const char *ctess_load(void) {
    static const char *const failure = load();
    return failure;
}

static Pix *pix(ctess_picture *picture) { return reinterpret_cast<Pix *>(picture); }
static ctess_picture *picture(Pix *made) { return reinterpret_cast<ctess_picture *>(made); }
static TessBaseAPI *api(ctess_engine *engine) { return reinterpret_cast<TessBaseAPI *>(engine); }
static TessResultIterator *results(const ctess_cursor *cursor) {
    return reinterpret_cast<TessResultIterator *>(const_cast<ctess_cursor *>(cursor));
}
static const TessPageIterator *page(const ctess_cursor *cursor) {
    return lib.TessResultIteratorGetPageIteratorConst(results(cursor));
}

template <typename Result, typename Body> static Result guarded(Result failure, Body body) noexcept {
    try {
        return body();
    } catch (...) {
        return failure;
    }
}

// Tesseract asks OpenMP for four threads by name, which no number of threads that a program sets outweighs; with no
// parallel level allowed, OpenMP runs all of them on the calling thread. The setting belongs to the thread.
static void stay_on_this_thread() {
    if (lib.omp_set_max_active_levels != nullptr) lib.omp_set_max_active_levels(0);
}


// --- Pictures

ctess_picture *ctess_picture_from_rgb(const uint8_t *bytes, int32_t width, int32_t height, int64_t stride) {
    if (width <= 0 || height <= 0 || stride < static_cast<int64_t>(width) * 3) return nullptr;
    Pix *made = lib.pixCreateNoInit(width, height, 8);
    if (made == nullptr) return nullptr;
    const int32_t words = lib.pixGetWpl(made);
    uint32_t *const data = lib.pixGetData(made);
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *from = bytes + stride * y;
        uint32_t *const line = data + static_cast<size_t>(words) * static_cast<size_t>(y);
        // Rec. 601's weights, in 256ths.
        for (int32_t x = 0; x < width; x++, from += 3)
            SET_DATA_BYTE(line, x, (from[0] * 77U + from[1] * 150U + from[2] * 29U + 128U) >> 8);
    }
    return picture(made);
}

void ctess_picture_free(ctess_picture *picture) {
    Pix *gone = pix(picture);
    lib.pixDestroy(&gone);
}

int32_t ctess_picture_width(const ctess_picture *picture) {
    return lib.pixGetWidth(reinterpret_cast<const Pix *>(picture));
}

int32_t ctess_picture_height(const ctess_picture *picture) {
    return lib.pixGetHeight(reinterpret_cast<const Pix *>(picture));
}

ctess_picture *ctess_picture_turn(ctess_picture *from, int32_t quarters) {
    return picture(lib.pixRotateOrth(pix(from), quarters & 3));
}

ctess_picture *ctess_picture_resize(ctess_picture *from, int32_t width, int32_t height) {
    if (width <= 0 || height <= 0) return nullptr;
    return picture(lib.pixScaleToSize(pix(from), width, height));
}

ctess_picture *ctess_picture_rotate(ctess_picture *from, float angle) {
    Pix *source = pix(from);
    return picture(lib.pixRotate(
        source, angle, L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, lib.pixGetWidth(source), lib.pixGetHeight(source)));
}

ctess_picture *ctess_picture_cut(ctess_picture *from, int32_t left, int32_t top, int32_t width, int32_t height) {
    Box *box = lib.boxCreate(left, top, width, height);
    if (box == nullptr) return nullptr;
    Pix *made = lib.pixClipRectangle(pix(from), box, nullptr);
    lib.boxDestroy(&box);
    return picture(made);
}

int32_t ctess_picture_skew(ctess_picture *picture, float *degrees, float *sureness) {
    Pix *source = pix(picture), *binary = nullptr;
    // Tiles of a fair size follow the light over the page; see Leptonica's binarize.c.
    const int32_t unclear = lib.pixOtsuAdaptiveThreshold(source, 200, 200, 0, 0, 0.1F, nullptr, &binary);
    if (unclear || binary == nullptr) return -1;
    // Sweep by whole degrees at a quarter of the size, then search at half of it; see Leptonica's skew.c.
    const int32_t failed = lib.pixFindSkewSweepAndSearch(binary, degrees, sureness, 4, 2, 15.0F, 1.0F, 0.01F);
    lib.pixDestroy(&binary);
    return failed ? -1 : 0;
}

// --- Engines

ctess_engine *ctess_open(
    const char *folder, const char *languages, ctess_mode mode, const char *variables, size_t count) {
    return guarded<ctess_engine *>(nullptr, [&]() -> ctess_engine * {
        stay_on_this_thread();
        std::vector<char *> names, values;
        for (const char *rest = variables; names.size() < count; rest += strlen(rest) + 1) {
            names.push_back(const_cast<char *>(rest));
            rest += strlen(rest) + 1;
            values.push_back(const_cast<char *>(rest));
        }
        TessBaseAPI *made = lib.TessBaseAPICreate();
        if (made == nullptr) return nullptr;
        // What Tesseract says goes to a file that it opens when it first speaks: asking it to read no picture at all
        // makes it speak now, while files can still be opened.
        lib.TessBaseAPISetVariable(made, "debug_file", "/dev/null");
        lib.TessBaseAPIRecognize(made, nullptr);
        const auto kind = mode == CTESS_LEGACY ? tesseract::OEM_TESSERACT_ONLY : tesseract::OEM_LSTM_ONLY;
        const int failed = lib.TessBaseAPIInit4(
            made, folder, languages, kind, nullptr, 0, names.data(), values.data(), count, false);
        if (failed) {
            lib.TessBaseAPIDelete(made);
            return nullptr;
        }
        lib.TessBaseAPISetInputName(made, no_file);
        return reinterpret_cast<ctess_engine *>(made);
    });
}

void ctess_close(ctess_engine *engine) {
    guarded(0, [&] { return lib.TessBaseAPIDelete(api(engine)), 0; });
}

static void show(ctess_engine *engine, ctess_picture *picture, int layout) {
    lib.TessBaseAPISetPageSegMode(api(engine), static_cast<TessPageSegMode>(layout));
    lib.TessBaseAPISetImage2(api(engine), pix(picture));
    // Without one it guesses, and says so; 300 is what its sizes of noise are meant for.
    lib.TessBaseAPISetSourceResolution(api(engine), 300);
}

int32_t ctess_read(ctess_engine *engine, ctess_picture *picture, ctess_layout layout) {
    return guarded(-1, [&] {
        stay_on_this_thread();
        show(engine, picture, layout);
        return lib.TessBaseAPIRecognize(api(engine), nullptr) == 0 ? 0 : -1;
    });
}

int32_t ctess_orientation(ctess_engine *engine, ctess_picture *picture, ctess_lie *lie) {
    return guarded(-1, [&] {
        stay_on_this_thread();
        show(engine, picture, tesseract::PSM_OSD_ONLY);
        *lie = {};
        int turned = 0;
        const char *script = nullptr; // belongs to Tesseract
        const bool found = lib.TessBaseAPIDetectOrientationScript(
            api(engine), &turned, &lie->sureness, &script, &lie->script_sureness);
        if (script != nullptr) strncpy(lie->script, script, sizeof lie->script - 1);
        lib.TessBaseAPIClear(api(engine));
        lie->degrees = turned;
        return found ? 0 : -1;
    });
}

bool ctess_knows(ctess_engine *engine, const char *word) {
    return guarded(false, [&] { return lib.TessBaseAPIIsValidWord(api(engine), word) != 0; });
}

void ctess_clear(ctess_engine *engine) {
    guarded(0, [&] { return lib.TessBaseAPIClear(api(engine)), 0; });
}

// --- Results

static TessPageIteratorLevel numbered(ctess_level level) { return static_cast<TessPageIteratorLevel>(level); }

ctess_cursor *ctess_cursor_make(ctess_engine *engine) {
    return guarded<ctess_cursor *>(nullptr, [&]() -> ctess_cursor * {
        TessResultIterator *made = lib.TessBaseAPIGetIterator(api(engine));
        if (made == nullptr) return nullptr;
        ctess_item first;
        auto cursor = reinterpret_cast<ctess_cursor *>(made);
        // A page without text has an iterator that stands nowhere.
        if (ctess_cursor_item(cursor, CTESS_SYMBOL, &first) == 0 || ctess_cursor_next(cursor)) return cursor;
        lib.TessResultIteratorDelete(made);
        return nullptr;
    });
}

void ctess_cursor_free(ctess_cursor *cursor) {
    guarded(0, [&] { return lib.TessResultIteratorDelete(results(cursor)), 0; });
}

bool ctess_cursor_next(ctess_cursor *cursor) {
    return guarded(false, [&] {
        return static_cast<bool>(lib.TessResultIteratorNext(results(cursor), tesseract::RIL_SYMBOL));
    });
}

bool ctess_cursor_begins(const ctess_cursor *cursor, ctess_level level) {
    return guarded(
        false, [&] { return static_cast<bool>(lib.TessPageIteratorIsAtBeginningOf(page(cursor), numbered(level))); });
}

static void copy_text(const char *text, char *to, size_t capacity) {
    size_t length = strnlen(text, capacity - 1);
    memcpy(to, text, length);
    to[length] = 0;
}

int32_t ctess_cursor_item(const ctess_cursor *cursor, ctess_level level, ctess_item *item) {
    return guarded(-1, [&] {
        char *text = lib.TessResultIteratorGetUTF8Text(results(cursor), numbered(level));
        if (text == nullptr) return -1;
        copy_text(text, item->text, sizeof item->text);
        lib.TessDeleteText(text);
        item->confidence = lib.TessResultIteratorConfidence(results(cursor), numbered(level));
        ctess_box *box = &item->box;
        return lib.TessPageIteratorBoundingBox(
                   page(cursor), numbered(level), &box->left, &box->top, &box->right, &box->bottom)
                   ? 0
                   : -1;
    });
}

const char *ctess_cursor_language(const ctess_cursor *cursor) {
    return guarded<const char *>(
        nullptr, [&] { return lib.TessResultIteratorWordRecognitionLanguage(results(cursor)); });
}

int32_t ctess_cursor_quarters(const ctess_cursor *cursor) {
    return guarded(0, [&] {
        TessOrientation orientation = tesseract::ORIENTATION_PAGE_UP;
        TessWritingDirection direction = tesseract::WRITING_DIRECTION_LEFT_TO_RIGHT;
        TessTextlineOrder order = tesseract::TEXTLINE_ORDER_TOP_TO_BOTTOM;
        float deskew = 0;
        lib.TessPageIteratorOrientation(
            const_cast<TessPageIterator *>(page(cursor)), &orientation, &direction, &order, &deskew);
        // Up, right, down, left. Of a page turned clockwise it says instead that it is written downwards.
        const int downwards = direction == tesseract::WRITING_DIRECTION_TOP_TO_BOTTOM ? 1 : 0;
        return (static_cast<int>(orientation) + downwards) & 3;
    });
}

int32_t ctess_cursor_choices(const ctess_cursor *cursor, ctess_item *items, int32_t capacity) {
    return guarded(0, [&] {
        TessChoiceIterator *choices = lib.TessResultIteratorGetChoiceIterator(results(cursor));
        if (choices == nullptr) return 0;
        int32_t count = 0;
        do {
            const char *text = lib.TessChoiceIteratorGetUTF8Text(choices);
            if (count >= capacity || text == nullptr) break;
            items[count] = {};
            copy_text(text, items[count].text, sizeof items[count].text);
            items[count].confidence = lib.TessChoiceIteratorConfidence(choices);
            count++;
        } while (lib.TessChoiceIteratorNext(choices));
        lib.TessChoiceIteratorDelete(choices);
        return count;
    });
}

// --- Words of the user's

int32_t ctess_memory_file(const void *bytes, size_t length) {
    const int file = memfd_create("quiver-words", MFD_CLOEXEC);
    if (file < 0) return -errno;
    const char *rest = static_cast<const char *>(bytes);
    while (length > 0) {
        const ssize_t written = write(file, rest, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            const int error = errno;
            close(file);
            return -error;
        }
        rest += written;
        length -= static_cast<size_t>(written);
    }
    return file;
}

void ctess_memory_file_close(int32_t descriptor) { close(descriptor); }
