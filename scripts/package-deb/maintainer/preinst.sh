#!/bin/sh
# Refuses a downgrade: older versions do not start on a newer database.
set -e

VERSION='@VERSION@'

case "$1" in
install|upgrade)
    # $2: the version that is installed, or whose settings are still there after a removal
    if [ -n "$2" ] && dpkg --compare-versions "$2" gt "$VERSION"; then
        cat >&2 <<TEXT
Rookery $2 was here; $VERSION is older and cannot use its database. Nothing was changed.
To go back: purge the package, keep a copy of /var/lib/rookery and take the folder away, install $VERSION, and restore the backup
that was made before the upgrade: rookery restore /var/backups/rookery/FILE
TEXT
        exit 1
    fi
    ;;
esac
