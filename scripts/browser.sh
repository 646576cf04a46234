#!/bin/sh
# Sees to a Chromium for the browser tests: one that is there, else Debian's, else Playwright's own.
# In CI also to the proxy that is shipped, which is tested only where there is one.
set -eu
cd "$(dirname "$0")/.."

if [ "${CI:-}" = true ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! [ -x /usr/sbin/nginx ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends nginx-light openssl >/dev/null || true
fi

.venv/bin/python -m tests.chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests ..."
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends chromium >/dev/null || true
else
    .venv/bin/python -m playwright install chromium || true
fi
.venv/bin/python -m tests.chromium >/dev/null && exit 0
[ "${CI:-}" = true ] && exit 1
echo "No Chromium: the browser tests will be skipped. CHROMIUM=/path/to/chromium names one."
