#!/bin/sh
# Rookery's commands. Those of root continue as the system user, so that nothing in the data folder becomes root's; with
# the right to the ports 443 and 80, which the service has too, where root itself has it.
set -e
NODE=/usr/lib/rookery/@NODE@
PROGRAM=/usr/lib/rookery/system/rookery.js
if [ "$(id -u)" != 0 ]; then
    exec "$NODE" "$PROGRAM" "$@"
fi
rights=$(sed -n 's/^CapPrm:[[:space:]]*//p' /proc/self/status 2>/dev/null) || rights=
ports=
if [ $(( 0x${rights:-0} & 0x400 )) -ne 0 ]; then
    ports='--inh-caps=+net_bind_service --ambient-caps=+net_bind_service'
fi
unset NODE_OPTIONS XDG_CACHE_HOME
umask 0077
HOME=/var/lib/rookery USER=rookery LOGNAME=rookery
export HOME USER LOGNAME
# $ports is two words, or none
# shellcheck disable=SC2086
exec setpriv --reuid=rookery --regid=rookery --init-groups --no-new-privs $ports -- "$NODE" "$PROGRAM" "$@"
