"""Commands in a root of their own: mounts and a network that are there for them alone and end with them."""

# The arguments are the root, a user, and the command. Nothing is mounted in this machine's own view, and a root that is
# changed by pivot_root may make namespaces, as one of a machine or a container may and one of chroot may not.
ENTER = """set -e
root=$1 user=$2
shift 2
ip link set lo up 2>/dev/null || true
mount --rbind "$root" "$root"
{mounts}
cd "$root"
pivot_root . mnt
exec /usr/sbin/chroot . /bin/sh -c 'umount -l /mnt; cd {place}; exec {drop}"$@"' "$user" "$@"
"""
# As a machine has them.
MACHINE = """mount -t proc proc "$root/proc"
mount -t sysfs sys "$root/sys"
mount --rbind /dev "$root/dev\""""
# As a container has them: a root that cannot be written to, a small /dev, and one volume.
CONTAINER = """mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "{volume}" "$root{place}"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sys "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir -m 1777 "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm\""""
# The command becomes the user's, without any right that is more than that user's.
DROP = '/usr/bin/setpriv --reuid "${0%:*}" --regid "${0#*:}" --clear-groups --inh-caps=-all --bounding-set=-all '


def command(root, words, mounts=MACHINE, network=False, processes=False, user="", place="/"):
    """The command line that runs words in a root; without network there is only `lo`."""
    spaces = ["--mount", *([] if network else ["--net"]), *(["--pid", "--fork", "--ipc", "--uts"] if processes else [])]
    text = ENTER.format(mounts=mounts, drop=DROP if user else "", place=place)
    return ["unshare", *spaces, "/bin/sh", "-c", text, "sh", str(root), user, *map(str, words)]
