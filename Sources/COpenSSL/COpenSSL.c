#include "COpenSSL.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>

// Fetched once: looking an algorithm up by its name takes longer than hashing a short text. It is never freed.
static EVP_MD *algorithm;

static void fetch(void) {
    // The default provider is part of the library, and a machine's openssl.cnf has nothing to say about content hashes.
    if (OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL)) algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
}

void *copenssl_sha256_begin(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fetch);
    EVP_MD_CTX *hash = algorithm ? EVP_MD_CTX_new() : NULL;
    if (hash && EVP_DigestInit_ex(hash, algorithm, NULL)) return hash;
    EVP_MD_CTX_free(hash);
    return NULL;
}

bool copenssl_sha256_update(void *hash, const void *bytes, size_t length) {
    return EVP_DigestUpdate(hash, bytes, length) == 1;
}

bool copenssl_sha256_finish(void *hash, unsigned char *digest) { return EVP_DigestFinal_ex(hash, digest, NULL) == 1; }

void copenssl_sha256_free(void *hash) { EVP_MD_CTX_free(hash); }

bool copenssl_equal(const void *left, const void *right, size_t length) {
    return CRYPTO_memcmp(left, right, length) == 0;
}
