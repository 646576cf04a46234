#!/bin/sh
# setup.sh LOCK STAMP: makes .venv from a lock file and touches the stamp; quiet unless something goes wrong.
set -eu
cd "$(dirname "$0")/.."
lock=${1:-requirements.lock}
stamp=${2:-.venv/.ready}
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Scorekeeper needs Python 3.11 or newer; PYTHON=/path/to/python3 chooses one." >&2
    exit 1
}
echo "Setting up in .venv (about half a minute, once) ..."
# Debian keeps venv in a package of its own.
"$python" -c 'import ensurepip, venv' 2>/dev/null || {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    else
        echo "Python's venv is missing; on Debian: apt install python3-venv" >&2
        exit 1
    fi
}
[ -x .venv/bin/python ] || "$python" -m venv .venv
# The lock lists everything. Without --no-deps an older pip takes the newest release for an extra (coverage[toml]), and
# refuses the lock as soon as that differs.
.venv/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r "$lock"
.venv/bin/python -m pip check --disable-pip-version-check >/dev/null
touch "$stamp"
