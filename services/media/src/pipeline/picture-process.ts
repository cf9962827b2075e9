/**
 * The program that decodes untrusted files: a separate process, without secrets or connections, which the
 * service ends when a file takes more memory or time than its header indicates. It imports only decoders.
 */
import { readFile } from 'node:fs/promises';
import type { Reply, Order } from './picture-messages.js';
import { PictureRefused } from './picture-refused.js';
import { makePicture, openPicture, type OpenedPicture } from './process-picture.js';

let opened: OpenedPicture | undefined;

process.on('message', (order: Order) => void follow(order));
// Without the service it has no purpose.
process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches the whole group; the service decides when this ends.
process.on('SIGINT', () => undefined);
say({ kind: 'ready' });

async function follow(order: Order): Promise<void> {
  try {
    if (order.kind === 'open') {
      opened = undefined;
      const file = await readFile(order.path).catch((error: Error) => error);
      if (file instanceof Error) return say({ kind: 'unreadable', reason: file.message });
      opened = await openPicture(file);
      return say({ kind: 'opened', memory: opened.memory });
    }
    const picture = await makePicture(opened!);
    opened = undefined;
    say({ kind: 'made', picture });
    // V8 does not see the pressure of memory outside of its heap.
    setImmediate(() => globalThis.gc?.());
  } catch (error) {
    opened = undefined;
    // Any other error is a fault of this program: it ends, and the service notices.
    if (!(error instanceof PictureRefused)) throw error;
    say({ kind: 'refused', refusal: error.refusal });
  }
}

function say(reply: Reply): void {
  process.send!(reply);
}
