#!/usr/bin/env bash
# Builds the images of the Dockerfile without a Docker daemon, runs them, and has the main job pass against them.
#
#   .ci/images.sh            all of it; fails where it cannot, and says why
#   .ci/images.sh stop       removes the containers that a run left
#
# buildah, podman, runc and debootstrap are Debian's. The base image is made of Debian's packages and npm's package of Node,
# so that no registry of images is needed. Needs root. The database and NATS are those that the repository's tests start.
set -euo pipefail
cd "$(dirname "$0")/.."

home="${IMAGES_TEST_HOME:-/var/tmp/sprayhunt-images}"
# As the Dockerfile's.
node=24
base=localhost/sprayhunt/node:$node
tools='buildah podman runc debootstrap'

say() { echo "images: $*"; }
fail() { say "FAILED: $*" >&2; exit 1; }

install_tools() {
  local missing='' tool
  for tool in $tools; do command -v "$tool" >/dev/null || [ -x "/usr/sbin/$tool" ] || missing="$missing $tool"; done
  # shellcheck disable=SC2086
  [ -z "$missing" ] || .ci/apt.sh $missing
}

# A Debian with Node and npm. It stays for the next run.
make_base() {
  buildah images -q "$base" >/dev/null 2>&1 && return
  local root="$home/base" npm
  rm -rf "$root"
  debootstrap --variant=minbase --include=ca-certificates,libstdc++6,libatomic1 bookworm "$root" >"$home/debootstrap.log" 2>&1 ||
    fail "debootstrap cannot make a base image: $(tail -n 5 "$home/debootstrap.log")"
  npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  npm install --silent --no-save --prefix "$home/node" "node-linux-$(node -p process.arch)@$node"
  cp "$home/node/node_modules/"node-linux-*/bin/node "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -a "$npm" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/*
  tar -C "$root" -c . | podman import -q - "$base" >/dev/null
  rm -rf "$root"
}

# What npm is told on this machine about its registry is a secret of the build, and no part of an image.
npm_settings() {
  umask 077
  { npm config get userconfig | xargs -r cat 2>/dev/null || true; echo; echo "registry=$(npm config get registry)"; } >"$home/npmrc"
  umask 022
  [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || { cp "$NODE_EXTRA_CA_CERTS" "$home/ca.pem"; echo 'cafile=/run/ca.pem' >>"$home/npmrc"; }
}

build() {
  local service
  npm_settings
  touch "$home/ca.pem"
  for service in $(node -p "require('node:fs').readdirSync('services').join(' ')") operations; do
    buildah build --layers --isolation chroot --network host --ulimit "nofile=$(ulimit -Hn):$(ulimit -Hn)" --format docker --quiet \
      --volume "$home/ca.pem:/run/ca.pem:ro" --secret "id=npmrc,src=$home/npmrc" \
      --build-arg "NODE_IMAGE=$base" --build-arg "SERVICE=$service" --build-arg "REVISION=$(git rev-parse HEAD 2>/dev/null || echo unknown)" \
      --tag "localhost/sprayhunt/$service" . >"$home/build-$service.log" 2>&1 || { tail -n 40 "$home/build-$service.log" >&2; exit 1; }
  done
  buildah images --format '{{.Name}} {{.Size}}' | grep sprayhunt/ | sed 's/^/images: /'
}

stop() {
  local left
  rm -f "$home/npmrc"
  left=$(podman ps -aq --filter label=sprayhunt.test=images 2>/dev/null || true)
  # shellcheck disable=SC2086
  [ -z "$left" ] || podman rm -f -t 5 $left >/dev/null
}

if [ "${1:-}" = stop ]; then stop; exit; fi
[ "$(id -u)" = 0 ] || fail 'building images without an engine needs root'
install_tools
mkdir -p "$home"
trap stop EXIT
began=$SECONDS
make_base
say "base image after $((SECONDS - began)) s"
build
say "images built after $((SECONDS - began)) s"
npx jest --selectProjects images
say "the main job passed after $((SECONDS - began)) s"
