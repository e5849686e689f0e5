#!/bin/sh
# Makes sure that the named Debian/Ubuntu packages are there: installs what is missing when run as root,
# otherwise says what to install. Usage: system_packages.sh PACKAGE...
set -eu
command -v dpkg-query >/dev/null 2>&1 || {
    echo "This is no Debian or Ubuntu machine: please see to it that these are installed: $*" >&2
    exit 0
}
missing=
for package in "$@"; do
    # newer releases call some libraries NAMEt64
    dpkg-query -W -f '${db:Status-Status}\n' "$package" "${package}t64" 2>/dev/null | grep -qx installed ||
        missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" -ne 0 ]; then
    echo "System packages are missing. Please run: sudo apt-get install --yes$missing" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
# shellcheck disable=SC2086  # a list of names
apt-get install --yes -q --no-install-recommends $missing
