#!/usr/bin/env bash
# A real S3 server for the object store's tests: Debian's swift with its s3api, which verifies
# Signature V4. (The S3 imitations on npm accept any signature, so they prove nothing.)
#
#   eval "$(.ci/s3.sh start)"    installs what is missing, starts it, prints the TEST_S3_* exports
#   .ci/s3.sh stop               ends what `start` started and removes its data
#
# Everything lies in one folder (S3_TEST_HOME, by default below the temporary folder) and listens
# on loopback only. Needs Debian or Ubuntu, and root or sudo for the installation alone.
set -euo pipefail

home="${S3_TEST_HOME:-${TMPDIR:-/tmp}/sprayhunt-s3-$(id -u)}"
python=/usr/bin/python3 # Debian's own: the packages install their modules for this one
access_key=test:media
secret_key=local-only-signature-key

say() { echo "s3: $*" >&2; }

install_swift() {
  if [ -x /usr/bin/swift-proxy-server ] && [ -x /usr/bin/swift-object-server ]; then return; fi
  say 'installing swift'
  "$(dirname "$0")/apt.sh" swift swift-proxy swift-account swift-container swift-object python3-swift
}

free_ports() {
  "$python" - "$1" <<'PY'
import socket, sys
held = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in held: s.bind(('127.0.0.1', 0))
print(*[s.getsockname()[1] for s in held])
PY
}

# One ring with one device and one replica for each kind of data.
write_rings() {
  local kind port
  for kind in account container object; do
    eval "port=\$${kind}_port"
    (
      cd "$home"
      swift-ring-builder "$kind.builder" create 2 1 0
      swift-ring-builder "$kind.builder" add --region 1 --zone 1 --ip 127.0.0.1 --port "$port" --device d1 --weight 1
      swift-ring-builder "$kind.builder" rebalance
    ) >>"$home/ring.log" 2>&1 || [ $? -eq 1 ] # 1 is a warning
    [ -s "$home/$kind.ring.gz" ] || { say "no ring for $kind: see $home/ring.log"; exit 1; }
  done
}

write_configuration() {
  local kind port common
  common="swift_dir = $home
user = $(id -un)
bind_ip = 127.0.0.1
workers = 0
log_level = WARNING"
  for kind in account container object; do
    eval "port=\$${kind}_port"
    cat >"$home/$kind-server.conf" <<CONF
[DEFAULT]
$common
bind_port = $port
devices = $home/devices
mount_check = false
recon_cache_path = $home
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
CONF
  done
  cat >"$home/proxy-server.conf" <<CONF
[DEFAULT]
$common
bind_port = $proxy_port
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${access_key/:/_} = $secret_key .admin
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
# tempauth insists on a cache in the pipeline; nothing listens there, so nothing is cached.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
CONF
}

start_servers() {
  local kind
  for kind in account container object proxy; do
    setsid "/usr/bin/swift-$kind-server" "$home/$kind-server.conf" </dev/null >"$home/$kind.log" 2>&1 &
    echo "$!" >>"$home/pids"
  done
  local tries
  for tries in $(seq 1 150); do
    if "$python" -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$proxy_port/healthcheck', timeout=2)" 2>/dev/null; then return; fi
    sleep 0.2
  done
  say "did not come up within 30 s ($tries tries); the logs:"
  tail -n 20 "$home"/*.log >&2
  exit 1
}

start() {
  stop
  install_swift
  mkdir -p "$home/devices/d1"
  read -r account_port container_port object_port proxy_port <<<"$(free_ports 4)"
  write_rings
  write_configuration
  start_servers
  say "listening on 127.0.0.1:$proxy_port"
  cat <<ENV
export TEST_S3_ENDPOINT=http://127.0.0.1:$proxy_port
export TEST_S3_ACCESS_KEY=$access_key
export TEST_S3_SECRET_KEY=$secret_key
export TEST_S3_REGION=us-east-1
ENV
}

# Each server was started as the leader of a process group of its own.
stop() {
  local pid
  if [ -f "$home/pids" ]; then
    while read -r pid; do
      if tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$home"; then kill -- "-$pid" 2>/dev/null || true; fi
    done <"$home/pids"
  fi
  rm -rf "$home"
}

case "${1:-}" in
  start) start ;;
  stop) stop ;;
  *) echo 'usage: s3.sh start|stop' >&2; exit 2 ;;
esac
