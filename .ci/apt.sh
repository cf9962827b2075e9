#!/usr/bin/env bash
# .ci/apt.sh PACKAGE...: installs packages of Debian or Ubuntu; needs root or sudo.
set -euo pipefail

command -v apt-get >/dev/null || { echo "There is no apt-get to install $* with." >&2; exit 1; }
as_root=$([ "$(id -u)" = 0 ] || echo sudo)
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y -q --no-install-recommends "$@" >&2; }
install "$@" 2>/dev/null || { $as_root apt-get update -q >&2 && install "$@"; } || { echo "These packages cannot be installed: $*" >&2; exit 1; }
