// SHA-256 and a comparison by OpenSSL's libcrypto: plain C in front of it, so that its headers stay out of every module.
#ifndef QUIVER_COPENSSL_H
#define QUIVER_COPENSSL_H

#include <stdbool.h>
#include <stddef.h>

/// Begins a SHA-256; NULL where memory is short. No file is read for it, no configuration either: a sandboxed process can
/// begin one too.
void *_Nullable copenssl_sha256_begin(void);

/// Takes the next bytes.
bool copenssl_sha256_update(void *_Nonnull hash, const void *_Nullable bytes, size_t length);

/// Writes the 32 bytes of the hash; after that it takes no more.
bool copenssl_sha256_finish(void *_Nonnull hash, unsigned char *_Nonnull digest);

void copenssl_sha256_free(void *_Nonnull hash);

/// Whether bytes are the same, in a time that does not depend on where they differ.
bool copenssl_equal(const void *_Nonnull left, const void *_Nonnull right, size_t length);

#endif
