import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { processListFile } from './supervisor.js';

/**
 * For disposable stacks: a shell that waits for this process to end, in any way, then kills what is left of the stack
 * and removes its folder. After a normal end nothing is left to do.
 */
const SCRIPT = `
  cat > /dev/null
  [ -d "$2" ] || exit 0
  while read -r pid began name; do
    [ "$name" = launcher ] && continue
    if [ "$name" = postgres ]; then kill -QUIT "$pid"; else kill -KILL "$pid"; fi
  done < "$1" 2> /dev/null
  sleep 1
  rm -rf "$2"
`;

/** `folder` must be a temporary one: it is removed. */
export function guard(folder: string): void {
  const watcher = spawn('sh', ['-c', SCRIPT, 'guard', processListFile(folder), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.on('error', () => {});
  // The pipe closes when this process ends; neither it nor the shell keeps this process alive.
  (watcher.stdin as unknown as Socket).unref();
  watcher.unref();
}
