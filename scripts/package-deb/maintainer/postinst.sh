#!/bin/sh
# Makes the user and the folders, brings the database up to date after a backup, and starts the service.
set -e

# Lets debconf know the question that a purge asks; postrm cannot, its package is gone by then.
. /usr/share/debconf/confmodule
db_stop

BACKUPS=/var/backups/rookery

make_user() {
    if ! getent passwd rookery >/dev/null; then
        adduser --system --group --home /var/lib/rookery --no-create-home --gecos Rookery rookery >&2
    fi
}

# An operator's own choice of owner and mode stays (dpkg-statoverride).
own() {
    if ! dpkg-statoverride --list "$3" >/dev/null; then
        chown "$1" "$3"
        chmod "$2" "$3"
    fi
}

make_folders() {
    # before the user, who is at home in one of them
    mkdir -p /var/lib/rookery /var/cache/rookery "$BACKUPS"
    make_user
    for folder in /var/lib/rookery /var/cache/rookery "$BACKUPS"; do own rookery:rookery 0750 "$folder"; done
}

# No conffile: dpkg asks about one that both the operator and a new version changed, and an unattended update stops there.
make_settings() {
    settings=/etc/rookery/environment
    if [ ! -e "$settings" ] && [ ! -L "$settings" ]; then
        mkdir -p /etc/rookery
        install -m 0640 /usr/share/rookery/environment.example "$settings"
    fi
    own root:rookery 0640 "$settings"
}

# An older database is migrated here and not by the service, so that a backup comes before it.
update_database() {
    rookery migrate --backup "$BACKUPS" >&2 || {
        cat >&2 <<TEXT
The database of Rookery was not brought up to date: the reason is in the line before. The service stays stopped.
Once the reason is gone: dpkg --configure rookery
TEXT
        exit 1
    }
}

enable_service() {
    deb-systemd-helper unmask rookery.service >/dev/null
    # Whoever disabled it finds it so after an update.
    if deb-systemd-helper --quiet was-enabled rookery.service; then
        deb-systemd-helper enable rookery.service >/dev/null
    else
        deb-systemd-helper update-state rookery.service >/dev/null
    fi
    # Of the timers, which an operator enables, so that a purge finds their links.
    for unit in rookery-backup.timer rookery-backup-check.timer; do
        deb-systemd-helper unmask $unit >/dev/null
        deb-systemd-helper update-state $unit >/dev/null
    done
    if [ -d /run/systemd/system ]; then systemctl --system daemon-reload >/dev/null; fi
}

start_service() {
    if [ ! -d /run/systemd/system ]; then return; fi
    # A service that does not start leaves the package installed: its log says why.
    deb-systemd-invoke start rookery.service >&2 || echo 'Rookery does not start: journalctl -u rookery says why.' >&2
}

case "$1" in
configure|abort-upgrade|abort-remove|abort-deconfigure)
    make_folders
    make_settings
    enable_service
    problem=$(/usr/lib/rookery/@NODE@ /usr/lib/rookery/system/check-settings.js)
    # also where a purge left the data, and no ORIGIN is set yet: the first start would migrate without a backup
    if [ "$1" = configure ]; then
        if [ -e /var/lib/rookery/rookery.db ] || { [ -n "$2" ] && [ -z "$problem" ]; }; then update_database; fi
    fi
    if [ -n "$problem" ]; then
        echo "Rookery is installed and not started. $problem" >&2
        exit 0
    fi
    start_service
    ;;
*)
    echo "postinst called with unknown argument \`$1'" >&2
    exit 1
    ;;
esac
