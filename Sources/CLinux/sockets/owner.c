#define _GNU_SOURCE
#include "CSockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// See sock_diag(7). One exact question costs the kernel one look into a hash table, however many sockets there are.
int csockets_owner(
    size_t length, const void *own, unsigned own_port, const void *other, unsigned other_port, uid_t *user) {
    if (length != 4 && length != 16) return -EINVAL;
    struct {
        struct nlmsghdr head;
        struct inet_diag_req_v2 body;
    } question = {
        .head = {.nlmsg_len = sizeof(question), .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
        .body = {.sdiag_family = length == 4 ? AF_INET : AF_INET6, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u},
    };
    question.body.id.idiag_sport = htons((uint16_t)own_port);
    question.body.id.idiag_dport = htons((uint16_t)other_port);
    question.body.id.idiag_cookie[0] = question.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    memcpy(question.body.id.idiag_src, own, length);
    memcpy(question.body.id.idiag_dst, other, length);

    int socket_ = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (socket_ < 0) return -errno;
    // The kernel answers at once; one that does not must not hold up its caller.
    struct timeval patience = {.tv_sec = 1};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    union {
        struct nlmsghdr head;
        char bytes[4096];
    } answer;
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    ssize_t count = sendto(socket_, &question, sizeof question, 0, (struct sockaddr *)&kernel, sizeof kernel);
    if (count >= 0) do count = recv(socket_, &answer, sizeof answer, 0); while (count < 0 && errno == EINTR);
    int error = errno;
    close(socket_);
    if (count < 0) return -error;

    if (!NLMSG_OK(&answer.head, (size_t)count)) return -EBADMSG;
    if (answer.head.nlmsg_type == NLMSG_ERROR) {
        if (answer.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct nlmsgerr))) return -EBADMSG;
        int refusal = ((struct nlmsgerr *)NLMSG_DATA(&answer.head))->error;
        return refusal < 0 ? refusal : -EBADMSG;
    }
    if (answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return -EBADMSG;
    if (answer.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return -EBADMSG;
    struct inet_diag_msg *found = NLMSG_DATA(&answer.head);
    // The kernel also answers with a socket that only listens at the address, or that has ended.
    int is_meant = found->idiag_state == TCP_ESTABLISHED && found->id.idiag_sport == question.body.id.idiag_sport
        && found->id.idiag_dport == question.body.id.idiag_dport
        && memcmp(found->id.idiag_dst, other, length) == 0;
    if (!is_meant) return -ENOENT;
    *user = found->idiag_uid;
    return 0;
}
