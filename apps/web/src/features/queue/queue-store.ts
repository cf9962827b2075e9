import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { DocumentBody, SentDocument, WorkToSend } from '../document';

/** A documented work that is not on the server yet, or not known to be. */
export interface QueuedWork {
  /** Counts up: works are sent in this order. */
  id: number;
  /** Id of the account that documented it. No other one sends it. */
  owner: string;
  /** What the form shows when it is edited; without the photo's bytes. */
  draft: SentDocument;
  /** The body of the request, without the `imageUrl` of `photo`. */
  body: DocumentBody;
  /** `Idempotency-Key`, fixed when the work was first saved. */
  key: string;
  /** The photo's bytes, until the server has the work with it. */
  photo: Blob | null;
  /** Where the photo is being uploaded to, since when (milliseconds since 1970), and whether all of it has arrived. */
  upload: { address: string; at: number; isComplete: boolean } | null;
  /** When it was first sent, in milliseconds since 1970, if it may have arrived: the response was lost. */
  unsureSince: number | null;
  state: 'waiting' | 'failed';
  problem: QueueProblem | null;
}

/**
 * Why a work was not sent, in no language: the server's refusal, or `unsure`, when it was sent so long ago that the
 * server would no longer notice it for the same.
 */
export type QueueProblem = 'unsure' | { status: number; body: string };

interface Schema extends DBSchema {
  works: { key: number; value: QueuedWork };
}

/** Works and bytes of photos that this device keeps at most. */
export const MAX_WORKS = 20;
export const MAX_BYTES = 100 * 1024 * 1024;

/** The queue has no room for one more. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** A work before its first try. */
export function queuedWork({ uploadedTo, ...work }: WorkToSend): Omit<QueuedWork, 'id'> {
  const { photo } = work.draft;
  const draft = { ...work.draft, photo: photo && uploadedTo ? { ...photo, file: undefined } : null };
  const upload = uploadedTo && work.photo ? { address: uploadedTo, at: Date.now(), isComplete: true } : null;
  return { ...work, draft, upload, unsureSince: null, state: 'waiting', problem: null };
}

let database: Promise<IDBPDatabase<Schema>> | undefined;

function opened(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('queue', 1, {
    upgrade: (created) => void created.createObjectStore('works', { keyPath: 'id', autoIncrement: true }),
    // Another tab has a newer version: it must not wait for this one.
    blocking: () => void close(),
    terminated: () => {
      database = undefined;
    },
  });
  database.catch(() => {
    database = undefined;
  });
  return database;
}

async function close(): Promise<void> {
  const open = await database;
  database = undefined;
  open?.close();
}

/** The works that wait on this device, in IndexedDB. */
export const queueStore = {
  /** Private windows and old browsers may have no store. */
  isAvailable: async (): Promise<boolean> =>
    typeof indexedDB !== 'undefined' &&
    typeof BroadcastChannel !== 'undefined' &&
    opened().then(
      () => true,
      () => false,
    ),

  /** All works, the oldest first. */
  all: async (): Promise<QueuedWork[]> => (await opened()).getAll('works'),

  /** The works of one account, the oldest first; none where there is no store. */
  of: async (owner: string): Promise<QueuedWork[]> =>
    (await queueStore.isAvailable()) ? (await queueStore.all()).filter((work) => work.owner === owner) : [],

  get: async (id: number): Promise<QueuedWork | undefined> => (await opened()).get('works', id),

  /** @throws QueueFull */
  async add(work: WorkToSend): Promise<QueuedWork> {
    const transaction = (await opened()).transaction('works', 'readwrite', { durability: 'strict' });
    const present = await transaction.store.getAll();
    const bytes = [work, ...present].reduce((sum, { photo }) => sum + (photo?.size ?? 0), 0);
    if (present.length >= MAX_WORKS || bytes > MAX_BYTES) {
      transaction.abort();
      await transaction.done.catch(() => undefined);
      throw new QueueFull();
    }
    const added = queuedWork(work);
    const id = await transaction.store.add(added as unknown as QueuedWork);
    await transaction.done;
    return { ...added, id };
  },

  /** Changes a work, if it is still there. */
  async change(id: number, change: Partial<QueuedWork>): Promise<void> {
    const transaction = (await opened()).transaction('works', 'readwrite', { durability: 'strict' });
    const present = await transaction.store.get(id);
    if (present) await transaction.store.put({ ...present, ...change });
    await transaction.done;
  },

  remove: async (id: number): Promise<void> => (await opened()).delete('works', id),

  async removeOf(owner: string): Promise<void> {
    const transaction = (await opened()).transaction('works', 'readwrite');
    for (const work of await transaction.store.getAll())
      if (work.owner === owner) await transaction.store.delete(work.id);
    await transaction.done;
  },
};
