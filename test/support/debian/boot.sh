#!/bin/bash
# boot.sh ROOT: starts systemd in a root of its own, as the first process of new namespaces. Runs under
# `unshare --mount --pid --fork --uts --ipc --cgroup`; the network is that of whoever calls.
set -e
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
    touch "dev/$device"
    mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p .before
pivot_root . .before
umount -l /.before
exec env -i container=rookery PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --system --show-status=no
