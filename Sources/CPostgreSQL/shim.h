// libpq's functions have fixed arity: Swift calls them as they are.
#ifndef QUIVER_CPOSTGRESQL_H
#define QUIVER_CPOSTGRESQL_H

#include <libpq-fe.h>

static inline void cpostgresql_ignore_notice(void *data, const PGresult *notice) {}

// Notices go to standard error otherwise, which is for Quiver's own words.
static inline void cpostgresql_silence(PGconn *connection) {
    PQsetNoticeReceiver(connection, cpostgresql_ignore_notice, NULL);
}

#endif
