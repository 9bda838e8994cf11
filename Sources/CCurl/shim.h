// libcurl sets options by a variadic C function, which Swift cannot call: each kind of option has a function of fixed arity
// here, and nothing else lives in this file.
#ifndef QUIVER_CCURL_H
#define QUIVER_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/socket.h>

static inline CURLcode ccurl_start(void) { return curl_global_init(CURL_GLOBAL_ALL); }

static inline CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *text) {
    return curl_easy_setopt(curl, option, text);
}

static inline CURLcode ccurl_set_number(CURL *curl, CURLoption option, long number) {
    return curl_easy_setopt(curl, option, number);
}

// Copied, so that the bytes need not live on.
static inline CURLcode ccurl_set_body(CURL *curl, const void *bytes, size_t length) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t) length);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

static inline CURLcode ccurl_set_headers(CURL *curl, struct curl_slist *headers) {
    return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode ccurl_set_reader(CURL *curl, curl_write_callback reader, void *context) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, reader);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode ccurl_set_opener(CURL *curl, curl_opensocket_callback opener, void *context) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, opener);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, context) : code;
}

static inline CURLcode ccurl_set_watch(CURL *curl, curl_xferinfo_callback watch, void *context) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_XFERINFODATA, context) : code;
}

// 0 where no answer came.
static inline long ccurl_status(CURL *curl) {
    long status = 0;
    return curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

// Seconds; 0 where the answer does not say.
static inline curl_off_t ccurl_retry_after(CURL *curl) {
    curl_off_t seconds = 0;
    return curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

// Where an answer redirects to, which belongs to the handle; NULL where it does not.
static inline const char *ccurl_redirect(CURL *curl) {
    char *address = NULL;
    return curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &address) == CURLE_OK ? address : NULL;
}

// The socket that libcurl asked for, inherited by no program.
static inline curl_socket_t ccurl_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// What refuses libcurl a socket.
static inline curl_socket_t ccurl_no_socket(void) { return CURL_SOCKET_BAD; }

// What ends an answer early.
static inline size_t ccurl_no_more(void) { return 0; }

#endif
