#!/bin/sh
# Find or install a Chromium for the browser tests: an installed one, else Debian's, else Playwright's.
# In CI also install the headless shell, which takes a third of the time, and nginx, with which the proxy's
# configuration is tested.
set -eu
cd "$(dirname "$0")/.."

can_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

install() {
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

if [ "${CI:-}" = true ] && can_install; then
    [ -x /usr/sbin/nginx ] || install nginx-light openssl || true
    command -v chromium-headless-shell >/dev/null || install chromium-headless-shell || true
fi

.venv/bin/python -m tests.chromium >/dev/null 2>&1 && exit 0
if can_install; then
    echo "Installing Chromium for the browser tests ..."
    install chromium-headless-shell || install chromium || true
else
    .venv/bin/python -m playwright install chromium || true
fi
.venv/bin/python -m tests.chromium >/dev/null && exit 0
[ "${CI:-}" = true ] && exit 1
echo "No Chromium: the browser tests will be skipped. CHROMIUM=/path/to/chromium names one."
