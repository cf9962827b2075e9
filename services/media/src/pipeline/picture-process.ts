/**
 * The program that strangers' files meet: a process of its own, without any secret or connection, which the
 * service ends when a file takes more memory or time than its header promised. It imports nothing but decoders.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { FILES, type Answer, type Order } from './picture-messages.js';
import { PictureRefused } from './picture-refused.js';
import { makePicture, openPicture, type OpenedPicture } from './process-picture.js';

const files = createReadStream('', { fd: FILES });
let opened: OpenedPicture | undefined;

process.on('message', (order: Order) => void follow(order));
// Without the service there is nobody to work for.
process.on('disconnect', () => process.exit());
// A terminal's Ctrl-C reaches the whole group; the service decides when this ends.
process.on('SIGINT', () => undefined);
say({ kind: 'ready' });

async function follow(order: Order): Promise<void> {
  try {
    if (order.kind === 'open') {
      opened = undefined;
      opened = await openPicture(await readFile(order.bytes));
      return say({ kind: 'opened', memory: opened.memory });
    }
    const picture = await makePicture(opened!);
    opened = undefined;
    say({ kind: 'made', picture });
    // V8 does not see the pressure of memory outside of its heap.
    setImmediate(() => globalThis.gc?.());
  } catch (error) {
    opened = undefined;
    // What is no verdict on the file is a fault of this program: it ends, and the service hears of it.
    if (!(error instanceof PictureRefused)) throw error;
    say({ kind: 'refused', refusal: error.refusal });
  }
}

async function readFile(bytes: number): Promise<Buffer> {
  const file = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  while (at < bytes) {
    const piece = (files.read(Math.min(bytes - at, files.readableLength || 1)) as Buffer | null) ?? undefined;
    if (piece) at += piece.copy(file, at);
    else await once(files, 'readable');
  }
  return file;
}

function say(answer: Answer): void {
  process.send!(answer);
}
