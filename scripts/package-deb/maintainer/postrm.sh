#!/bin/sh
# Keeps user and data, unless somebody purges the package and says yes to the question about them.
set -e

CONFMODULE=/usr/share/debconf/confmodule

# Not within a function: debconf starts this script anew, with the arguments that it sees.
if [ "$1" = purge ] && [ -e "$CONFMODULE" ]; then
    . "$CONFMODULE"
fi

# Ends with 0 if the answer is yes. Where nobody is asked it is no, unless it was given before (debconf-set-selections).
wants_data_removed() {
    [ -e "$CONFMODULE" ] || return 1
    db_input high rookery/remove-data || true
    db_go || true
    db_get rookery/remove-data || return 1
    answer=$RET
    db_purge
    db_stop
    [ "$answer" = true ]
}

remove_data() {
    rm -rf /var/lib/rookery /var/backups/rookery
    if command -v deluser >/dev/null; then
        deluser --quiet --system rookery >&2 || true
    else
        userdel rookery >&2 || true
    fi
}

case "$1" in
remove)
    if [ -d /run/systemd/system ]; then systemctl --system daemon-reload >/dev/null || true; fi
    ;;
purge)
    rm -rf /var/cache/rookery
    # when the timers ran last, which systemd keeps for those that catch up
    rm -f /var/lib/systemd/timers/stamp-rookery-backup.timer \
        /var/lib/systemd/timers/stamp-rookery-backup-check.timer
    rm -f /etc/rookery/environment /etc/rookery/environment.dpkg-*
    rmdir --ignore-fail-on-non-empty /etc/rookery 2>/dev/null || true
    if wants_data_removed; then
        remove_data
    elif [ -d /var/lib/rookery ]; then
        echo 'The data of Rookery stays in /var/lib/rookery, backups in /var/backups/rookery.' >&2
    fi
    if [ -x /usr/bin/deb-systemd-helper ]; then
        for unit in rookery.service rookery-backup.timer rookery-backup-check.timer; do
            deb-systemd-helper purge $unit >/dev/null
            deb-systemd-helper unmask $unit >/dev/null
        done
    fi
    ;;
esac
