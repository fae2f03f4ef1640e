#!/bin/sh
# Stops the service, which ends what it has begun: before a removal, and before an update replaces files under it.
set -e

case "$1" in
remove|upgrade|deconfigure)
    if [ -d /run/systemd/system ]; then deb-systemd-invoke stop rookery.service >&2; fi
    # an update leaves the timers of backups as they are
    if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
        deb-systemd-invoke stop rookery-backup.timer rookery-backup-check.timer >&2
    fi
    ;;
esac
