#!/bin/sh
# Starts the browser in $BROWSER as the account $ACCOUNT, without any privilege and with a profile of its own. The last
# --user-data-dir counts: the one that comes with the arguments belongs to the service's account.
cd / || exit 1
account="$ACCOUNT" browser="$BROWSER"
unset ACCOUNT BROWSER
exec setpriv --reuid "$account" --regid "$account" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- \
  "$browser" "$@" "--user-data-dir=$HOME/profile"
