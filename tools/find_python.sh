#!/bin/sh
# Prints the newest Python on the PATH that Vira runs on (3.11 to 3.13).
for name in python3.13 python3.12 python3.11 python3 python; do
    if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; then
        command -v "$name"
        exit 0
    fi
done
echo "Vira needs Python 3.11, 3.12 or 3.13, and none is on the PATH. On Debian or Ubuntu: sudo apt-get install python3 python3-venv" >&2
exit 1
