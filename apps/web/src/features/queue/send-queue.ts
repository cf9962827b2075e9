import { queueStore, type QueuedWork, type QueueProblem } from './queue-store';
import { type Sent, sendWork, signedInAccount } from './send-work';

/** Messages between tabs and the service worker. */
export type QueueMessage =
  | { kind: 'changed' }
  | { kind: 'sending'; id: number | null }
  | { kind: 'sent'; id: number; work: Pick<QueuedWork, 'owner' | 'draft'>; tokensAwarded: number | null };

const CHANNEL = 'queue';
const LOCK = 'queue';
/** The server stores a key for 7 days: after six, the player has to check whether the work arrived. */
const UNSURE_MS = 6 * 86_400_000;

/** Calls `onMessage` for each message, also from this tab, until the returned function is called. */
export function listenToQueue(onMessage: (message: QueueMessage) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => onMessage(data);
  return () => channel.close();
}

export function postQueueMessage(message: QueueMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/**
 * Sends the waiting works of the account that is signed in, in order, until one has to wait. One tab, or the
 * service worker, at a time. Resolves with what became of each.
 */
export function sendQueue(): Promise<Map<number, Sent>> {
  return withQueue(async () => {
    const results = new Map<number, Sent>();
    const waiting = (await queueStore.all()).filter(({ state }) => state === 'waiting');
    const account = waiting.length > 0 ? await signedInAccount() : null;
    for (const { id } of waiting) {
      const work = await queueStore.get(id);
      if (!work) continue;
      const result = await sendOne(work, account!);
      results.set(id, result);
      if (result.kind === 'later') break;
    }
    postQueueMessage({ kind: 'sending', id: null });
    return results;
  });
}

async function sendOne(work: QueuedWork, account: string | Sent): Promise<Sent> {
  const { id, owner, draft } = work;
  if (typeof account !== 'string') return account;
  if (account !== owner) return { kind: 'not-theirs' };
  if (work.unsureSince !== null && Date.now() - work.unsureSince > UNSURE_MS) {
    await fail(id, 'unsure');
    return { kind: 'refused', status: 0, body: '' };
  }
  postQueueMessage({ kind: 'sending', id });
  const result = await sendWork(work, (change) => queueStore.change(id, change));
  if (result.kind === 'sent') {
    await queueStore.remove(id);
    postQueueMessage({
      kind: 'sent',
      id,
      work: { owner, draft },
      tokensAwarded: result.discovery?.tokensAwarded ?? null,
    });
  }
  if (result.kind === 'refused') await fail(id, { status: result.status, body: result.body });
  return result;
}

async function fail(id: number, problem: QueueProblem): Promise<void> {
  await queueStore.change(id, { state: 'failed', problem });
  postQueueMessage({ kind: 'changed' });
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: among all tabs and the worker where the browser has locks, else within this one. */
export function withQueue<T>(run: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(LOCK, run);
  const next = last.then(run, run);
  last = next;
  return next;
}
