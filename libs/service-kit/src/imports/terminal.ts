import { createInterface, type Interface } from 'node:readline/promises';

/** The terminal for questions. */
export interface Asking {
  /** @throws Interrupted if the operator ends the command instead of replying */
  question(text: string): Promise<string>;
  close(): void;
}

/** Ctrl-C or Ctrl-D instead of a reply. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Exit code of a program that Ctrl-C ended. */
export const INTERRUPTED = 130;

/** The operator's terminal; undefined where there is none. */
export const terminal = (): Asking | undefined =>
  process.stdin.isTTY && process.stdout.isTTY
    ? askingAt(createInterface(process.stdin, process.stdout), interrupted)
    : undefined;

/** Ends the command between questions; the transaction of an import is rolled back by the database. */
function interrupted(): void {
  console.error('\nInterrupted. Nothing was changed.');
  process.exit(INTERRUPTED);
}

/** @param end called for Ctrl-C while no question is open */
export function askingAt(reader: Interface, end: () => void): Asking {
  let cancel: AbortController | undefined;
  const stop = () => (cancel ? cancel.abort() : end());
  reader.on('SIGINT', stop);
  reader.on('close', () => cancel?.abort());
  return {
    async question(text) {
      cancel = new AbortController();
      try {
        return await reader.question(text, { signal: cancel.signal });
      } catch (error) {
        throw cancel.signal.aborted || (error as NodeJS.ErrnoException).code === 'ERR_USE_AFTER_CLOSE'
          ? new Interrupted('Nothing was changed.')
          : error;
      } finally {
        cancel = undefined;
      }
    },
    close: () => reader.close(),
  };
}

/** Whether an operator agrees; another reply than yes or no is asked again. */
export async function agreed(asking: Asking | undefined, question: string): Promise<boolean> {
  if (!asking) return false;
  for (;;) {
    const reply = (await asking.question(`${question} yes or no: `)).trim();
    if (/^y(es)?$/i.test(reply)) return true;
    if (/^no?$/i.test(reply)) return false;
  }
}
